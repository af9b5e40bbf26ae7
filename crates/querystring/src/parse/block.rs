//! Where the delimiters of a query string are, sixty-four bytes at a time.

use crate::lanes::{STRIDE, Stride};
use crate::simd::algorithms;

/// Where the bytes of a block stand that mean something, one bit for each, and where it begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) start: usize,
    /// Where pairs end. The end of the text is among them.
    pub(crate) separators: u64,
    pub(crate) assignments: u64,
    /// `%` and `+`.
    pub(crate) marks: u64,
    pub(crate) not_ascii: u64,
}

impl Block {
    /// A block of which nothing is left.
    pub(crate) const EMPTY: Self = Self {
        start: 0,
        separators: 0,
        assignments: 0,
        marks: 0,
        not_ascii: 0,
    };

    #[inline(always)]
    fn classify<S: Stride>(start: usize, bytes: S, [separator, assignment]: [u8; 2]) -> Self {
        let separators = bytes.equal(separator);
        Self {
            start,
            separators,
            // A byte that is both, separates.
            assignments: bytes.equal(assignment) & !separators,
            marks: bytes.either(b'%', b'+') & !separators,
            not_ascii: bytes.not_ascii(),
        }
    }

    #[inline(always)]
    fn holds_anything(&self) -> bool {
        self.separators | self.assignments | self.marks | self.not_ascii != 0
    }

    /// The block without its first bytes.
    #[inline(always)]
    fn behind(self, count: usize) -> Self {
        Self {
            start: self.start,
            separators: self.separators >> count,
            assignments: self.assignments >> count,
            marks: self.marks >> count,
            not_ascii: self.not_ascii >> count,
        }
    }
}

/// Puts the next block of `input` that holds anything of interest into `found`: the one at `from`,
/// or at a multiple of [`STRIDE`] behind it. The last one always does.
///
/// In a value that has `marks` already, nothing but its end is of interest, and what is not ASCII.
#[inline(always)]
fn find<S: Stride>(input: &[u8], from: usize, delimiters: [u8; 2], marks: bool, found: &mut Block) {
    let [separator, assignment] = delimiters;
    let mut start = from;
    // The first one mostly does, and short texts have no other.
    if from == 0 {
        if let Some(bytes) = input.first_chunk() {
            *found = Block::classify(0, S::load(bytes), delimiters);
            if found.holds_anything() {
                return;
            }
            start = STRIDE;
        }
    }
    while let Some(bytes) = input[start..].first_chunk() {
        let bytes = S::load(bytes);
        let is_of_interest = if marks {
            bytes.holds([separator])
        } else {
            bytes.holds([separator, assignment, b'%', b'+'])
        };
        if is_of_interest {
            *found = Block::classify(start, bytes, delimiters);
            return;
        }
        start += STRIDE;
    }
    *found = last::<S>(input, start, delimiters);
}

/// The last block, which begins at `start` and is not full.
#[inline(always)]
fn last<S: Stride>(input: &[u8], start: usize, delimiters: [u8; 2]) -> Block {
    let length = input.len() - start;
    let mut block = match input.last_chunk() {
        // Most of the bytes were looked at before: taking them again is faster than a copy.
        Some(bytes) if length > 0 => {
            Block::classify(start, S::load(bytes), delimiters).behind(STRIDE - length)
        }
        _ => {
            let mut bytes = [0; STRIDE];
            bytes[..length].copy_from_slice(&input[start..]);
            Block::classify(start, S::load(&bytes), delimiters)
        }
    };
    let end = 1 << length;
    let inside = end - 1;
    block.separators = block.separators & inside | end;
    block.assignments &= inside;
    block.marks &= inside;
    block
}

algorithms! {
    /// Finds the next block of a query string that holds anything of interest.
    fn find_block(input: &[u8], from: usize, delimiters: [u8; 2], marks: bool, found: &mut Block) -> () = find;
}
