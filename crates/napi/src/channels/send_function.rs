//! The function by which JavaScript sends on one channel.
//!
//! It is called for every message, and so it is made by hand: what `#[napi]` generates takes as
//! long as the rest of a send.

use super::open_channel::{OpenChannel, or_errno};
use crate::native_function::native_function;
use crate::status::check;
use napi::bindgen_prelude::ToNapiValue;
use napi::sys;
use rt_ipc::{Departure, Format, Queue, json_text};
use rustix::io::Errno;
use smallvec::{SmallVec, smallvec};
use std::io;
use std::os::fd::OwnedFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::rc::{Rc, Weak};

/// `(payload, coalesced) => number`, for one channel. It does not keep the channel open, nor its
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

unsafe extern "C" fn send(env: sys::napi_env, info: sys::napi_callback_info) -> sys::napi_value {
    let waiting = catch_unwind(AssertUnwindSafe(|| {
        let mut arguments = [ptr::null_mut(); 2];
        let mut count = arguments.len();
        let mut data = ptr::null_mut();
        // SAFETY: called by Node-API with this environment and information; missing arguments
        // become `undefined`.
        unsafe {
            sys::napi_get_cb_info(
                env,
                info,
                &raw mut count,
                arguments.as_mut_ptr(),
                ptr::null_mut(),
                &raw mut data,
            );
        }
        // SAFETY: the data that the function was made with.
        let channel = unsafe { &*data.cast::<Weak<OpenChannel>>() }
            .upgrade()
            .ok_or(Errno::BADF)?;
        let [payload, coalesced] = arguments;
        send_on(env, &channel, payload, coalesced)
    }));
    // A panic: the hook has printed it, and the channel's state is that before the frame.
    let answer = or_errno(waiting.unwrap_or_else(|_| Err(Errno::INVAL.into())));
    let mut value = ptr::null_mut();
    // SAFETY: this environment, in the scope of the call. When it fails, the null pointer is
    // `undefined`.
    unsafe { sys::napi_create_int64(env, answer, &raw mut value) };
    value
}

fn send_on(
    env: sys::napi_env,
    channel: &OpenChannel,
    payload: sys::napi_value,
    coalesced: sys::napi_value,
) -> io::Result<usize> {
    let mut may_wait = false;
    // SAFETY: a value of the call's scope.
    answered(unsafe { sys::napi_get_value_bool(env, coalesced, &raw mut may_wait) })?;
    let departure = if may_wait {
        Departure::Coalesced
    } else {
        Departure::AtOnce
    };
    let waiting = match channel.format() {
        Format::Newline => channel.send(departure, |queue| {
            if append_short_text(env, payload, queue)? {
                return Ok(());
            }
            append_text(env, &pieces_of(env, payload)?, queue)
        }),
        Format::Length => channel.send(departure, |queue| append_bytes(env, payload, queue)),
    };
    Ok(waiting?.bytes)
}

/// A text that takes less is copied without asking for its length first, which would take as long.
const SHORT_TEXT: usize = 2048;

/// Queues a frame of JSON that is a short text; `false`, with nothing queued, for any other
/// payload.
fn append_short_text(
    env: sys::napi_env,
    payload: sys::napi_value,
    queue: &mut Queue<OwnedFd>,
) -> io::Result<bool> {
    let mut is_short = false;
    queue.append(SHORT_TEXT + 1, |bytes| {
        let end = bytes.len();
        let mut written = 0;
        // SAFETY: there are so many bytes behind the end, and `written` of them are initialised
        // afterwards.
        let status = unsafe {
            let spare = bytes.as_mut_ptr().add(end).cast();
            sys::napi_get_value_string_utf8(env, payload, spare, SHORT_TEXT, &raw mut written)
        };
        // What does not fit is cut before the character that does not, which takes four bytes at
        // most; and there is a zero byte behind the text.
        is_short = status == sys::Status::napi_ok && written < SHORT_TEXT - 4;
        if is_short {
            // SAFETY: written just now.
            unsafe { bytes.set_len(end + written) };
            bytes.push(b'\n');
        }
        Ok::<(), io::Error>(())
    })?;
    Ok(is_short)
}

/// Above this many units, the length in UTF-8 is asked for. Below, reserving the most that the text
/// can take costs less than counting.
const COUNTED_UNITS: usize = 1 << 20;

/// The most bytes that UTF-8 takes for a unit of a JavaScript string.
const BYTES_PER_UNIT: usize = 3;

