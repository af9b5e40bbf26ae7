//! The arguments and results of a call from JavaScript.

use crate::status::check;
use napi::bindgen_prelude::Result;
use napi::sys;
use std::ffi::c_void;
use std::ptr;

/// The most arguments that an operation takes.
const MOST_ARGUMENTS: usize = 6;

/// One call, with the values that were handed over.
pub(crate) struct Call {
    pub(super) env: sys::napi_env,
    arguments: [sys::napi_value; MOST_ARGUMENTS],
}

impl Call {
    /// The call, and the data that the function was made with.
    ///
    /// # Safety
    /// Both are what Node-API handed to the callback that is running.
    pub(super) unsafe fn new(
        env: sys::napi_env,
        info: sys::napi_callback_info,
    ) -> Result<(Self, *mut c_void)> {
        let mut arguments = [ptr::null_mut(); MOST_ARGUMENTS];
        let mut count = MOST_ARGUMENTS;
        let mut data = ptr::null_mut();
        // SAFETY: the caller's promise; there is room for as many arguments as `count` says, and missing ones become `undefined`.
        check(unsafe {
            sys::napi_get_cb_info(
                env,
                info,
                &raw mut count,
                arguments.as_mut_ptr(),
                ptr::null_mut(),
                &raw mut data,
            )
        })?;
        Ok((Self { env, arguments }, data))
    }

    /// The first arguments.
    pub(super) fn values<const COUNT: usize>(&self) -> [sys::napi_value; COUNT] {
        *self
            .arguments
            .first_chunk()
            .expect("no operation takes more arguments than there is room for")
    }

    /// The first arguments, as numbers.
    pub(super) fn numbers<const COUNT: usize>(&self) -> Result<[u32; COUNT]> {
        let mut numbers = [0; COUNT];
        for (number, value) in numbers.iter_mut().zip(self.arguments) {
            *number = self.number_of(value)?;
        }
        Ok(numbers)
    }

    /// The number that a value is.
    pub(super) fn number_of(&self, value: sys::napi_value) -> Result<u32> {
        let mut number = 0;
        // SAFETY: a value of the call's scope.
        check(unsafe { sys::napi_get_value_uint32(self.env, value, &raw mut number) })?;
        Ok(number)
    }

    /// A number as the result.
    pub(super) fn number(&self, number: u32) -> Result<sys::napi_value> {
        let mut value = ptr::null_mut();
        // SAFETY: the call's environment and scope.
        check(unsafe { sys::napi_create_uint32(self.env, number, &raw mut value) })?;
        Ok(value)
    }

    /// A string of Latin-1 as the result.
    pub(super) fn latin1(&self, octets: &[u8]) -> Result<sys::napi_value> {
        let mut value = ptr::null_mut();
        // SAFETY: the call's environment and scope; pointer and length are those of a slice, which is copied.
        check(unsafe {
            sys::napi_create_string_latin1(
                self.env,
                octets.as_ptr().cast(),
                octets.len().cast_signed(),
                &raw mut value,
            )
        })?;
        Ok(value)
    }
}
