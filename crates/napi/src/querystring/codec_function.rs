//! A function of the codec.
//!
//! It is called for every text, so it is written by hand: what `#[napi]` generates takes longer
//! than reading a short query string.

use super::call::Call;
use super::operations::Operation;
use crate::native_function::native_function;
use napi::bindgen_prelude::{Error, Result, ToNapiValue};
use napi::sys;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// One of the codec's operations, for JavaScript to call.
pub struct CodecFunction(pub(crate) Operation);

impl ToNapiValue for CodecFunction {
    unsafe fn to_napi_value(env: sys::napi_env, function: Self) -> Result<sys::napi_value> {
        // SAFETY: the caller's environment and scope; `invoke` takes its data for a codec's
        // function.
        unsafe { native_function(env, c"", invoke, function) }
    }
}

unsafe extern "C" fn invoke(env: sys::napi_env, info: sys::napi_callback_info) -> sys::napi_value {
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: called by Node-API with this environment and information.
        let (call, data) = unsafe { Call::new(env, info) }?;
        // SAFETY: the data that the function was made with.
        let function = unsafe { &*data.cast::<CodecFunction>() };
        // SAFETY: the only one in this call, and nothing that an operation does runs JavaScript.
        let memory = unsafe { call.memory() }?;
        let CodecFunction(operation) = function;
        operation(&call, memory)
    }));
    outcome
        .unwrap_or_else(|panic| Err(of_panic(&*panic)))
        .unwrap_or_else(|error| {
            // SAFETY: this environment, in the scope of the call.
            unsafe { napi::JsError::from(error).throw_into(env) };
            ptr::null_mut()
        })
}

/// The error that JavaScript gets for a call with positions outside of the memory.
fn of_panic(panic: &(dyn Any + Send)) -> Error {
    let reason = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    Error::from_reason(reason.unwrap_or("the query-string codec panicked"))
}
