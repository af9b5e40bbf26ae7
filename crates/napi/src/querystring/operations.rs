//! What JavaScript can ask of a codec.

use super::call::Call;
use super::codec_function::environment;
use crate::status::check;
use napi::bindgen_prelude::{ArrayBuffer, Error, Result, ToNapiValue};
use napi::sys;
use rt_querystring::batch::{Codec, Width, header};
use std::sync::Arc;

/// An operation: it takes its arguments from the call.
pub(crate) type Operation = fn(&Call, &mut Codec) -> Result<sys::napi_value>;

/// A string without characters needs no call of Node-API: a null pointer is `undefined`.
const NOTHING: sys::napi_value = std::ptr::null_mut();

fn width(wide: u32) -> Width {
    if wide == 0 { Width::Octets } else { Width::Units }
}

/// `Codec::reserve`, and the memory until the next one.
pub(crate) fn reserve(call: &Call, codec: &mut Codec) -> Result<sys::napi_value> {
    let [units, wide_units] = call.numbers()?;
    codec.reserve(units as usize, wide_units as usize);
    let memory = Arc::clone(codec.memory());
    let (address, size) = (memory.address().as_ptr(), memory.size());
    let env = environment(call.env);
    // SAFETY: the memory stays where it is as long as the `Arc` lives, which is dropped when the buffer is collected. JavaScript
    // runs only while no function of the codec does, in the one thread that has both.
    let buffer =
        unsafe { ArrayBuffer::from_external(&env, address, size, memory, |_, memory| drop(memory)) }?;
    if buffer.as_ptr() != address.cast_const() {
        return Err(Error::from_reason(
            "this runtime copies external memory instead of sharing it",
        ));
    }
    // SAFETY: the call's environment and scope.
    unsafe { ToNapiValue::to_napi_value(call.env, buffer) }
}

/// A whole text: into the input, then `Codec::parse_by_word` with what the header says. The result is the narrow output, nothing when it is empty; how many
/// pairs came is in the header.
pub(crate) fn parse_text(call: &Call, codec: &mut Codec) -> Result<sys::napi_value> {
    let [text] = call.values();
    let words = codec.header();
    let [syntax, limit] = [header::SYNTAX, header::LIMIT].map(|word| words[word]);
    let length = words[header::TEXT_LENGTH] as usize;
    let width = load(call, codec, text, length)?;
    codec.parse_by_word(width, 0, length, true, syntax, limit);
    match codec.narrow_output() {
        [] => Ok(NOTHING),
        narrow => call.latin1(narrow),
    }
}

/// Puts a text of so many units into the input, as octets when it is ASCII.
fn load(call: &Call, codec: &mut Codec, text: sys::napi_value, length: usize) -> Result<Width> {
    let input = codec.input();
    if length > input.len() {
        return Err(Error::from_reason("the input has no room for the text"));
    }
    let mut written = 0;
    let room = size_of_val(input);
    let start = input.as_mut_ptr();
    // SAFETY: a value of the call's scope, and the whole input, of which Node-API writes no more than `room` octets.
    check(unsafe { sys::napi_get_value_string_utf8(call.env, text, start.cast(), room, &raw mut written) })?;
    // Whatever is not ASCII takes more octets than units; a text that does not fit ends far behind its length.
    if written == length {
        return Ok(Width::Octets);
    }
    // SAFETY: the same, in units; there is room for the zero that is written behind the text.
    check(unsafe { sys::napi_get_value_string_utf16(call.env, text, start, length + 1, &raw mut written) })?;
    Ok(Width::Units)
}

/// `Codec::parse_by_word`.
pub(crate) fn parse(call: &Call, codec: &mut Codec) -> Result<sys::napi_value> {
    let [wide, start, end, last, syntax, limit] = call.numbers()?;
    call.number(codec.parse_by_word(
        width(wide),
        start as usize,
        end as usize,
        last != 0,
        syntax,
        limit,
    ))
}

/// `Codec::parse_separated`; the flags are last (1), raw (2), custom decoder (4).
pub(crate) fn parse_separated(call: &Call, codec: &mut Codec) -> Result<sys::napi_value> {
    let [separator_length, equals_length, start, end, flags, limit] = call.numbers()?;
    let [last, raw, custom_decoder] = [1, 2, 4].map(|bit| flags & bit != 0);
    call.number(codec.parse_separated(
        separator_length as usize,
        equals_length as usize,
        start as usize,
        end as usize,
        last,
        raw,
        custom_decoder,
        limit,
    ))
}

/// `Codec::escape_utf8`.
pub(crate) fn escape_utf8(call: &Call, codec: &mut Codec) -> Result<sys::napi_value> {
    let [end, joints, start] = call.numbers()?;
    call.number(codec.escape_utf8(end as usize, joints as usize, start as usize))
}

/// `Codec::escape_units`.
pub(crate) fn escape_units(call: &Call, codec: &mut Codec) -> Result<sys::napi_value> {
    let [end, last, start] = call.numbers()?;
    call.number(codec.escape_units(end as usize, last != 0, start as usize))
}

/// `Codec::decode_component`.
pub(crate) fn decode_component(call: &Call, codec: &mut Codec) -> Result<sys::napi_value> {
    let [end] = call.numbers()?;
    call.number(codec.decode_component(end as usize))
}

/// `Codec::decode_octets`.
pub(crate) fn decode_octets(call: &Call, codec: &mut Codec) -> Result<sys::napi_value> {
    let [end, plus_is_space] = call.numbers()?;
    call.number(codec.decode_octets(end as usize, plus_is_space != 0))
}
