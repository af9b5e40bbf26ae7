//! Escaping and decoding one text, or a list of pieces.

use super::codec::{Codec, MALFORMED, Width};
use super::memory::{Regions, header, word};
use super::output::{Output, Source};
use crate::escape::{LoneSurrogate, write};
use crate::unit::Unit;
use crate::{component, octets};

/// Bit of an entry of the list that [`Codec::escape_list`] takes: the piece is a key, so `=` follows it instead of `&`.
const KEY: u32 = 1;

impl Codec {
    /// Escapes the text between `start` and `end`, at most [`BLOCK`](super::BLOCK) units, into the narrow output and returns its length, or [`MALFORMED`]. When `last` is not
    /// set and the text ends with the first half of a surrogate pair, that is left (`CONSUMED` tells).
    pub fn escape(&mut self, width: Width, start: usize, end: usize, last: bool) -> u32 {
        let Regions {
            octets,
            units,
            narrow,
            header,
            ..
        } = Self::regions(&mut self.memory);
        let mut consumed = end;
        let written = match width {
            Width::Octets => write(&octets[start..end], narrow, 0),
            Width::Units => write(&units[start..end], narrow, 0).or_else(|error| {
                if last || end == start {
                    return Err(error);
                }
                consumed -= 1;
                write(&units[start..consumed], narrow, 0)
            }),
        };
        header[header::CONSUMED] = word(consumed);
        written.map_or(MALFORMED, word)
    }

    /// Escapes `count` pieces, at most [`ROWS`](super::ROWS), that follow each other in the input, at most [`BLOCK`](super::BLOCK) units, and joins them. The table holds twice the length of each; its lowest bit says
    /// that the piece is a key, which `=` follows; `&` follows the others, and nothing the last. Returns the length of the narrow
    /// output, or [`MALFORMED`].
    pub fn escape_list(&mut self, width: Width, count: usize) -> u32 {
        let Regions {
            octets,
            units,
            narrow,
            table,
            ..
        } = Self::regions(&mut self.memory);
        let pieces = &table[..count];
        match width {
            Width::Octets => escape_list(octets, pieces, narrow),
            Width::Units => escape_list(units, pieces, narrow),
        }
        .map_or(MALFORMED, word)
    }

    /// Decodes the text up to `end` as `decodeURIComponent` does. Returns the [`Source`] of the result, whose length is in the
    /// header, or [`MALFORMED`].
    pub fn decode_component(&mut self, width: Width, end: usize) -> u32 {
        let Regions {
            octets,
            units,
            narrow,
            wide,
            header,
            ..
        } = Self::regions(&mut self.memory);
        let length = match width {
            Width::Octets => component::decode(&octets[..end], false, wide),
            Width::Units => component::decode(&units[..end], false, wide),
        };
        let Some(length) = length else { return MALFORMED };
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

    /// Decodes the text up to `end` octet by octet, as `unescapeBuffer` of Node.js, to the narrow output, and returns its length.
    pub fn decode_octets(&mut self, width: Width, end: usize, plus_is_space: bool) -> u32 {
        let Regions {
            octets,
            units,
            narrow,
            ..
        } = Self::regions(&mut self.memory);
        word(match width {
            Width::Octets => octets::decode(&octets[..end], plus_is_space, narrow),
            Width::Units => octets::decode(&units[..end], plus_is_space, narrow),
        })
    }
}

fn escape_list<T: Unit>(input: &[T], pieces: &[u32], narrow: &mut [u8]) -> Result<usize, LoneSurrogate> {
    let mut start = 0;
    let mut written = 0;
    for (index, piece) in pieces.iter().enumerate() {
        let end = start + (piece >> 1) as usize;
        written = write(&input[start..end], narrow, written)?;
        start = end;
        if piece & KEY != 0 || index + 1 < pieces.len() {
            narrow[written] = if piece & KEY == 0 { b'&' } else { b'=' };
            written += 1;
        }
    }
    Ok(written)
}
