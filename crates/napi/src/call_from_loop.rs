//! Calling JavaScript from the event loop.

use crate::status::check;
use napi::bindgen_prelude::{Env, FunctionRef, JsValuesTupleIntoVec, Object, Result};
use napi::{JsValue, sys};
use std::ptr;

/// Calls a JavaScript function from the event loop, with ticks and microtasks run after it, or
/// after the callback of the loop that this is called in. An exception that it throws becomes the
/// process's `'uncaughtException'`; the loop goes on.
///
/// The call has an async context of its own. A context of the environment would hold for ever what
/// was the store of an `AsyncLocalStorage` when it was made; JavaScript keeps a context for each
/// child and channel.
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
    // While an environment is taken down, ends and messages still come. This fails then, for which
    // alone it is here: to make a context calls hooks of the program without asking, and what they
    // are refused would end the process.
    let mut is_same = false;
    // SAFETY: the value is of the open handle scope.
    check(unsafe { sys::napi_strict_equals(raw, receiver.raw(), receiver.raw(), &raw mut is_same) })?;
    let name = env.create_string("RTSTDADDON")?;
    let mut context = ptr::null_mut();
    // SAFETY: the values are of the open handle scope; the context is destroyed below.
    check(unsafe { sys::napi_async_init(raw, receiver.raw(), name.raw(), &raw mut context) })?;
    let mut scope = ptr::null_mut();
    // SAFETY: the context is open until the scope is closed.
    let mut status = unsafe { sys::napi_open_callback_scope(raw, receiver.raw(), context, &raw mut scope) };
    if status == sys::Status::napi_ok {
        // SAFETY: the environment is that of this thread, and the values of the open handle scope.
        status = unsafe { call_and_report(raw, receiver.raw(), function.raw(), &arguments) };
        // Ticks run here, and not within a call of Node-API, as in `napi_make_callback`: that
        // catches exceptions for its caller, and a debugger, which is to stop where nobody catches
        // one, would go on.
        // SAFETY: the scope opened above, the innermost one again.
        unsafe { sys::napi_close_callback_scope(raw, scope) };
    }
    // SAFETY: the context made above, in which no scope is open.
    unsafe { sys::napi_async_destroy(raw, context) };
    check(status)
}

/// Calls a function, and has Node report what it throws.
///
/// # Safety
/// `env` is that of the current thread, and all values are of its open handle scope.
unsafe fn call_and_report(
    env: sys::napi_env,
    receiver: sys::napi_value,
    function: sys::napi_value,
    arguments: &[sys::napi_value],
) -> sys::napi_status {
    let (count, first) = (arguments.len(), arguments.as_ptr());
    let mut result = ptr::null_mut();
    // SAFETY: the caller's promise.
    let status = unsafe { sys::napi_call_function(env, receiver, function, count, first, &raw mut result) };
    if status != sys::Status::napi_pending_exception {
        return status;
    }
    let mut exception = ptr::null_mut();
    // SAFETY: the caller's promise; the exception is that of the call.
    unsafe {
        let status = sys::napi_get_and_clear_last_exception(env, &raw mut exception);
        if status != sys::Status::napi_ok {
            return status;
        }
        sys::napi_fatal_exception(env, exception)
    }
}
