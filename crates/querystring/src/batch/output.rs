//! The two outputs: decoded text as Latin-1 and as UTF-16.

use super::boundary::Source;
use super::memory::word;

/// A piece of a result: a range of one of the sources.
#[derive(Clone, Copy)]
pub(super) struct Span {
    source: Source,
    start: usize,
    end: usize,
}

impl Span {
    #[inline(always)]
    pub(super) fn new(source: Source, start: usize, end: usize) -> Self {
        Self { source, start, end }
    }

    /// The two words of the table: start and source, end.
    #[inline(always)]
    pub(super) fn words(self) -> [u32; 2] {
        [word(self.start) << 2 | self.source as u32, word(self.end)]
    }
}

/// Both outputs and how far they are filled.
pub(super) struct Output<'a> {
    pub(super) narrow: &'a mut [u8],
    pub(super) narrow_length: usize,
    pub(super) wide: &'a mut [u16],
    pub(super) wide_length: usize,
    /// Whether a key never says that its value has to be decoded.
    pub(super) keys_stand_alone: bool,
}

impl<'a> Output<'a> {
    pub(super) fn new(narrow: &'a mut [u8], wide: &'a mut [u16]) -> Self {
        Self {
            narrow,
            narrow_length: 0,
            wide,
            wide_length: 0,
            keys_stand_alone: false,
        }
    }

    /// Keeps `length` units that were written behind the wide output, in the narrow one when all
    /// fit into a byte.
    pub(super) fn keep_wide(&mut self, length: usize) -> Span {
        let start = self.wide_length;
        let units = &self.wide[start..start + length];
        let bits = units.iter().fold(0, |bits, unit| bits | unit);
        self.keep_units(length, bits)
    }

    /// [`Output::keep_wide`] when the bits of all units together are known.
    pub(super) fn keep_units(&mut self, length: usize, bits: u16) -> Span {
        let start = self.wide_length;
        if bits < 0x100 {
            let narrow_start = self.narrow_length;
            let units = &self.wide[start..start + length];
            for (byte, unit) in self.narrow[narrow_start..].iter_mut().zip(units) {
                *byte = unit.to_le_bytes()[0];
            }
            return self.keep_narrow(narrow_start + length);
        }
        self.wide_length += length;
        Span::new(Source::Wide, start, self.wide_length)
    }

    /// Keeps what was written to the narrow output up to `end`.
    #[inline(always)]
    pub(super) fn keep_narrow(&mut self, end: usize) -> Span {
        let start = core::mem::replace(&mut self.narrow_length, end);
        Span::new(Source::Narrow, start, end)
    }
}
