//! The events that other threads have met, on their way to an environment's thread.

mod pending_events;

use crate::status::check;
use napi::bindgen_prelude::{Env, Result};
use napi::{JsValue, sys};
use pending_events::PendingEvents;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::{Arc, Weak};

/// The events for one environment, and the thread-safe function that makes its thread take them.
pub(crate) struct EventQueue<E> {
    env: sys::napi_env,
    pending: PendingEvents<E, sys::napi_threadsafe_function>,
}

// SAFETY: `env` is only used on the environment's thread, by `keep_alive`; a thread-safe function
// may be called from every thread, and it is called and released under the lock of `pending`.
unsafe impl<E: Send> Send for EventQueue<E> {}
// SAFETY: as above.
unsafe impl<E: Send> Sync for EventQueue<E> {}

/// What the thread-safe function calls, on the environment's thread.
struct Consumer<E> {
    queue: Weak<EventQueue<E>>,
    deliver: Box<dyn Fn(Vec<E>)>,
}

impl<E> EventQueue<E> {
    pub fn new(env: Env) -> Arc<Self> {
        Arc::new(Self {
            env: env.raw(),
            pending: PendingEvents::new(),
        })
    }

    /// Calls `deliver` on the environment's thread with the events. They do not keep its loop
    /// alive.
    ///
    /// # Errors
    /// What `napi_create_threadsafe_function` says.
    pub fn open(self: &Arc<Self>, env: Env, deliver: impl Fn(Vec<E>) + 'static) -> Result<()> {
        let name = env.create_string("RT_EVENT_LOOP")?;
        let consumer = Box::into_raw(Box::new(Consumer {
            queue: Arc::downgrade(self),
            deliver: Box::new(deliver),
        }));
        let mut function = ptr::null_mut();
        // SAFETY: this is the environment's thread; the name is of the current handle scope.
        // `consumer` is valid until `finalize` is called with it, after the last `consume`.
        let created = check(unsafe {
            sys::napi_create_threadsafe_function(
                self.env,
                ptr::null_mut(),
                ptr::null_mut(),
                name.raw(),
                0,
                1,
                consumer.cast(),
                Some(finalize::<E>),
                consumer.cast(),
                Some(consume::<E>),
                &raw mut function,
            )
        });
        if let Err(error) = created {
            // SAFETY: nobody else has it.
            drop(unsafe { Box::from_raw(consumer) });
            return Err(error);
        }
        self.pending.open(function);
        self.keep_alive(false);
        Ok(())
    }

    /// Adds an event, from any thread.
    pub fn push(&self, event: E) {
        self.pending.push(event, |function| {
            // SAFETY: it is released under the lock that is held here, and not in the queue after.
            let status = unsafe {
                sys::napi_call_threadsafe_function(
                    function,
                    ptr::null_mut(),
                    sys::ThreadsafeFunctionCallMode::nonblocking,
                )
            };
            status != sys::Status::napi_closing
        });
    }

    /// Lets the environment's loop go on while nothing but events can come, or not. To be called on
    /// the environment's thread.
    pub fn keep_alive(&self, keep_alive: bool) {
        let Some(function) = self.pending.waker() else {
            return;
        };
        // SAFETY: this is the environment's thread, which alone releases the function.
        let _ = unsafe {
            if keep_alive {
                sys::napi_ref_threadsafe_function(self.env, function)
            } else {
                sys::napi_unref_threadsafe_function(self.env, function)
            }
        };
    }

    /// Takes no more events. To be called on the environment's thread.
    pub fn close(&self) {
        self.pending.close(|function| {
            // SAFETY: it was taken out of the queue: nobody calls it after this.
            let _ = unsafe {
                sys::napi_release_threadsafe_function(function, sys::ThreadsafeFunctionReleaseMode::abort)
            };
        });
    }
}

unsafe extern "C" fn consume<E>(
    env: sys::napi_env,
    _function: sys::napi_value,
    consumer: *mut c_void,
    _data: *mut c_void,
) {
    // Without an environment, JavaScript has ended.
    if env.is_null() {
        return;
    }
    // SAFETY: it is valid until `finalize`.
    let consumer = unsafe { &*consumer.cast::<Consumer<E>>() };
    // A panic must not cross the frames of the runtime.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        if let Some(queue) = consumer.queue.upgrade() {
            (consumer.deliver)(queue.pending.take());
        }
    }));
}

unsafe extern "C" fn finalize<E>(_env: sys::napi_env, consumer: *mut c_void, _hint: *mut c_void) {
    // SAFETY: the box that `open` leaked; this is called once, after the last `consume`.
    drop(unsafe { Box::from_raw(consumer.cast::<Consumer<E>>()) });
}
