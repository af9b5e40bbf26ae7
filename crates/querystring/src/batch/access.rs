//! The codec's memory for those who are on this side of the binding: tests, and bindings that copy.

use super::codec::Codec;
use super::memory::{Regions, header};
use super::table::COLUMNS;
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

impl Codec {
    /// The key and the value in a row of the table.
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn row(&mut self, row: usize) -> [Piece; 2] {
        let Regions {
            table, narrow, wide, ..
        } = Self::regions(&mut self.memory);
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
        i32::from_ne_bytes(Self::regions(&mut self.memory).table[row * COLUMNS + COLUMNS - 1].to_ne_bytes())
    }

    /// The narrow output up to a length.
    ///
    /// # Panics
    /// When the output is shorter.
    #[must_use]
    pub fn narrow(&mut self, length: usize) -> Vec<u8> {
        Self::regions(&mut self.memory).narrow[..length].to_vec()
    }

    /// The narrow output of the last parse.
    #[must_use]
    pub fn narrow_output(&mut self) -> &[u8] {
        let Regions { header, narrow, .. } = Self::regions(&mut self.memory);
        &narrow[..header[header::NARROW_LENGTH] as usize]
    }

    /// The input, for a binding to write a text into, with the room behind its capacity.
    pub fn input(&mut self) -> &mut [u16] {
        let header = self.header();
        let [start, end] = [header::INPUT_OFFSET, header::NARROW_OFFSET].map(|word| header[word] as usize);
        // SAFETY: the input lies between the two, both of which are multiples of 64. The memory was zeroed, every bit pattern is a valid integer, and `&mut
        // self` keeps others away.
        unsafe {
            core::slice::from_raw_parts_mut(
                self.memory.address().as_ptr().add(start).cast(),
                (end - start) / size_of::<u16>(),
            )
        }
    }

    /// The header as it is now.
    #[must_use]
    pub fn header(&mut self) -> [u32; header::WORDS] {
        *Self::regions(&mut self.memory).header
    }

    /// Puts a text into the input as UTF-16 code units.
    ///
    /// # Panics
    /// When the text is longer than the input has room for.
    pub fn write_units(&mut self, text: &[u16]) {
        let octets: Vec<u8> = text.iter().flat_map(|unit| unit.to_ne_bytes()).collect();
        assert!(
            text.len() <= self.header()[header::CAPACITY] as usize,
            "the input has no room for the text"
        );
        self.copy_in(&octets);
    }

    /// Puts a text into the input as octets.
    ///
    /// # Panics
    /// When the text is longer than the input has room for.
    pub fn write_octets(&mut self, text: &[u8]) {
        assert!(
            text.len() <= self.header()[header::CAPACITY] as usize,
            "the input has no room for the text"
        );
        self.copy_in(text);
    }

    fn copy_in(&mut self, text: &[u8]) {
        let offset = self.header()[header::INPUT_OFFSET] as usize;
        // SAFETY: the input has room for twice as many octets from that offset on, and `&mut self` keeps others away.
        unsafe {
            core::ptr::copy_nonoverlapping(
                text.as_ptr(),
                self.memory.address().as_ptr().add(offset),
                text.len(),
            );
        }
    }
}
