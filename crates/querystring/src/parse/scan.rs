//! The pairs of a query string as positions, one after the other, with delimiters of one octet each.

use super::block::Block;
use crate::Simd;
use crate::lanes::STRIDE;

/// A pair as positions in the text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pair {
    pub(crate) key: Piece,
    pub(crate) value: Piece,
}

/// One half of a pair. Words, not flags: what is stored as octets and loaded together makes the processor wait.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Piece {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Not 0 when it holds `%` or `+`.
    pub(super) marks: u64,
    /// 0 when it is known to hold nothing but ASCII.
    pub(super) not_ascii: u64,
}

/// What is left of a query string: the masks of a block outlive the pair that ends in it, so that each octet is looked at once.
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
        let mut open = Open::at(self.start);
        while self.block.separators == 0 {
            open.meet(&self.block, u64::MAX);
            self.block = self.simd.next_block(self.input, self.next_block, self.delimiters);
            self.next_block = self.block.start + STRIDE;
        }
        let bit = self.block.separators.trailing_zeros() as usize;
        let up_to = self.block.separators ^ (self.block.separators - 1);
        open.meet(&self.block, up_to);
        self.block.take(up_to);
        let end = self.block.start + bit;
        self.start = end + 1;
        Some(open.close(end))
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

/// The pair that is being read.
struct Open {
    start: usize,
    /// Where its key ends, when that was met.
    assignment: Option<usize>,
    /// Bits that were met: which ones does not matter.
    key_marks: u64,
    value_marks: u64,
    not_ascii: u64,
}

impl Open {
    #[inline(always)]
    fn at(start: usize) -> Self {
        Self {
            start,
            assignment: None,
            key_marks: 0,
            value_marks: 0,
            not_ascii: 0,
        }
    }

    /// Takes what a block holds of the pair.
    #[inline(always)]
    fn meet(&mut self, block: &Block, part: u64) {
        let (assignments, marks) = (block.assignments & part, block.marks & part);
        self.not_ascii |= block.not_ascii & part;
        if self.assignment.is_some() {
            self.value_marks |= marks;
        } else if assignments == 0 {
            self.key_marks |= marks;
        } else {
            self.assignment = Some(block.start + assignments.trailing_zeros() as usize);
            let up_to = assignments ^ (assignments - 1);
            self.key_marks |= marks & (up_to >> 1);
            self.value_marks |= marks & !up_to;
        }
    }

    #[inline(always)]
    fn close(&self, end: usize) -> Pair {
        let (key_end, value_start) = match self.assignment {
            Some(assignment) => (assignment, assignment + 1),
            None => (end, end),
        };
        let piece = |start, end, marks| Piece {
            start,
            end,
            marks,
            not_ascii: self.not_ascii,
        };
        Pair {
            key: piece(self.start, key_end, self.key_marks),
            value: piece(value_start, end, self.value_marks),
        }
    }
}
