//! The query-string codec, in numbers only: texts and results are in the codec's memory, which JavaScript sees as an `ArrayBuffer`.

use napi::bindgen_prelude::{ArrayBuffer, Env, Error, Result};
use napi_derive::napi;
use rt_querystring::batch::{Codec, MALFORMED, Syntax, Width};
use std::cell::RefCell;
use std::sync::Arc;

fn width(wide: u32) -> Width {
    if wide == 0 { Width::Octets } else { Width::Units }
}

thread_local! {
    /// The codecs of this thread's environments. JavaScript holds their numbers: what a class instance costs at each call, the check of its type, takes longer
    /// than a short query string.
    static CODECS: RefCell<Vec<Codec>> = const { RefCell::new(Vec::new()) };
}

/// Calls a codec of this thread by its number.
fn with_codec<R>(codec: u32, call: impl FnOnce(&mut Codec) -> R) -> Result<R> {
    CODECS.with_borrow_mut(|codecs| {
        let codec = codecs
            .get_mut(codec as usize)
            .ok_or_else(|| Error::from_reason("there is no such codec"))?;
        Ok(call(codec))
    })
}

/// Makes a query-string codec, which lives as long as the thread, and returns its number in calls to this module.
#[napi(catch_unwind)]
pub fn create_querystring_codec() -> Result<u32> {
    CODECS.with_borrow_mut(|codecs| {
        codecs.push(Codec::new());
        u32::try_from(codecs.len() - 1).map_err(|_| Error::from_reason("there are too many codecs"))
    })
}

/// `Codec::reserve`: other memory, and no keys. With 0 and 0 it is the least.
#[napi(catch_unwind)]
pub fn querystring_reserve(codec: u32, units: u32, wide_units: u32) -> Result<()> {
    with_codec(codec, |codec| codec.reserve(units as usize, wide_units as usize))
}

/// The codec's memory, until the next `querystringReserve`.
#[napi(catch_unwind)]
pub fn querystring_memory(env: &Env, codec: u32) -> Result<ArrayBuffer<'_>> {
    let memory = with_codec(codec, |codec| Arc::clone(codec.memory()))?;
    let (address, size) = (memory.address().as_ptr(), memory.size());
    // SAFETY: the memory stays where it is as long as the `Arc` lives, which is dropped when the buffer is collected. JavaScript
    // runs only while no function of the codec does, in the one thread that has both.
    let buffer = unsafe { ArrayBuffer::from_external(env, address, size, memory, |_, memory| drop(memory)) }?;
    if buffer.as_ptr() == address.cast_const() {
        Ok(buffer)
    } else {
        Err(Error::from_reason(
            "this runtime copies external memory instead of sharing it",
        ))
    }
}

/// `Codec::parse`; the separator is in the lowest octet of `syntax`, the equals sign in the next.
#[napi(catch_unwind)]
pub fn querystring_parse(
    codec: u32,
    wide: u32,
    start: u32,
    end: u32,
    last: u32,
    syntax: u32,
    limit: u32,
) -> Result<u32> {
    let [separator, equals, ..] = syntax.to_le_bytes();
    let Some(syntax) = Syntax::new(separator, equals) else {
        return Ok(MALFORMED);
    };
    with_codec(codec, |codec| {
        codec.parse(
            width(wide),
            start as usize,
            end as usize,
            last != 0,
            syntax,
            limit,
        )
    })
}

/// `Codec::parse_separated`; `flags` are last (1), raw (2), custom decoder (4).
#[napi(catch_unwind)]
pub fn querystring_parse_separated(
    codec: u32,
    separator_length: u32,
    equals_length: u32,
    start: u32,
    end: u32,
    flags: u32,
    limit: u32,
) -> Result<u32> {
    let [last, raw, custom_decoder] = [1, 2, 4].map(|bit| flags & bit != 0);
    let (separator, equals) = (separator_length as usize, equals_length as usize);
    with_codec(codec, |codec| {
        codec.parse_separated(
            separator,
            equals,
            start as usize,
            end as usize,
            last,
            raw,
            custom_decoder,
            limit,
        )
    })
}

/// `Codec::escape_utf8`.
#[napi(catch_unwind)]
pub fn querystring_escape_utf8(codec: u32, end: u32) -> Result<u32> {
    with_codec(codec, |codec| codec.escape_utf8(end as usize))
}

/// `Codec::escape_units`.
#[napi(catch_unwind)]
pub fn querystring_escape_units(codec: u32, end: u32, last: u32) -> Result<u32> {
    with_codec(codec, |codec| codec.escape_units(end as usize, last != 0))
}

/// `Codec::escape_pairs`.
#[napi(catch_unwind)]
pub fn querystring_escape_pairs(codec: u32, end: u32, count: u32) -> Result<u32> {
    with_codec(codec, |codec| codec.escape_pairs(end as usize, count as usize))
}

/// `Codec::escape_list`.
#[napi(catch_unwind)]
pub fn querystring_escape_list(codec: u32, wide: u32, end: u32, count: u32) -> Result<u32> {
    with_codec(codec, |codec| {
        codec.escape_list(width(wide), end as usize, count as usize)
    })
}

/// `Codec::decode_component`.
#[napi(catch_unwind)]
pub fn querystring_decode_component(codec: u32, end: u32) -> Result<u32> {
    with_codec(codec, |codec| codec.decode_component(end as usize))
}

/// `Codec::decode_octets`.
#[napi(catch_unwind)]
pub fn querystring_decode_octets(codec: u32, end: u32, plus_is_space: u32) -> Result<u32> {
    with_codec(codec, |codec| {
        codec.decode_octets(end as usize, plus_is_space != 0)
    })
}

/// Whether an octet stands for itself in an escaped text: 1 or 0.
#[napi(catch_unwind)]
pub fn querystring_is_unescaped(octet: u32) -> u32 {
    u32::from(u8::try_from(octet).is_ok_and(rt_querystring::is_unescaped))
}
