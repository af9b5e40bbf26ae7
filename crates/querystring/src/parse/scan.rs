//! The pairs of a query string as positions, one after the other, with delimiters of one byte each.

use super::block::Block;
use crate::Simd;
use crate::lanes::STRIDE;
use crate::open_pair::{Half, OpenPair};

/// A pair as positions in the text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pair {
    pub(crate) key: Piece,
    pub(crate) value: Piece,
}

/// One half of a pair. Whole words instead of flags, since storing bytes and loading them together
/// stalls the processor.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Piece {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Not 0 when it holds `%` or `+`.
    pub(super) marks: u64,
    /// 0 when it is known to hold nothing but ASCII.
    pub(super) not_ascii: u64,
}

/// What is left of a query string: the masks of a block outlive the pair that ends in it, so that
/// each byte is looked at once.
#[derive(Clone, Debug)]
pub(super) struct Scan<'a> {
    pub(super) input: &'a [u8],
    pub(super) simd: Simd,
    delimiters: [u8; 2],
    /// What was not yet taken of the current block.
    block: Block,
    /// Where the block after it begins.
    next_block: usize,
    /// Where the next pair begins; behind the text's end when there is none.
    start: usize,
}

impl<'a> Scan<'a> {
    #[inline(always)]
    pub(super) fn new(input: &'a [u8], separator: u8, assignment: u8, simd: Simd) -> Self {
        Self {
            input,
            simd,
            delimiters: [separator, assignment],
            block: Block::EMPTY,
            next_block: 0,
            start: 0,
        }
    }

    /// The text from the next pair on; nothing when all were taken.
    #[inline(always)]
    pub(super) fn rest(&self) -> Option<&'a [u8]> {
        self.input.get(self.start..)
    }

    /// The next pair, which is empty where two separators meet.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Pair> {
        if self.start > self.input.len() {
            return None;
        }
        let mut open = OpenPair::at(self.start);
        let mut not_ascii = 0;
        while self.block.separators == 0 {
            let Block {
                start,
                assignments,
                marks,
                ..
            } = self.block;
            open.meet(assignments, marks, start);
            not_ascii |= self.block.not_ascii;
            self.simd.find_block(
                self.input,
                self.next_block,
                self.delimiters,
                open.value_has_marks(),
                &mut self.block,
            );
            self.next_block = self.block.start + STRIDE;
        }
        let Block {
            start,
            separators,
            assignments,
            marks,
            ..
        } = self.block;
        let up_to = separators ^ (separators - 1);
        open.meet(assignments & up_to, marks & up_to, start);
        not_ascii |= self.block.not_ascii & up_to;
        self.block.take(up_to);
        let end = start + separators.trailing_zeros() as usize;
        self.start = end + 1;
        let (key, value) = open.halves(end);
        let piece = |Half { start, end, marks }| Piece {
            start,
            end,
            marks,
            not_ascii,
        };
        Some(Pair {
            key: piece(key),
            value: piece(value),
        })
    }
}

impl Block {
    /// Leaves out what the bits of `taken` say.
    #[inline(always)]
    fn take(&mut self, taken: u64) {
        self.separators &= !taken;
        self.assignments &= !taken;
        self.marks &= !taken;
        self.not_ascii &= !taken;
    }
}
