//! Where the delimiters of a query string are, sixty-four octets at a time.

use crate::lanes::{STRIDE, Stride};

/// Where the octets of a block stand that mean something, one bit for each, and where it begins.
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
    fn classify<S: Stride>(start: usize, octets: S, [separator, assignment]: [u8; 2]) -> Self {
        let separators = octets.equal(separator);
        Self {
            start,
            separators,
            // An octet that is both, separates.
            assignments: octets.equal(assignment) & !separators,
            marks: (octets.equal(b'%') | octets.equal(b'+')) & !separators,
            not_ascii: octets.not_ascii(),
        }
    }
}

/// The next block of `input`, at `from` or a multiple of [`STRIDE`] behind it, that holds anything of interest. The last one always does.
#[inline(always)]
pub(crate) fn next_block<S: Stride>(input: &[u8], from: usize, delimiters: [u8; 2]) -> Block {
    let [separator, assignment] = delimiters;
    let mut start = from;
    while let Some(octets) = input[start..].first_chunk() {
        let octets = S::load(octets);
        if octets.holds([separator, assignment, b'%', b'+']) {
            return Block::classify(start, octets, delimiters);
        }
        start += STRIDE;
    }
    let rest = &input[start..];
    let mut octets = [0; STRIDE];
    octets[..rest.len()].copy_from_slice(rest);
    let mut block = Block::classify(start, S::load(&octets), delimiters);
    let end = 1 << rest.len();
    let inside = end - 1;
    block.separators = block.separators & inside | end;
    block.assignments &= inside;
    block.marks &= inside;
    block
}
