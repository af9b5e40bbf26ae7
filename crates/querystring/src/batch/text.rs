//! Escaping and decoding one text, or a list of pieces.

use super::codec::{Codec, MALFORMED, Width};
use super::memory::{Regions, header, word};
use super::output::{Output, Source};
use crate::escape::{Kept, Nothing, first, write_units, write_utf8};
use crate::lanes::{Lanes, Native, WIDTH};
use crate::{component, octets};

impl Codec {
    /// Escapes the UTF-8 up to `end` into the narrow output and returns its length, or [`MALFORMED`] when it holds an octet
    /// with which U+FFFD begins: that may stand for a surrogate, which only [`Codec::escape_units`] can tell.
    pub fn escape_utf8(&mut self, end: usize) -> u32 {
        let Regions { octets, narrow, .. } = Self::regions(&mut self.memory);
        write_utf8(octets, end, &mut Joints::escaped(), narrow).map_or(MALFORMED, word)
    }

    /// Escapes the code units up to `end`, at most [`BLOCK`](super::BLOCK), into the narrow output and returns its length, or [`MALFORMED`]. When
    /// `last` is not set and the text ends with the first half of a surrogate pair, that is left (`CONSUMED` tells).
    pub fn escape_units(&mut self, end: usize, last: bool) -> u32 {
        let Regions {
            units,
            narrow,
            header,
            ..
        } = Self::regions(&mut self.memory);
        let mut consumed = end;
        let written = write_units(units, end, &mut Nothing, narrow).or_else(|error| {
            if last || end == 0 {
                return Err(error);
            }
            consumed -= 1;
            write_units(units, consumed, &mut Nothing, narrow)
        });
        header[header::CONSUMED] = word(consumed);
        written.map_or(MALFORMED, word)
    }

    /// Escapes the pieces of pairs that are joined by `=` and `&`, `count` pieces in the UTF-8 up to `end`, into the narrow output, and returns its
    /// length. [`MALFORMED`] is for what [`Codec::escape_utf8`] refuses, and for pieces that hold one of the two themselves: then
    /// [`Codec::escape_list`] is to be asked.
    pub fn escape_pairs(&mut self, end: usize, count: usize) -> u32 {
        let Regions { octets, narrow, .. } = Self::regions(&mut self.memory);
        let mut joints = Joints::kept();
        match write_utf8(octets, end, &mut joints, narrow) {
            Some(written) if joints.count + 1 == count => word(written),
            _ => MALFORMED,
        }
    }

    /// Escapes `count` pieces, at most [`ROWS`](super::ROWS), in the text up to `end`, with one unit between each and the next: pairs as they are joined
    /// by `=` and `&`. The table holds the length of each in code units, none of which ends with a surrogate. The text is UTF-8 or at
    /// most [`BLOCK`](super::BLOCK) code units. Returns the length of the narrow output, or [`MALFORMED`].
    pub fn escape_list(&mut self, width: Width, end: usize, count: usize) -> u32 {
        let Regions {
            octets,
            units,
            narrow,
            table,
            ..
        } = Self::regions(&mut self.memory);
        let between = Between::new(&table[..count]);
        match width {
            Width::Octets => write_utf8(octets, end, &mut Joints::between(between), narrow),
            Width::Units => write_units(units, end, &mut { between }, narrow).ok(),
        }
        .map_or(MALFORMED, word)
    }

    /// Decodes the code units up to `end` as `decodeURIComponent` does. Returns the [`Source`] of the result, whose length is in the
    /// header, or [`MALFORMED`].
    pub fn decode_component(&mut self, end: usize) -> u32 {
        let Regions {
            units,
            narrow,
            wide,
            header,
            ..
        } = Self::regions(&mut self.memory);
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

    /// Decodes the code units up to `end` octet by octet, as `unescapeBuffer` of Node.js, to the narrow output, and returns its length.
    pub fn decode_octets(&mut self, end: usize, plus_is_space: bool) -> u32 {
        let Regions { units, narrow, .. } = Self::regions(&mut self.memory);
        word(octets::decode(&units[..end], plus_is_space, narrow))
    }
}

/// Every `=` and `&`, counted.
struct Joints<'a> {
    count: usize,
    /// The bits of those that are kept: all or none.
    kept: u32,
    /// What is kept instead, where that is known.
    between: Option<Between<'a>>,
}

// One type for three ways: what writes them is compiled once.
impl<'a> Joints<'a> {
    fn kept() -> Self {
        Self {
            count: 0,
            kept: !0,
            between: None,
        }
    }

    fn escaped() -> Self {
        Self {
            count: 0,
            kept: 0,
            between: None,
        }
    }

    fn between(between: Between<'a>) -> Self {
        Self {
            count: 0,
            kept: 0,
            between: Some(between),
        }
    }
}

impl Kept<u8> for Joints<'_> {
    #[inline(always)]
    fn among(&mut self, block: &[u8; WIDTH], _at: usize, length: usize) -> u32 {
        if let Some(between) = &mut self.between {
            return between.among_octets(&block[..length]);
        }
        let lanes = Native::load(block);
        let joints = lanes.equal(b'&').or(lanes.equal(b'=')).bits() & first(length) & self.kept;
        self.count += joints.count_ones() as usize;
        joints
    }

    fn may_be_skipped(&self) -> bool {
        // Both are among what must be escaped, so they are not passed.
        self.between.is_none()
    }
}

/// What stands between the pieces of a list.
struct Between<'a> {
    /// The lengths of the pieces that are not yet reached.
    lengths: core::slice::Iter<'a, u32>,
    /// How many units come before the next one between two pieces.
    before: u32,
    /// In a text of units, how many were passed.
    position: usize,
}

impl<'a> Between<'a> {
    fn new(lengths: &'a [u32]) -> Self {
        let mut lengths = lengths.iter();
        let before = lengths.next().copied().unwrap_or(u32::MAX);
        Self {
            lengths,
            before,
            position: 0,
        }
    }

    /// Passes a unit, and says whether it is one between two pieces.
    fn pass(&mut self) -> bool {
        let is_between = self.before == 0;
        self.before = if is_between {
            // Behind the last piece there is no other.
            self.lengths.next().copied().unwrap_or(u32::MAX)
        } else {
            self.before - 1
        };
        is_between
    }
}

impl Between<'_> {
    /// The bits of the kept octets of UTF-8.
    #[inline(never)]
    fn among_octets(&mut self, octets: &[u8]) -> u32 {
        let mut bits = 0;
        for (index, &octet) in octets.iter().enumerate() {
            // In UTF-16, what follows the first octet of a sequence is no unit, and a sequence of four is two.
            if octet & 0xC0 == 0x80 {
                continue;
            }
            bits |= u32::from(self.pass()) << index;
            if octet >= 0xF0 {
                self.pass();
            }
        }
        bits
    }
}

impl Kept<u16> for Between<'_> {
    fn among(&mut self, _block: &[u16; WIDTH], at: usize, length: usize) -> u32 {
        // A pair of surrogates may have taken the first unit behind the last block.
        for _ in self.position..at {
            self.pass();
        }
        self.position = at + length;
        (0..length).fold(0, |bits, index| bits | u32::from(self.pass()) << index)
    }
}
