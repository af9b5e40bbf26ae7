//! What was received, as arguments of a listener.

use crate::status::check;
use napi::bindgen_prelude::{JsValuesTupleIntoVec, Result, ToNapiValue, Undefined};
use napi::sys;
use rt_ipc::{Format, Frames, Receiver, json_text};
use std::cell::RefCell;
use std::ptr;
use std::rc::Rc;

/// Up to this many bytes a frame, on the average, many frames parse faster as one array than one by
/// one.
const BATCHED_FRAME: usize = 1024;

/// The longest string of V8, in units.
const LONGEST_STRING: usize = (1 << 29) - 24;

/// The frames that a channel has received, turned into values within the scope of the call.
pub struct ReceivedArguments {
    pub(super) receiver: Rc<RefCell<Receiver>>,
    /// Whether many short JSON texts are parsed as one.
    pub(super) joins_frames: bool,
}

impl JsValuesTupleIntoVec for ReceivedArguments {
    fn into_vec(self, env: sys::napi_env) -> Result<Vec<sys::napi_value>> {
        let mut receiver = self.receiver.borrow_mut();
        let format = receiver.format();
        let (frames, arrivals) = receiver.frames();
        let with_descriptors = to_value(env, !arrivals.is_empty())?;
        let (frames, first_length) = match format {
            Format::Newline => (
                texts(env, &frames, self.joins_frames)?,
                to_value(env, Undefined::default())?,
            ),
            Format::Length => (
                buffer(env, frames.bytes())?,
                to_value(env, first_length(&frames))?,
            ),
        };
        Ok(vec![frames, first_length, with_descriptors])
    }
}

/// One array's text when that is safe and faster, else an array of texts.
fn texts(env: sys::napi_env, frames: &Frames<'_>, joins_frames: bool) -> Result<sys::napi_value> {
    let total = frames.bytes().len();
    if joins_frames && frames.len() > 1 && total / frames.len() <= BATCHED_FRAME {
        let mut batch = Vec::with_capacity(total + 2);
        if json_text::join(frames.iter(), &mut batch) {
            return string(env, &batch);
        }
    }
    let mut array = ptr::null_mut();
    // SAFETY: the environment is this thread's, in an open handle scope.
    check(unsafe { sys::napi_create_array_with_length(env, frames.len(), &raw mut array) })?;
    for (index, frame) in (0..).zip(frames.iter()) {
        // One that is longer than the longest string stays `undefined`, which cannot be parsed.
        let Ok(text) = string(env, frame) else { continue };
        // SAFETY: both values are of the open handle scope.
        check(unsafe { sys::napi_set_element(env, array, index, text) })?;
    }
    Ok(array)
}

/// A string of the bytes; what is not UTF-8 becomes U+FFFD, as Node's decoder has it.
fn string(env: sys::napi_env, bytes: &[u8]) -> Result<sys::napi_value> {
    let (pointer, length) = (bytes.as_ptr().cast(), bytes.len().cast_signed());
    let mut value = ptr::null_mut();
    // SAFETY: pointer and length are those of a slice, which is copied. ASCII is Latin-1 too, which
    // V8 takes without decoding.
    check(unsafe {
        if bytes.len() > LONGEST_STRING {
            // Only the units count, but V8 takes no more bytes of UTF-8.
            let units: Vec<u16> = String::from_utf8_lossy(bytes).encode_utf16().collect();
            let length = units.len().cast_signed();
            sys::napi_create_string_utf16(env, units.as_ptr(), length, &raw mut value)
        } else if bytes.is_ascii() {
            sys::napi_create_string_latin1(env, pointer, length, &raw mut value)
        } else {
            sys::napi_create_string_utf8(env, pointer, length, &raw mut value)
        }
    })?;
    Ok(value)
}

/// A Buffer of its own: values that are read from it keep parts of it.
fn buffer(env: sys::napi_env, bytes: &[u8]) -> Result<sys::napi_value> {
    let mut value = ptr::null_mut();
    // SAFETY: pointer and length are those of a slice, which is copied.
    check(unsafe {
        sys::napi_create_buffer_copy(
            env,
            bytes.len(),
            bytes.as_ptr().cast(),
            ptr::null_mut(),
            &raw mut value,
        )
    })?;
    Ok(value)
}

/// The length of the first payload. The longest is far below 4 GiB.
fn first_length(frames: &Frames<'_>) -> u32 {
    let length = frames.get(0).map_or(0, <[u8]>::len);
    u32::try_from(length).expect("the longest frame is below 4 GiB")
}

fn to_value(env: sys::napi_env, value: impl ToNapiValue) -> Result<sys::napi_value> {
    // SAFETY: the environment is this thread's, in an open handle scope.
    unsafe { ToNapiValue::to_napi_value(env, value) }
}
