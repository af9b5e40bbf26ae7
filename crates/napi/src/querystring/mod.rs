//! The query-string codec as functions that JavaScript calls.

mod call;
mod codec_function;
mod operations;

pub(crate) use codec_function::{CodecFunction, SharedCodec};
pub(crate) use operations::{
    Operation, decode_component, decode_octets, escape_units, escape_utf8, parse, parse_separated,
    parse_text, reserve,
};