/// The only piece, or the pieces of an array, with the most bytes that each takes.
fn pieces_of(
    env: sys::napi_env,
    payload: sys::napi_value,
) -> io::Result<SmallVec<[(sys::napi_value, usize); 3]>> {
    let mut is_array = false;
    // SAFETY: a value of the call's scope.
    answered(unsafe { sys::napi_is_array(env, payload, &raw mut is_array) })?;
    if !is_array {
        return Ok(smallvec![(payload, most_bytes_of(env, payload)?)]);
    }
    let mut length = 0;
    // SAFETY: an array of the call's scope.
    answered(unsafe { sys::napi_get_array_length(env, payload, &raw mut length) })?;
    (0..length)
        .map(|index| {
            let mut piece = ptr::null_mut();
            // SAFETY: an array of the call's scope.
            answered(unsafe { sys::napi_get_element(env, payload, index, &raw mut piece) })?;
            Ok((piece, most_bytes_of(env, piece)?))
        })
        .collect()
}

/// The most bytes that a string takes in UTF-8, with the zero byte that Node-API writes behind it,
/// or the marks around it.
fn most_bytes_of(env: sys::napi_env, text: sys::napi_value) -> io::Result<usize> {
    let mut length = 0;
    // SAFETY: a value of the call's scope; without a buffer the length in units is asked for.
    answered(unsafe { sys::napi_get_value_string_utf16(env, text, ptr::null_mut(), 0, &raw mut length) })?;
    if length > COUNTED_UNITS {
        // SAFETY: the same, for the length in bytes of UTF-8.
        answered(unsafe { sys::napi_get_value_string_utf8(env, text, ptr::null_mut(), 0, &raw mut length) })?;
    } else {
        length *= BYTES_PER_UNIT;
    }
    Ok(length + 2)
}

/// Queues a frame of JSON: pieces of its text, every second one a string that is to be quoted. An
/// unpaired surrogate in the others becomes U+FFFD.
fn append_text(
    env: sys::napi_env,
    pieces: &[(sys::napi_value, usize)],
    queue: &mut Queue<OwnedFd>,
) -> io::Result<()> {
    let most: usize = pieces.iter().map(|(_, most)| most).sum();
    queue.append(most + 1, |bytes| {
        for (position, &(piece, most)) in pieces.iter().enumerate() {
            let is_quoted = position % 2 == 1;
            if is_quoted {
                bytes.push(b'"');
            }
            let start = bytes.len();
            push_utf8(env, piece, most, bytes)?;
            if is_quoted {
                if !json_text::escape(bytes, start) {
                    return Err(Errno::ILSEQ.into());
                }
                bytes.push(b'"');
            }
        }
        bytes.push(b'\n');
        Ok(())
    })
}

/// Appends a string that takes less than `most` bytes.
fn push_utf8(env: sys::napi_env, text: sys::napi_value, most: usize, bytes: &mut Vec<u8>) -> io::Result<()> {
    // What was escaped before may have taken what the queue has reserved.
    bytes.reserve(most);
    let end = bytes.len();
    let mut written = 0;
    // SAFETY: there are `most` bytes behind the end, and `written` of them are initialised
    // afterwards.
    unsafe {
        let spare = bytes.as_mut_ptr().add(end).cast();
        answered(sys::napi_get_value_string_utf8(
            env,
            text,
            spare,
            most,
            &raw mut written,
        ))?;
        bytes.set_len(end + written);
    }
    Ok(())
}

/// Queues a Buffer behind its length.
fn append_bytes(env: sys::napi_env, payload: sys::napi_value, queue: &mut Queue<OwnedFd>) -> io::Result<()> {
    let mut start = ptr::null_mut();
    let mut length = 0;
    // SAFETY: a value of the call's scope.
    answered(unsafe { sys::napi_get_buffer_info(env, payload, &raw mut start, &raw mut length) })?;
    let payload = if length == 0 {
        &[]
    } else {
        // SAFETY: the bytes of a Buffer, which nothing changes before this call of JavaScript
        // returns.
        unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) }
    };
    let field = Format::length_field(length).map_err(|_| Errno::MSGSIZE)?;
    queue.append(field.len() + length, |bytes| {
        bytes.extend_from_slice(&field);
        bytes.extend_from_slice(payload);
        Ok(())
    })
}

/// A value that is not what it must be: TypeScript's types forbid it.
fn answered(status: sys::napi_status) -> io::Result<()> {
    check(status).map_err(|_| Errno::INVAL.into())
}
