//! One environment, the main thread or a worker, as seen from its event loop: what is watched
//! there, and how JavaScript is called from there.

use crate::event_loop::{self, EventLoop};
use crate::status::check;
use napi::bindgen_prelude::{Env, FunctionRef, JsValuesTupleIntoVec, Object, Result};
use napi::{JsValue, sys};
use std::ptr;

/// One environment's event loop and the way into its JavaScript.
pub(crate) struct Environment {
    raw: sys::napi_env,
    /// The loop on which this environment's descriptors are watched.
    pub event_loop: Box<dyn EventLoop>,
}

impl Environment {
    /// # Errors
    /// What Node-API says when there is no memory.
    pub fn new(env: Env) -> Result<Self> {
        Ok(Self {
            raw: env.raw(),
            event_loop: event_loop::of(env)?,
        })
    }

    /// Calls a JavaScript function from the event loop, with ticks and microtasks run after it. An
    /// exception that it throws becomes the process's `'uncaughtException'`; the loop goes on.
    ///
    /// The call has no async context. A context of this environment's own would hold for ever what
    /// was the store of an `AsyncLocalStorage` when it was made; JavaScript keeps a context for
    /// each child and channel instead.
    pub fn call<A: JsValuesTupleIntoVec>(&self, function: &FunctionRef<A, ()>, arguments: A) {
        let mut scope = ptr::null_mut();
        // SAFETY: this is the environment's thread, outside of any call into JavaScript; the scope
        // is closed below.
        unsafe { sys::napi_open_handle_scope(self.raw, &raw mut scope) };
        // A worker that is being terminated cannot run JavaScript: the call is lost.
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
        // Not the global object: `node:domain` takes its member `domain`, which the REPL puts
        // there, for the domain of the call.
        let receiver = Object::new(&env)?;
        let mut result = ptr::null_mut();
        // SAFETY: all values are of the open handle scope.
        unsafe {
            let status = sys::napi_make_callback(
                self.raw,
                ptr::null_mut(),
                receiver.raw(),
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
