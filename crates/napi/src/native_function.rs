//! Functions for JavaScript that are made by hand, for what is called so often that the code which
//! `#[napi]` generates would take as long as the work.

use crate::status::check;
use napi::bindgen_prelude::Result;
use napi::sys;
use std::ffi::{CStr, c_void};
use std::ptr;

/// A function with a name and data of its own, which live as long as the function: `callback` gets
/// a pointer to it from `napi_get_cb_info`.
///
/// # Safety
/// The environment is that of the running call, in a scope. `callback` takes its data for a `T`.
pub(crate) unsafe fn native_function<T>(
    env: sys::napi_env,
    name: &CStr,
    callback: unsafe extern "C" fn(sys::napi_env, sys::napi_callback_info) -> sys::napi_value,
    data: T,
) -> Result<sys::napi_value> {
    let data = Box::into_raw(Box::new(data)).cast::<c_void>();
    let mut value = ptr::null_mut();
    // SAFETY: the caller's promise. `data` is a box of what `callback` expects, which V8 keeps as
    // long as the function and `finalize` frees.
    unsafe {
        check(sys::napi_create_function(
            env,
            name.as_ptr(),
            name.count_bytes().cast_signed(),
            Some(callback),
            data,
            &raw mut value,
        ))?;
        check(sys::napi_add_finalizer(
            env,
            value,
            data,
            Some(finalize::<T>),
            ptr::null_mut(),
            ptr::null_mut(),
        ))?;
    }
    Ok(value)
}

unsafe extern "C" fn finalize<T>(_env: sys::napi_env, data: *mut c_void, _hint: *mut c_void) {
    // SAFETY: the box that was made with the function, which is gone.
    drop(unsafe { Box::from_raw(data.cast::<T>()) });
}
