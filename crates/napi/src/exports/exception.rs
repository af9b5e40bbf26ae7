//! Exceptions that listeners throw.

use crate::status::check;
use napi::bindgen_prelude::{Env, JsValue, Result, Unknown};
use napi::sys;
use napi_derive::napi;

/// Makes an exception the process's `'uncaughtException'`, as one that leaves a callback of the
/// event loop, but at once: in the async context that the caller is in. Returns when somebody has
/// handled it. Otherwise the process, or the worker, ends.
#[napi(catch_unwind, ts_args_type = "exception: unknown")]
pub fn report_exception(env: Env, exception: Unknown<'_>) -> Result<()> {
    // SAFETY: the environment of this call, and a value that it was given.
    check(unsafe { sys::napi_fatal_exception(env.raw(), exception.raw()) })
}
