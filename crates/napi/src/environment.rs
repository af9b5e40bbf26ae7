//! One environment, the main thread or a worker, as seen from its event loop: what is watched there, and how JavaScript is called from there.

use crate::event_loop::{self, EventLoop};
use crate::status::check;
use napi::bindgen_prelude::{Env, FunctionRef, JsValuesTupleIntoVec, Object, Result};
use napi::{JsValue, sys};
use std::ptr;

/// One environment's event loop and the way into its JavaScript.
pub(crate) struct Environment {
    raw: sys::napi_env,
    async_context: sys::napi_async_context,
    async_resource: sys::napi_ref,
    /// The loop on which this environment's descriptors are watched.
    pub event_loop: Box<dyn EventLoop>,
}

impl Environment {
    /// # Errors
    /// What Node-API says when there is no memory.
    pub fn new(env: Env) -> Result<Self> {
        let raw = env.raw();
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
            event_loop: event_loop::of(env)?,
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
}
