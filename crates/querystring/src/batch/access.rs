//! Access to the codec's memory from Rust: for tests, and for bindings that copy.

use super::boundary::{COLUMNS, header};
use super::codec::{Codec, Width};
use super::memory::Regions;
use alloc::vec::Vec;
use core::ops::Range;

/// A key or value of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A range of the input: nothing had to be decoded.
    Input(Range<usize>),
    /// Its UTF-16 code units.
    Decoded(Vec<u16>),
}

impl Codec<'_> {
    /// The key and the value in a row of the table.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn row(&mut self, row: usize) -> [Piece; 2] {
        let Regions {
            table, narrow, wide, ..
        } = &mut self.regions;
        let words = &table[row * COLUMNS..][..COLUMNS];
        [0, 2].map(|column| {
            let (start, end) = ((words[column] >> 2) as usize, words[column + 1] as usize);
            match words[column] & 3 {
                1 => Piece::Decoded(narrow[start..end].iter().copied().map(u16::from).collect()),
                2 => Piece::Decoded(wide[start..end].to_vec()),
                _ => Piece::Input(start..end),
            }
        })
    }

    /// What the cache says of the key in a row of the table: the last of its [`COLUMNS`].
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn known(&mut self, row: usize) -> i32 {
        i32::from_ne_bytes(self.regions.table[row * COLUMNS + COLUMNS - 1].to_ne_bytes())
    }

    /// The narrow output up to a length.
    ///
    /// # Panics
    /// When the output is shorter.
    #[must_use]
    pub fn narrow(&mut self, length: usize) -> Vec<u8> {
        self.regions.narrow[..length].to_vec()
    }

    /// The narrow output of the last parse.
    #[must_use]
    pub fn narrow_output(&mut self) -> &[u8] {
        let Regions { header, narrow, .. } = &mut self.regions;
        &narrow[..header[header::NARROW_LENGTH] as usize]
    }

    /// The input, for a binding to write a text into. It is longer than [`Codec::capacity`] units:
    /// a zero fits behind a text of that length.
    pub fn input(&mut self) -> &mut [u16] {
        self.regions.input
    }

    /// How many units fit into the input.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.regions.capacity
    }

    /// Says how a binding has loaded the text ([`header::WIDE`]).
    pub fn set_width(&mut self, width: Width) {
        self.regions.header[header::WIDE] = u32::from(width == Width::Units);
    }

    /// Chooses what makes a value percent-encoded for the calls from now on: with `true`, an
    /// encoded byte of its own only, as in Node.js 26.12 and later; with `false`, the default, a
    /// second one in its key, too ([`header::KEYS_STAND_ALONE`]).
    #[cfg(feature = "node-26")]
    pub fn set_keys_stand_alone(&mut self, alone: bool) {
        self.regions.header[header::KEYS_STAND_ALONE] = u32::from(alone);
    }

    /// The header as it is now.
    #[must_use]
    pub fn header(&mut self) -> [u32; header::WORDS] {
        *self.regions.header
    }

    /// Puts a text into the input as UTF-16 code units.
    ///
    /// # Panics
    /// When the text does not fit into the input.
    pub fn write_units(&mut self, text: &[u16]) {
        self.regions.input[..self.regions.capacity][..text.len()].copy_from_slice(text);
    }

    /// Puts a text into the input as bytes.
    ///
    /// # Panics
    /// When the text does not fit into the input.
    pub fn write_bytes(&mut self, text: &[u8]) {
        let units = &mut self.regions.input[..self.regions.capacity];
        assert!(text.len() <= units.len(), "the input has no space for the text");
        for (unit, bytes) in units.iter_mut().zip(text.chunks(2)) {
            let [first, second] = [bytes[0], bytes.get(1).copied().unwrap_or(0)];
            *unit = u16::from_ne_bytes([first, second]);
        }
    }
}
