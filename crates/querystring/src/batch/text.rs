//! Escaping and decoding one text.

use super::boundary::{MALFORMED, Source, header};
use super::codec::Codec;
use super::memory::{Regions, bytes as bytes_of, word};
use super::output::Output;
use crate::escape::{write_units, write_utf8};
use crate::{bytes, component};

impl Codec<'_> {
    /// Escapes the UTF-8 up to `end` into the narrow output from `start` on, and returns where that
    /// ends. [`MALFORMED`] is for a text with the first byte of U+FFFD, which may have been a lone
    /// surrogate: only [`Codec::escape_units`] knows.
    pub fn escape_utf8(&mut self, end: usize, start: usize) -> u32 {
        let Regions { input, narrow, .. } = &mut self.regions;
        write_utf8(bytes_of(input), end, &mut narrow[start..])
            .map_or(MALFORMED, |written| word(start + written))
    }

    /// Escapes the code units up to `end`, at most [`BLOCK`](super::BLOCK), into the narrow output
    /// from `start` on, and returns where that ends, or [`MALFORMED`]. When `last` is not set and
    /// the text ends with the first half of a surrogate pair, that is left (`CONSUMED` tells).
    pub fn escape_units(&mut self, end: usize, last: bool, start: usize) -> u32 {
        let Regions {
            input: units,
            narrow,
            header,
            ..
        } = &mut self.regions;
        let output = &mut narrow[start..];
        let mut consumed = end;
        let written = write_units(units, end, output).or_else(|error| {
            if last || end == 0 {
                return Err(error);
            }
            consumed -= 1;
            write_units(units, consumed, output)
        });
        header[header::CONSUMED] = word(consumed);
        written.map_or(MALFORMED, |written| word(start + written))
    }

    /// Decodes the code units up to `end` as `decodeURIComponent` does. Returns the [`Source`] of
    /// the result, whose length is in the header, or [`MALFORMED`].
    pub fn decode_component(&mut self, end: usize) -> u32 {
        let Regions {
            input: units,
            narrow,
            wide,
            header,
            ..
        } = &mut self.regions;
        let Some(length) = component::decode(&units[..end], false, wide) else {
            return MALFORMED;
        };
        let mut output = Output::new(narrow, wide);
        output.keep_wide(length);
        header[header::NARROW_LENGTH] = word(output.narrow_length);
        header[header::WIDE_LENGTH] = word(output.wide_length);
        if output.wide_length > 0 {
            Source::Wide as u32
        } else {
            Source::Narrow as u32
        }
    }

    /// Decodes the code units up to `end` byte by byte, as `unescapeBuffer` of Node.js, to the
    /// narrow output, and returns its length.
    pub fn decode_bytes(&mut self, end: usize, plus_is_space: bool) -> u32 {
        let Regions {
            input: units, narrow, ..
        } = &mut self.regions;
        word(bytes::decode(&units[..end], plus_is_space, narrow))
    }
}
