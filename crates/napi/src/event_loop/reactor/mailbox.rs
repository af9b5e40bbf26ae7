//! What the thread tells an environment.

use super::thread::Key;
use crate::event_loop::Readiness;
use crate::status::check;
use napi::bindgen_prelude::{Env, Result};
use napi::{JsValue, sys};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A watched descriptor is ready.
pub(super) struct Letter {
    pub key: Key,
    pub readiness: Readiness,
}

/// Letters on their way to an environment, and the bell at its thread.
pub(super) struct Mailbox {
    env: sys::napi_env,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    letters: Vec<Letter>,
    /// The thread-safe function that makes the environment's thread look into the mailbox. Absent before the mailbox is opened, and after the environment's end.
    bell: Option<sys::napi_threadsafe_function>,
}

// SAFETY: `env` is only used on the environment's thread, by `keep_alive`; a thread-safe function may be called from every thread, and it is called and released
// under the lock.
unsafe impl Send for Mailbox {}
// SAFETY: as above.
unsafe impl Sync for Mailbox {}

/// What the bell rings for, on the environment's thread.
struct Reader {
    mailbox: Weak<Mailbox>,
    read: Box<dyn Fn(Vec<Letter>)>,
}

impl Mailbox {
    pub fn new(env: Env) -> Arc<Self> {
        Arc::new(Self {
            env: env.raw(),
            state: Mutex::default(),
        })
    }

    /// Lets `read` have the letters, on the environment's thread. They do not keep its loop alive.
    ///
    /// # Errors
    /// What `napi_create_threadsafe_function` says.
    pub fn open(self: &Arc<Self>, env: Env, read: impl Fn(Vec<Letter>) + 'static) -> Result<()> {
        let name = env.create_string("RT_EVENT_LOOP")?;
        let reader = Box::into_raw(Box::new(Reader {
            mailbox: Arc::downgrade(self),
            read: Box::new(read),
        }));
        let mut bell = ptr::null_mut();
        // SAFETY: this is the environment's thread; the name is of the current handle scope. `reader` lives until `ended` is called with it, after the last `rung`.
        let created = check(unsafe {
            sys::napi_create_threadsafe_function(
                self.env,
                ptr::null_mut(),
                ptr::null_mut(),
                name.raw(),
                0,
                1,
                reader.cast(),
                Some(ended),
                reader.cast(),
                Some(rung),
                &raw mut bell,
            )
        });
        if let Err(error) = created {
            // SAFETY: nobody else has it.
            drop(unsafe { Box::from_raw(reader) });
            return Err(error);
        }
        self.state().bell = Some(bell);
        self.keep_alive(false);
        Ok(())
    }

    /// Puts a letter in. Called on the reactor's thread.
    pub fn put(&self, letter: Letter) {
        let mut state = self.state();
        let Some(bell) = state.bell else {
            return;
        };
        state.letters.push(letter);
        // Whoever has been called takes all letters.
        if state.letters.len() == 1 {
            // SAFETY: it is released under the same lock, and is not there after that.
            let status = unsafe {
                sys::napi_call_threadsafe_function(
                    bell,
                    ptr::null_mut(),
                    sys::ThreadsafeFunctionCallMode::nonblocking,
                )
            };
            if status == sys::Status::napi_closing {
                state.bell = None;
            }
        }
    }

    /// Lets the environment's loop go on while nothing but letters can come, or not. To be called on the environment's thread.
    pub fn keep_alive(&self, keep_alive: bool) {
        let Some(bell) = self.state().bell else {
            return;
        };
        // SAFETY: this is the environment's thread, which alone releases the function.
        let _ = unsafe {
            if keep_alive {
                sys::napi_ref_threadsafe_function(self.env, bell)
            } else {
                sys::napi_unref_threadsafe_function(self.env, bell)
            }
        };
    }

    /// Takes no more letters. To be called on the environment's thread.
    pub fn close(&self) {
        let mut state = self.state();
        state.letters.clear();
        if let Some(bell) = state.bell.take() {
            // SAFETY: it was taken: nobody calls it after this.
            let _ = unsafe {
                sys::napi_release_threadsafe_function(bell, sys::ThreadsafeFunctionReleaseMode::abort)
            };
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

unsafe extern "C" fn rung(
    env: sys::napi_env,
    _function: sys::napi_value,
    reader: *mut c_void,
    _data: *mut c_void,
) {
    // Without an environment, JavaScript has ended.
    if env.is_null() {
        return;
    }
    // SAFETY: it lives until `ended`.
    let reader = unsafe { &*reader.cast::<Reader>() };
    // A panic must not cross the frames of the runtime.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        if let Some(mailbox) = reader.mailbox.upgrade() {
            let letters = std::mem::take(&mut mailbox.state().letters);
            (reader.read)(letters);
        }
    }));
}

unsafe extern "C" fn ended(_env: sys::napi_env, reader: *mut c_void, _hint: *mut c_void) {
    // SAFETY: the box that `open` leaked; this is called once, after the last `rung`.
    drop(unsafe { Box::from_raw(reader.cast::<Reader>()) });
}
