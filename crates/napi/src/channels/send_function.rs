//! The function by which JavaScript sends on one channel.
//!
//! It is called for every message, and so it is made by hand: what `#[napi]` generates takes as
//! long as the rest of a send.

use super::open_channel::{Departure, OpenChannel};
use super::outcome::or_errno;
use super::string_values::answered;
use super::{json_frame, payload_frame};
use crate::errno::Errno;
use crate::native_function::native_function;
use napi::bindgen_prelude::ToNapiValue;
use napi::sys;
use rt_ipc::Format;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::rc::{Rc, Weak};

/// `(...payload, coalesced) => number`, for one channel. It does not keep the channel open, nor its
/// listeners alive.
pub struct SendFunction(Weak<OpenChannel>);

impl SendFunction {
    pub(crate) fn new(channel: &Rc<OpenChannel>) -> Self {
        Self(Rc::downgrade(channel))
    }
}

impl ToNapiValue for SendFunction {
    unsafe fn to_napi_value(env: sys::napi_env, function: Self) -> napi::Result<sys::napi_value> {
        // SAFETY: the caller's environment and scope; `send` takes its data for a weak channel.
        unsafe { native_function(env, c"send", send, function.0) }
    }
}

/// The most arguments that most calls have.
const FEW: usize = 8;

unsafe extern "C" fn send(env: sys::napi_env, info: sys::napi_callback_info) -> sys::napi_value {
    let waiting = catch_unwind(AssertUnwindSafe(|| {
        let mut few = [ptr::null_mut(); FEW];
        let mut data = ptr::null_mut();
        // SAFETY: called by Node-API with this environment and information.
        let count = unsafe { arguments_of(env, info, &mut few, &raw mut data) };
        // SAFETY: the data that the function was made with.
        let channel = unsafe { &*data.cast::<Weak<OpenChannel>>() }
            .upgrade()
            .ok_or(Errno::BADF)?;
        if count <= FEW {
            return send_on(env, &channel, &few[..count]);
        }
        let mut many = vec![ptr::null_mut(); count];
        // SAFETY: as above.
        unsafe { arguments_of(env, info, &mut many, ptr::null_mut()) };
        send_on(env, &channel, &many)
    }));
    // A panic: the hook has printed it, and the channel's state is that before the frame.
    let answer = or_errno(waiting.unwrap_or_else(|_| Err(Errno::INVAL.into())));
    let mut value = ptr::null_mut();
    // SAFETY: this environment, in the scope of the call. When it fails, the null pointer is
    // `undefined`.
    unsafe { sys::napi_create_int64(env, answer, &raw mut value) };
    value
}

/// Fills `space` with the arguments of a call, and returns how many there are.
///
/// # Safety
/// Those of `napi_get_cb_info`; `data` is null or where the function's data is put.
unsafe fn arguments_of(
    env: sys::napi_env,
    info: sys::napi_callback_info,
    space: &mut [sys::napi_value],
    data: *mut *mut std::ffi::c_void,
) -> usize {
    let mut count = space.len();
    // SAFETY: the caller's promise; there is space for so many.
    unsafe {
        sys::napi_get_cb_info(
            env,
            info,
            &raw mut count,
            space.as_mut_ptr(),
            ptr::null_mut(),
            data,
        );
    }
    count
}

fn send_on(env: sys::napi_env, channel: &OpenChannel, arguments: &[sys::napi_value]) -> io::Result<usize> {
    let (&coalesced, payload) = arguments.split_last().ok_or(Errno::INVAL)?;
    let mut may_wait = false;
    // SAFETY: a value of the call's scope.
    answered(unsafe { sys::napi_get_value_bool(env, coalesced, &raw mut may_wait) })?;
    let departure = if may_wait {
        Departure::Coalesced
    } else {
        Departure::AtOnce
    };
    let waiting = match channel.format() {
        Format::Newline => channel.send(departure, |queue| json_frame::append(env, payload, queue)),
        Format::Length => channel.send(departure, |queue| payload_frame::append(env, payload, queue)),
    };
    Ok(waiting?.bytes)
}
