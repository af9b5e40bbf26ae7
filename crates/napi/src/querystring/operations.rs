//! What JavaScript can ask of the codec.

use super::call::{Call, Memory};
use crate::made_value::latin1;
use crate::status::check;
use napi::bindgen_prelude::{Error, Result};
use napi::sys;
use rt_querystring::batch::{Codec, Layout, Width, flags, header};

/// An operation: it takes its arguments from the call, whose first is the memory.
pub(crate) type Operation = fn(&Call, Memory<'_>) -> Result<sys::napi_value>;

/// A string without characters needs no call of Node-API: a null pointer is `undefined`.
const NOTHING: sys::napi_value = std::ptr::null_mut();

fn width(wide: u32) -> Width {
    if wide == 0 { Width::Bytes } else { Width::Units }
}

fn codec(memory: Memory<'_>) -> Result<Codec<'_>> {
    Codec::over(memory.lines).ok_or_else(|| Error::from_reason("the memory was not prepared for the codec"))
}

/// The bytes of an `ArrayBuffer` for a codec with these capacities; none when that is too much.
pub(crate) fn memory_size(units: u32, wide_units: u32) -> Option<usize> {
    let lines = Layout::new(units as usize, wide_units as usize)?.lines();
    // The buffer may begin anywhere, so it needs space to start at a multiple of a line, but never
    // as much as another line. An even size: Deno uses all of it as code units, too.
    Some((lines + 1) * size_of::<rt_querystring::batch::Line>() - 2)
}

/// `Codec::prepare`. Returns where the memory begins in the buffer.
pub(crate) fn prepare(call: &Call, memory: Memory<'_>) -> Result<sys::napi_value> {
    let [units, wide_units] = call.numbers()?;
    let offset = u32::try_from(memory.offset).expect("an offset is shorter than a line");
    Layout::new(units as usize, wide_units as usize)
        .and_then(|layout| Codec::prepare(memory.lines, layout))
        .ok_or_else(|| Error::from_reason("the memory has another size"))?;
    call.number(offset)
}

/// A whole text: into the input, then `Codec::parse_by_word` with what the header says. The result
/// is the narrow output, nothing when it is empty; how many pairs came is in the header.
pub(crate) fn parse_text(call: &Call, memory: Memory<'_>) -> Result<sys::napi_value> {
    let mut codec = codec(memory)?;
    let [text] = call.values();
    let words = codec.header();
    let [syntax, limit] = [header::SYNTAX, header::LIMIT].map(|word| words[word]);
    let length = words[header::TEXT_LENGTH] as usize;
    let width = load(call, &mut codec, text, length)?;
    codec.set_width(width);
    codec.parse_by_word(width, 0, length, true, syntax, limit);
    match codec.narrow_output() {
        [] => Ok(NOTHING),
        narrow => latin1(call.env, narrow),
    }
}

/// Puts a text of so many units into the input, as bytes when it is ASCII.
fn load(call: &Call, codec: &mut Codec<'_>, text: sys::napi_value, length: usize) -> Result<Width> {
    if length > codec.capacity() {
        return Err(Error::from_reason("the input has no space for the text"));
    }
    let input = codec.input();
    let mut written = 0;
    let size = size_of_val(input);
    let start = input.as_mut_ptr();
    // SAFETY: a value of the call's scope, and the whole input, of which Node-API writes no more
    // than `size` bytes, with the zero behind the text.
    check(unsafe { sys::napi_get_value_string_utf8(call.env, text, start.cast(), size, &raw mut written) })?;
    // What is not ASCII has more bytes than units; a text that does not fit ends far after its
    // length.
    if written == length {
        return Ok(Width::Bytes);
    }
    load_units(call, codec, text, length)?;
    Ok(Width::Units)
}

/// Puts a text of so many units into the input, as code units.
fn load_units(call: &Call, codec: &mut Codec<'_>, text: sys::napi_value, length: usize) -> Result<()> {
    if length > codec.capacity() {
        return Err(Error::from_reason("the input has no space for the text"));
    }
    let start = codec.input().as_mut_ptr();
    let mut written = 0;
    // SAFETY: a value of the call's scope. The input is longer than its capacity, which is no less
    // than `length`, so the zero behind the text fits.
    check(unsafe { sys::napi_get_value_string_utf16(call.env, text, start, length + 1, &raw mut written) })?;
    if written != length {
        return Err(Error::from_reason("the text is shorter than its length"));
    }
    Ok(())
}

/// `Codec::parse_by_word`.
pub(crate) fn parse(call: &Call, memory: Memory<'_>) -> Result<sys::napi_value> {
    let [wide, start, end, last, syntax, limit] = call.numbers()?;
    call.number(codec(memory)?.parse_by_word(
        width(wide),
        start as usize,
        end as usize,
        last != 0,
        syntax,
        limit,
    ))
}

/// `Codec::parse_separated`; the flags are those of `batch::flags`.
pub(crate) fn parse_separated(call: &Call, memory: Memory<'_>) -> Result<sys::napi_value> {
    let [separator_length, equals_length, start, end, flags, limit] = call.numbers()?;
    let [last, raw, custom_decoder] =
        [flags::LAST, flags::RAW, flags::CUSTOM_DECODER].map(|bit| flags & bit != 0);
    call.number(codec(memory)?.parse_separated(
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

/// A whole text, whose length the header says: into the input, then `Codec::escape_units`.
pub(crate) fn escape_text(call: &Call, memory: Memory<'_>) -> Result<sys::napi_value> {
    let mut codec = codec(memory)?;
    let [text, start] = call.values();
    let start = call.number_of(start)? as usize;
    let length = codec.header()[header::TEXT_LENGTH] as usize;
    load_units(call, &mut codec, text, length)?;
    call.number(codec.escape_units(length, true, start))
}

/// `Codec::escape_utf8`.
pub(crate) fn escape_utf8(call: &Call, memory: Memory<'_>) -> Result<sys::napi_value> {
    let [end, start] = call.numbers()?;
    call.number(codec(memory)?.escape_utf8(end as usize, start as usize))
}

/// `Codec::escape_units`.
pub(crate) fn escape_units(call: &Call, memory: Memory<'_>) -> Result<sys::napi_value> {
    let [end, last, start] = call.numbers()?;
    call.number(codec(memory)?.escape_units(end as usize, last != 0, start as usize))
}

/// `Codec::decode_component`.
pub(crate) fn decode_component(call: &Call, memory: Memory<'_>) -> Result<sys::napi_value> {
    let [end] = call.numbers()?;
    call.number(codec(memory)?.decode_component(end as usize))
}

/// `Codec::decode_bytes`.
pub(crate) fn decode_bytes(call: &Call, memory: Memory<'_>) -> Result<sys::napi_value> {
    let [end, plus_is_space] = call.numbers()?;
    call.number(codec(memory)?.decode_bytes(end as usize, plus_is_space != 0))
}
