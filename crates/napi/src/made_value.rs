//! Values that a call of Node-API makes.

use crate::status::check;
use napi::bindgen_prelude::Result;
use napi::sys;
use std::ptr;

/// What `make` writes to the place that it is given.
pub(crate) fn made(make: impl FnOnce(*mut sys::napi_value) -> sys::napi_status) -> Result<sys::napi_value> {
    let mut value = ptr::null_mut();
    check(make(&raw mut value))?;
    Ok(value)
}

/// A string of a byte for each character, in the scope of the running call.
pub(crate) fn latin1(env: sys::napi_env, bytes: &[u8]) -> Result<sys::napi_value> {
    let length = bytes.len().cast_signed();
    // SAFETY: pointer and length are those of a slice, which is copied.
    made(|value| unsafe { sys::napi_create_string_latin1(env, bytes.as_ptr().cast(), length, value) })
}
