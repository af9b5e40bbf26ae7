//! The query-string codec. Texts and results are in its memory, which JavaScript sees as an `ArrayBuffer`.

use crate::querystring::{self, CodecFunction, Operation, SharedCodec};
use napi_derive::napi;
use rt_querystring::batch::Codec;

/// The functions of one codec, which lives as long as one of them.
#[napi(object, object_from_js = false)]
pub struct QuerystringCodec {
    /// `Codec::reserve`: other memory, and no keys. Returns that memory, which is the codec's until the next call. With 0 and 0 it is the least.
    #[napi(ts_type = "(units: number, wideUnits: number) => ArrayBuffer")]
    pub reserve: CodecFunction,
    /// Puts a text into the input, which must have room for it, and reads it as `Codec::parse_by_word` does; how many units it has, its syntax and its limit are
    /// in the header. Returns the narrow output, nothing when it is empty; how many pairs came is in the header too.
    #[napi(ts_type = "(text: string) => string | undefined")]
    pub parse_text: CodecFunction,
    /// `Codec::parse_by_word`.
    #[napi(
        ts_type = "(wide: number, start: number, end: number, last: number, syntax: number, limit: number) => number"
    )]
    pub parse: CodecFunction,
    /// `Codec::parse_separated`; `flags` are last (1), raw (2), custom decoder (4).
    #[napi(
        ts_type = "(separatorLength: number, equalsLength: number, start: number, end: number, flags: number, limit: number) => number"
    )]
    pub parse_separated: CodecFunction,
    /// `Codec::escape_utf8`.
    #[napi(ts_type = "(end: number, joints: number, start: number) => number")]
    pub escape_utf8: CodecFunction,
    /// `Codec::escape_units`.
    #[napi(ts_type = "(end: number, last: number, start: number) => number")]
    pub escape_units: CodecFunction,
    /// `Codec::decode_component`.
    #[napi(ts_type = "(end: number) => number")]
    pub decode_component: CodecFunction,
    /// `Codec::decode_octets`.
    #[napi(ts_type = "(end: number, plusIsSpace: number) => number")]
    pub decode_octets: CodecFunction,
}

/// Makes a query-string codec.
#[napi(catch_unwind)]
#[must_use]
pub fn create_querystring_codec() -> QuerystringCodec {
    let codec = SharedCodec::new(Codec::new().into());
    let function = |operation: Operation| CodecFunction::new(&codec, operation);
    QuerystringCodec {
        reserve: function(querystring::reserve),
        parse_text: function(querystring::parse_text),
        parse: function(querystring::parse),
        parse_separated: function(querystring::parse_separated),
        escape_utf8: function(querystring::escape_utf8),
        escape_units: function(querystring::escape_units),
        decode_component: function(querystring::decode_component),
        decode_octets: function(querystring::decode_octets),
    }
}
