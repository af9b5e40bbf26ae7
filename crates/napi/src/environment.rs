//! What belongs to one environment: the main thread or one worker.

use crate::channel::Channels;
use crate::child::Children;
use crate::event_loop::{EventLoop, OpenHandles};
use napi::bindgen_prelude::{Env, FunctionRef, JsValuesTupleIntoVec, Object, Result};
use napi::{Error, JsValue, Status, sys};
use std::ffi::c_void;
use std::ptr;
use std::rc::Rc;

/// The state of one environment, kept in its instance data.
pub(crate) struct Environment {
    raw: sys::napi_env,
    async_context: sys::napi_async_context,
    async_resource: sys::napi_ref,
    /// The loop on which this environment's descriptors are watched.
    pub event_loop: EventLoop,
    /// The watches that libuv has not let go of.
    pub open_handles: Rc<OpenHandles>,
    /// The children that this environment started and that still run.
    pub children: Children,
    /// The channels that are open.
    pub channels: Channels,
}

impl Environment {
    /// The environment's state; made at the first call.
    ///
    /// # Errors
    /// `GenericFailure` where the runtime has no libuv event loop.
    pub fn of(env: Env) -> Result<Rc<Self>> {
        if let Some(environment) = env.get_instance_data::<Rc<Self>>()? {
            return Ok(Rc::clone(environment));
        }
        let environment = Rc::new(Self::new(env)?);
        env.set_instance_data(Rc::clone(&environment), (), |_| {})?;
        environment.clean_up_at_exit()?;
        Ok(environment)
    }

    fn new(env: Env) -> Result<Self> {
        let raw = env.raw();
        let event_loop = EventLoop::of(raw).ok_or_else(|| {
            Error::new(
                Status::GenericFailure,
                "this runtime has no libuv event loop to watch children on",
            )
        })?;
        let mut async_context = ptr::null_mut();
        let mut async_resource = ptr::null_mut();
        let resource = Object::new(&env)?;
        let name = env.create_string("RT_EVENT_LOOP")?;
        // SAFETY: the environment is this thread's, and both values are of the current handle scope.
        unsafe {
            check(sys::napi_create_reference(
                raw,
                resource.raw(),
                1,
                &raw mut async_resource,
            ))?;
            check(sys::napi_async_init(
                raw,
                resource.raw(),
                name.raw(),
                &raw mut async_context,
            ))?;
        }
        Ok(Self {
            raw,
            async_context,
            async_resource,
            event_loop,
            open_handles: Rc::default(),
            children: Children::default(),
            channels: Channels::default(),
        })
    }

    /// Calls a JavaScript function from the event loop, with ticks and microtasks run after it. An exception that it throws becomes the process's
    /// `'uncaughtException'`; the loop goes on.
    pub fn call<A: JsValuesTupleIntoVec>(&self, function: &FunctionRef<A, ()>, arguments: A) {
        let mut scope = ptr::null_mut();
        // SAFETY: this is the environment's thread, outside of any call into JavaScript; the scope is closed below.
        unsafe { sys::napi_open_handle_scope(self.raw, &raw mut scope) };
        // A worker that is being terminated cannot run JavaScript: there is nobody to tell.
        let _ = self.call_in_scope(function, arguments);
        // SAFETY: the scope opened above, the innermost one again.
        unsafe { sys::napi_close_handle_scope(self.raw, scope) };
    }

    fn call_in_scope<A: JsValuesTupleIntoVec>(
        &self,
        function: &FunctionRef<A, ()>,
        arguments: A,
    ) -> Result<()> {
        let env = Env::from_raw(self.raw);
        let function = function.borrow_back(&env)?;
        let arguments = arguments.into_vec(self.raw)?;
        let mut resource = ptr::null_mut();
        let mut result = ptr::null_mut();
        // SAFETY: all values are of the open handle scope; the context and the reference live as long as the environment.
        unsafe {
            check(sys::napi_get_reference_value(
                self.raw,
                self.async_resource,
                &raw mut resource,
            ))?;
            let status = sys::napi_make_callback(
                self.raw,
                self.async_context,
                resource,
                function.raw(),
                arguments.len(),
                arguments.as_ptr(),
                &raw mut result,
            );
            if status == sys::Status::napi_pending_exception {
                let mut exception = ptr::null_mut();
                check(sys::napi_get_and_clear_last_exception(
                    self.raw,
                    &raw mut exception,
                ))?;
                return check(sys::napi_fatal_exception(self.raw, exception));
            }
            check(status)
        }
    }

    /// Without this, the loop of a worker that ends would be closed with handles on it, which aborts the process.
    fn clean_up_at_exit(self: &Rc<Self>) -> Result<()> {
        let data = Rc::into_raw(Rc::clone(self)).cast_mut().cast::<c_void>();
        // SAFETY: `data` is a strong count of this environment, which the hook takes back when it is called, once.
        check(unsafe { sys::napi_add_async_cleanup_hook(self.raw, Some(clean_up), data, ptr::null_mut()) })
    }
}

/// Called when the environment ends: gives the living children away and closes every watch; the hook is removed, and so the end goes on, when
/// libuv has closed the last one.
unsafe extern "C" fn clean_up(hook: sys::napi_async_cleanup_hook_handle, data: *mut c_void) {
    // SAFETY: the count that `clean_up_at_exit` put there.
    let environment = unsafe { Rc::from_raw(data.cast_const().cast::<Environment>()) };
    environment.children.give_away();
    environment.channels.close_all();
    environment.open_handles.when_none(Box::new(move || {
        // SAFETY: the hook's own handle, removed once.
        unsafe { sys::napi_remove_async_cleanup_hook(hook) };
    }));
}

fn check(status: sys::napi_status) -> Result<()> {
    if status == sys::Status::napi_ok {
        Ok(())
    } else {
        Err(Error::from_status(Status::from(status)))
    }
}
