//! The query-string codec. Texts and results are in an `ArrayBuffer` of JavaScript, which every
//! function borrows for the length of the call: it is the engine's own, so that the engine knows
//! what it keeps and frees it in code that never yields, and works where buffers of an addon's
//! memory are forbidden.

use crate::querystring::{self, CodecFunction};
use napi_derive::napi;

/// The functions of the codec.
#[napi(object, object_from_js = false)]
pub struct QuerystringCodec {
    /// Prepares a new buffer, whose size [`querystring_memory_size`] gives, for so many units.
    /// Returns where the codec's memory begins in it.
    #[napi(ts_type = "(memory: ArrayBuffer, units: number, wideUnits: number) => number")]
    pub prepare: CodecFunction,
    /// Puts a text into the input, which must have space for it, and reads it as
    /// `Codec::parse_by_word` does; how many units it has, its syntax and its limit are in the
    /// header. Returns the narrow output, nothing when it is empty; how many pairs came is in the
    /// header too.
    #[napi(ts_type = "(memory: ArrayBuffer, text: string) => string | undefined")]
    pub parse_text: CodecFunction,
    /// `Codec::parse_by_word`.
    #[napi(
        ts_type = "(memory: ArrayBuffer, wide: number, start: number, end: number, last: number, syntax: number, limit: number) => number"
    )]
    pub parse: CodecFunction,
    /// `Codec::parse_separated`; `flags` are last (1), raw (2), custom decoder (4).
    #[napi(
        ts_type = "(memory: ArrayBuffer, separatorLength: number, equalsLength: number, start: number, end: number, flags: number, limit: number) => number"
    )]
    pub parse_separated: CodecFunction,
    /// A text, whose length the header says, to the narrow output from `start` on; returns where
    /// that ends.
    #[napi(ts_type = "(memory: ArrayBuffer, text: string, start: number) => number")]
    pub escape_text: CodecFunction,
    /// `Codec::escape_utf8`.
    #[napi(ts_type = "(memory: ArrayBuffer, end: number, start: number) => number")]
    pub escape_utf8: CodecFunction,
    /// `Codec::escape_units`.
    #[napi(ts_type = "(memory: ArrayBuffer, end: number, last: number, start: number) => number")]
    pub escape_units: CodecFunction,
    /// `Codec::decode_component`.
    #[napi(ts_type = "(memory: ArrayBuffer, end: number) => number")]
    pub decode_component: CodecFunction,
    /// `Codec::decode_bytes`.
    #[napi(ts_type = "(memory: ArrayBuffer, end: number, plusIsSpace: number) => number")]
    pub decode_bytes: CodecFunction,
}

/// The functions of the query-string codec.
#[napi(catch_unwind)]
#[must_use]
pub fn create_querystring_codec() -> QuerystringCodec {
    QuerystringCodec {
        prepare: CodecFunction(querystring::prepare),
        parse_text: CodecFunction(querystring::parse_text),
        parse: CodecFunction(querystring::parse),
        parse_separated: CodecFunction(querystring::parse_separated),
        escape_text: CodecFunction(querystring::escape_text),
        escape_utf8: CodecFunction(querystring::escape_utf8),
        escape_units: CodecFunction(querystring::escape_units),
        decode_component: CodecFunction(querystring::decode_component),
        decode_bytes: CodecFunction(querystring::decode_bytes),
    }
}

/// How many bytes the memory of a codec has with space for so many units of input and of wide
/// output; nothing when that is too much.
#[napi(catch_unwind)]
#[must_use]
pub fn querystring_memory_size(units: u32, wide_units: u32) -> Option<f64> {
    let size = querystring::memory_size(units, wide_units)?;
    u32::try_from(size).ok().map(f64::from)
}
