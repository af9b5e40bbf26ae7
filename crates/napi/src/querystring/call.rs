//! The arguments and results of a call from JavaScript.

use crate::made_value::made;
use crate::status::check;
use napi::bindgen_prelude::{Error, Result};
use napi::sys;
use rt_querystring::batch::Line;
use std::ffi::c_void;
use std::{ptr, slice};

/// The most arguments that an operation takes: the memory, and six numbers.
const MOST_ARGUMENTS: usize = 7;

/// The memory of a call.
pub(crate) struct Memory<'a> {
    pub(super) lines: &'a mut [Line],
    /// Where the lines begin in the buffer.
    pub(super) offset: usize,
}

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
        // SAFETY: the caller's promise; the array holds as many arguments as `count` says, and
        // missing ones become `undefined`.
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

    /// The memory that the first argument is: an `ArrayBuffer` of JavaScript, of which the part is
    /// taken that is aligned for the codec. A shared buffer, which another thread could write
    /// meanwhile, is refused, and so is one that was transferred, which has no bytes any more.
    ///
    /// # Safety
    /// No other result of this lives, and no JavaScript runs while this one does.
    pub(super) unsafe fn memory(&self) -> Result<Memory<'_>> {
        let [value, ..] = self.arguments;
        let mut is_buffer = false;
        // SAFETY: a value of the call's scope.
        check(unsafe { sys::napi_is_arraybuffer(self.env, value, &raw mut is_buffer) })?;
        if !is_buffer {
            return Err(Error::from_reason("the codec's memory is an ArrayBuffer"));
        }
        let (mut start, mut size) = (ptr::null_mut(), 0);
        // SAFETY: the same value.
        check(unsafe { sys::napi_get_arraybuffer_info(self.env, value, &raw mut start, &raw mut size) })?;
        let offset = start.cast::<u8>().align_offset(align_of::<Line>());
        if start.is_null() || offset > size {
            return Err(Error::from_reason("the codec's memory has no bytes"));
        }
        let lines = (size - offset) / size_of::<Line>();
        // SAFETY: the bytes belong to the buffer, which the argument keeps alive; they neither move
        // nor go as long as no JavaScript runs, and no other thread has them. `offset` leads to an
        // aligned address inside, every bit pattern is a `Line`, and nobody else on this side has
        // them: the caller's promise.
        let lines = unsafe { slice::from_raw_parts_mut(start.byte_add(offset).cast(), lines) };
        Ok(Memory { lines, offset })
    }

    /// The arguments behind the memory.
    pub(super) fn values<const COUNT: usize>(&self) -> [sys::napi_value; COUNT] {
        *self.arguments[1..]
            .first_chunk()
            .expect("no operation takes more arguments than there is space for")
    }

    /// The arguments behind the memory, as numbers.
    pub(super) fn numbers<const COUNT: usize>(&self) -> Result<[u32; COUNT]> {
        let mut numbers = [0; COUNT];
        for (number, value) in numbers.iter_mut().zip(&self.arguments[1..]) {
            *number = self.number_of(*value)?;
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
        // SAFETY: the call's environment and scope.
        made(|value| unsafe { sys::napi_create_uint32(self.env, number, value) })
    }
}
