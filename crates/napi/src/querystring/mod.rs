//! The query-string codec as functions that JavaScript calls.

mod call;
mod codec_function;
mod operations;

pub(crate) use codec_function::CodecFunction;
pub(crate) use operations::{
    decode_bytes, decode_component, escape_text, escape_units, escape_utf8, memory_size, parse,
    parse_separated, parse_text, prepare,
};
