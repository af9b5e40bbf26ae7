//! One environment, the main thread or a worker, as seen from its event loop: what is watched
//! there, and how JavaScript is called from there.

use crate::call_from_loop::call_from_loop;
use crate::event_loop::{self, EventLoop};
use napi::bindgen_prelude::{Env, FunctionRef, JsValuesTupleIntoVec, Result};
use napi::sys;

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

    /// Calls a JavaScript function from the event loop, or in a callback of it: [`call_from_loop`].
    pub fn call<A: JsValuesTupleIntoVec>(&self, function: &FunctionRef<A, ()>, arguments: A) {
        // SAFETY: an environment stays on its thread, and this is called by its loop, or by a
        // function of the addon that JavaScript called in a callback of the loop.
        unsafe { call_from_loop(self.raw, function, arguments) };
    }
}
