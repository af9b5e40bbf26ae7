//! What was received, as arguments of a listener.

use crate::made_value::{latin1, made};
use crate::status::check;
use napi::bindgen_prelude::{JsValuesTupleIntoVec, Result, ToNapiValue, Undefined};
use napi::sys;
use rt_ipc::{Batch, DEFAULT_FRAME_LIMIT, Format, Frames, LONG_STRING, LongString, Receiver, StringBytes};
use std::cell::RefCell;
use std::ptr;
use std::rc::Rc;

/// The frames that a channel has received, turned into values within the scope of the call.
pub struct ReceivedArguments {
    pub(super) receiver: Rc<RefCell<Receiver>>,
    /// Whether frames that came together are given as one JSON text.
    pub(super) joins_frames: bool,
}

impl JsValuesTupleIntoVec for ReceivedArguments {
    fn into_vec(self, env: sys::napi_env) -> Result<Vec<sys::napi_value>> {
        let mut receiver = self.receiver.borrow_mut();
        let format = receiver.format();
        let (frames, arrivals) = receiver.frames();
        let with_descriptors = to_value(env, !arrivals.is_empty())?;
        let undefined = to_value(env, Undefined::default())?;
        if self.joins_frames
            && pays_to_join(&frames, format)
            && let Some(batch) = Batch::of(&frames, format)
            // When a string of it cannot be made, reading the frames one by one says of which.
            && let Ok(arguments) = batch_arguments(env, &batch, undefined, with_descriptors)
        {
            return Ok(arguments);
        }
        let first_length = to_value(env, first_length(&frames))?;
        let frames = match (format, frames.get(0)) {
            // Not in an array, which takes as long to make as the string.
            (Format::Newline, Some(only)) if frames.len() == 1 => {
                string(env, only).or_else(|_| texts(env, &frames))?
            }
            (Format::Newline, _) => texts(env, &frames)?,
            (Format::Length, _) => buffer(env, frames.bytes())?,
        };
        Ok(vec![frames, first_length, with_descriptors])
    }
}

fn batch_arguments(
    env: sys::napi_env,
    batch: &Batch<'_>,
    undefined: sys::napi_value,
    with_descriptors: sys::napi_value,
) -> Result<Vec<sys::napi_value>> {
    let mut arguments = vec![string(env, &batch.text)?, undefined, with_descriptors];
    push_long_strings(env, &batch.long_strings, undefined, &mut arguments)?;
    Ok(arguments)
}

/// A short JSON text that came alone is parsed as fast without being looked at.
fn pays_to_join(frames: &Frames<'_>, format: Format) -> bool {
    frames.len() > 1 || format == Format::Length || frames.bytes().len() >= LONG_STRING
}

/// Three values for each string: the position of its frame, its name, and itself.
fn push_long_strings(
    env: sys::napi_env,
    strings: &[LongString<'_>],
    undefined: sys::napi_value,
    arguments: &mut Vec<sys::napi_value>,
) -> Result<()> {
    let mut last = (None, undefined);
    for &LongString { frame, name, content } in strings {
        if name != last.0 {
            last = (name, name.map_or(Ok(undefined), |name| latin1(env, name))?);
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "one event brings far fewer frames"
        )]
        let frame = to_value(env, frame as u32)?;
        arguments.extend([frame, last.1, string_of(env, content)?]);
    }
    Ok(())
}

fn string_of(env: sys::napi_env, content: StringBytes<'_>) -> Result<sys::napi_value> {
    match content {
        StringBytes::Utf8(bytes) => string(env, bytes),
        StringBytes::Latin1(bytes) => latin1(env, bytes),
        StringBytes::Utf16(bytes) => {
            // SAFETY: any two bytes are a unit.
            if let ([], units, []) = unsafe { bytes.align_to::<u16>() } {
                return utf16(env, units);
            }
            // They begin at an odd address.
            let units: Vec<u16> = bytes
                .chunks_exact(2)
                .map(|unit| u16::from_ne_bytes([unit[0], unit[1]]))
                .collect();
            utf16(env, &units)
        }
    }
}

/// An array of texts.
fn texts(env: sys::napi_env, frames: &Frames<'_>) -> Result<sys::napi_value> {
    // SAFETY: the environment is this thread's, in an open handle scope.
    let array = made(|array| unsafe { sys::napi_create_array_with_length(env, frames.len(), array) })?;
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
    if bytes.len() > DEFAULT_FRAME_LIMIT {
        // Only the units count, but V8 takes no more bytes of UTF-8.
        let units: Vec<u16> = String::from_utf8_lossy(bytes).encode_utf16().collect();
        return utf16(env, &units);
    }
    // ASCII is Latin-1 too, which V8 takes without decoding.
    if bytes.is_ascii() {
        return latin1(env, bytes);
    }
    let length = bytes.len().cast_signed();
    // SAFETY: pointer and length are those of a slice, which is copied.
    made(|value| unsafe { sys::napi_create_string_utf8(env, bytes.as_ptr().cast(), length, value) })
}

/// A string of these units.
fn utf16(env: sys::napi_env, units: &[u16]) -> Result<sys::napi_value> {
    let length = units.len().cast_signed();
    // SAFETY: pointer and length are those of a slice, which is copied.
    made(|value| unsafe { sys::napi_create_string_utf16(env, units.as_ptr(), length, value) })
}

/// A Buffer of its own: values that are read from it keep parts of it.
fn buffer(env: sys::napi_env, bytes: &[u8]) -> Result<sys::napi_value> {
    let (start, copy) = (bytes.as_ptr().cast(), ptr::null_mut());
    // SAFETY: pointer and length are those of a slice, which is copied.
    made(|value| unsafe { sys::napi_create_buffer_copy(env, bytes.len(), start, copy, value) })
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
