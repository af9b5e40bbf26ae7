//! Calling JavaScript from the event loop.

use crate::status::check;
use napi::bindgen_prelude::{Env, FunctionRef, JsValuesTupleIntoVec, Object, Result};
use napi::{JsValue, sys};
use std::ptr;

/// Calls a JavaScript function from the event loop, with ticks and microtasks run after it, or
/// after the callback of the loop that this is called in. An exception that it throws becomes the
/// process's `'uncaughtException'`; the loop goes on.
///
/// The call has no async context. A context of this environment's own would hold for ever what was
/// the store of an `AsyncLocalStorage` when it was made; JavaScript keeps a context for each child
/// and channel instead.
///
/// # Safety
/// `env` is that of the current thread, on which JavaScript may be called now.
pub(crate) unsafe fn call_from_loop<A: JsValuesTupleIntoVec>(
    env: sys::napi_env,
    function: &FunctionRef<A, ()>,
    arguments: A,
) {
    let mut scope = ptr::null_mut();
    // SAFETY: the caller's promise; the scope is closed below.
    unsafe { sys::napi_open_handle_scope(env, &raw mut scope) };
    // A worker that is being terminated cannot run JavaScript: the call is lost.
    let _ = call_in_scope(env, function, arguments);
    // SAFETY: the scope opened above, the innermost one again.
    unsafe { sys::napi_close_handle_scope(env, scope) };
}

fn call_in_scope<A: JsValuesTupleIntoVec>(
    raw: sys::napi_env,
    function: &FunctionRef<A, ()>,
    arguments: A,
) -> Result<()> {
    let env = Env::from_raw(raw);
    let function = function.borrow_back(&env)?;
    let arguments = arguments.into_vec(raw)?;
    // Not the global object: `node:domain` takes its member `domain`, which the REPL puts there,
    // for the domain of the call.
    let receiver = Object::new(&env)?;
    let mut result = ptr::null_mut();
    // SAFETY: all values are of the open handle scope.
    unsafe {
        let status = sys::napi_make_callback(
            raw,
            ptr::null_mut(),
            receiver.raw(),
            function.raw(),
            arguments.len(),
            arguments.as_ptr(),
            &raw mut result,
        );
        if status == sys::Status::napi_pending_exception {
            let mut exception = ptr::null_mut();
            check(sys::napi_get_and_clear_last_exception(raw, &raw mut exception))?;
            return check(sys::napi_fatal_exception(raw, exception));
        }
        check(status)
    }
}
