//! Bytes that go to JavaScript and come from it, with memory of the engine's only.
//!
//! No external buffers: what Rust owns would be freed by a finalizer, which Node runs when the
//! event loop turns, so that synchronous code keeps all of it. The collector does not count such
//! memory either, it cannot be transferred, and some runtimes (Electron) refuse it.

use crate::status::check;
use napi::bindgen_prelude::{FromNapiValue, Result, ToNapiValue};
use napi::sys;
use std::{ptr, slice};

/// Bytes that become a Buffer with an `ArrayBuffer` of its own, of their length, as those of Node's
/// synchronous functions are.
pub(crate) struct EngineBytes(pub Vec<u8>);

impl ToNapiValue for EngineBytes {
    unsafe fn to_napi_value(env: sys::napi_env, Self(bytes): Self) -> Result<sys::napi_value> {
        let (mut start, mut value) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: the environment is this thread's, in an open handle scope.
        check(unsafe { sys::napi_create_buffer(env, bytes.len(), &raw mut start, &raw mut value) })?;
        if !bytes.is_empty() {
            // SAFETY: a new buffer of this length, which nobody else has yet.
            unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), start.cast(), bytes.len()) };
        }
        Ok(value)
    }
}

/// The bytes of a `Uint8Array`, where they are. No reference is taken: they are good for the call
/// of which it is an argument.
pub(crate) struct InputBytes {
    start: *const u8,
    length: usize,
}

impl InputBytes {
    /// # Safety
    /// The array is alive, and no JavaScript runs that could detach or resize its buffer, as long
    /// as the slice is used. Another thread may change the bytes where the buffer is shared: they
    /// are only handed to the kernel.
    pub const unsafe fn as_slice(&self) -> &[u8] {
        if self.length == 0 {
            // That of an empty or detached buffer may be null.
            return &[];
        }
        // SAFETY: the caller's promise.
        unsafe { slice::from_raw_parts(self.start, self.length) }
    }
}

impl FromNapiValue for InputBytes {
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> Result<Self> {
        let (mut start, mut length) = (ptr::null_mut(), 0);
        // SAFETY: the environment is this thread's, in an open handle scope. What is no typed array
        // is refused.
        check(unsafe {
            sys::napi_get_typedarray_info(
                env,
                value,
                ptr::null_mut(),
                &raw mut length,
                &raw mut start,
                ptr::null_mut(),
                ptr::null_mut(),
            )
        })?;
        Ok(Self {
            start: start.cast_const().cast(),
            length,
        })
    }
}
