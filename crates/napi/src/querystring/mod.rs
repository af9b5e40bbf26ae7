//! The query-string codec as functions that JavaScript calls.

mod call;
mod codec_function;
mod operations;

pub(crate) use codec_function::{CodecFunction, SharedCodec};
pub(crate) use operations::{
    Operation, decode_component, decode_octets, escape_list, escape_pairs, escape_units, escape_utf8,
    is_unescaped, parse, parse_separated, parse_text, reserve,
};
