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
            marks: (bytes.equal(b'%') | bytes.equal(b'+')) & !separators,
            not_ascii: bytes.not_ascii(),
        }
    }
}

/// The next block of `input`, at `from` or a multiple of [`STRIDE`] behind it, that holds anything
/// of interest. The last one always does.
#[inline(always)]
fn find<S: Stride>(input: &[u8], from: usize, delimiters: [u8; 2]) -> Block {
    let [separator, assignment] = delimiters;
    let mut start = from;
    while let Some(bytes) = input[start..].first_chunk() {
        let bytes = S::load(bytes);
        if bytes.holds([separator, assignment, b'%', b'+']) {
            return Block::classify(start, bytes, delimiters);
        }
        start += STRIDE;
    }
    let rest = &input[start..];
    let mut bytes = [0; STRIDE];
    bytes[..rest.len()].copy_from_slice(rest);
    let mut block = Block::classify(start, S::load(&bytes), delimiters);
    let end = 1 << rest.len();
    let inside = end - 1;
    block.separators = block.separators & inside | end;
    block.assignments &= inside;
    block.marks &= inside;
    block
}

algorithms! {
    /// The next block of a query string that holds anything of interest.
    fn next_block(input: &[u8], from: usize, delimiters: [u8; 2]) -> Block = find;
}
