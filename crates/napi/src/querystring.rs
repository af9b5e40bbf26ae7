//! The query-string codec, in numbers only: texts and results are in the codec's memory, which JavaScript sees as an `ArrayBuffer`.

use napi::bindgen_prelude::{ArrayBuffer, Env, Error, Result};
use napi_derive::napi;
use rt_querystring::batch::{Codec, MALFORMED, Syntax, Width};
use std::sync::Arc;

fn width(wide: u32) -> Width {
    if wide == 0 { Width::Octets } else { Width::Units }
}

/// A query-string codec and its memory. It belongs to the environment that made it.
#[napi]
pub struct QuerystringCodec {
    codec: Codec,
}

#[napi]
impl QuerystringCodec {
    /// Makes a codec with room for so many units of input and of wide output, but not less than one block.
    #[napi(constructor, catch_unwind)]
    pub fn new(units: u32, wide_units: u32) -> Self {
        let mut codec = Codec::new();
        if units > 0 || wide_units > 0 {
            codec.reserve(units as usize, wide_units as usize);
        }
        Self { codec }
    }

    /// The codec's memory.
    #[napi(catch_unwind)]
    pub fn memory<'env>(&self, env: &'env Env) -> Result<ArrayBuffer<'env>> {
        let memory = Arc::clone(self.codec.memory());
        let (address, size) = (memory.address().as_ptr(), memory.size());
        // SAFETY: the memory stays where it is as long as the `Arc` lives, which is freed when the buffer is collected. JavaScript runs only while no function of the
        // codec does, in the one thread of the environment.
        let buffer =
            unsafe { ArrayBuffer::from_external(env, address, size, memory, |_, memory| drop(memory)) }?;
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
    pub fn parse(&mut self, wide: u32, start: u32, end: u32, last: u32, syntax: u32, limit: u32) -> u32 {
        let [separator, equals, ..] = syntax.to_le_bytes();
        let Some(syntax) = Syntax::new(separator, equals) else {
            return MALFORMED;
        };
        self.codec.parse(
            width(wide),
            start as usize,
            end as usize,
            last != 0,
            syntax,
            limit,
        )
    }

    /// `Codec::parse_separated`; `flags` are last (1), raw (2), custom decoder (4).
    #[napi(catch_unwind)]
    pub fn parse_separated(
        &mut self,
        separator_length: u32,
        equals_length: u32,
        start: u32,
        end: u32,
        flags: u32,
        limit: u32,
    ) -> u32 {
        let [last, raw, custom_decoder] = [1, 2, 4].map(|bit| flags & bit != 0);
        let (separator, equals) = (separator_length as usize, equals_length as usize);
        self.codec.parse_separated(
            separator,
            equals,
            start as usize,
            end as usize,
            last,
            raw,
            custom_decoder,
            limit,
        )
    }

    /// `Codec::escape`.
    #[napi(catch_unwind)]
    pub fn escape(&mut self, wide: u32, start: u32, end: u32, last: u32) -> u32 {
        self.codec
            .escape(width(wide), start as usize, end as usize, last != 0)
    }

    /// `Codec::escape_list`.
    #[napi(catch_unwind)]
    pub fn escape_list(&mut self, wide: u32, count: u32) -> u32 {
        self.codec.escape_list(width(wide), count as usize)
    }

    /// `Codec::decode_component`.
    #[napi(catch_unwind)]
    pub fn decode_component(&mut self, wide: u32, end: u32) -> u32 {
        self.codec.decode_component(width(wide), end as usize)
    }

    /// `Codec::decode_octets`.
    #[napi(catch_unwind)]
    pub fn decode_octets(&mut self, wide: u32, end: u32, plus_is_space: u32) -> u32 {
        self.codec
            .decode_octets(width(wide), end as usize, plus_is_space != 0)
    }
}

/// Whether an octet stands for itself in an escaped text: 1 or 0.
#[napi(catch_unwind)]
pub fn is_unescaped(octet: u32) -> u32 {
    u32::from(u8::try_from(octet).is_ok_and(rt_querystring::is_unescaped))
}
