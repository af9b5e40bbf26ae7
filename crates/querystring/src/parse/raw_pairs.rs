//! The pairs of a query string as they stand in it.

use super::Options;
use super::scan::{Pair, Piece, Scan};
use super::split::Split;
use crate::Simd;
use crate::unescape::{lossy_string, unescape_piece};
use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

/// The pairs that count, not yet decoded.
#[derive(Clone, Debug)]
pub(crate) struct RawPairs<'a> {
    reader: Reader<'a>,
    /// How many pairs may still come, empty ones among them.
    remaining: usize,
}

#[derive(Clone, Debug)]
enum Reader<'a> {
    Scan(Scan<'a>),
    Split(Split<'a>),
}

impl<'a> RawPairs<'a> {
    #[inline]
    pub(crate) fn new(input: &'a [u8], options: &Options<'a>) -> Self {
        let reader = match (options.separator.as_bytes(), options.assignment.as_bytes()) {
            (&[separator], &[assignment]) => {
                Reader::Scan(Scan::new(input, separator, assignment, options.simd))
            }
            _ => Reader::Split(Split::new(input, options.separator, options.assignment)),
        };
        Self {
            reader,
            remaining: options.max_keys.unwrap_or(usize::MAX),
        }
    }

    /// The next pair that is not empty.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<Pair> {
        loop {
            if self.remaining == 0 {
                return None;
            }
            let pair = match &mut self.reader {
                Reader::Scan(scan) => scan.next(),
                Reader::Split(split) => split.next(),
            }?;
            self.remaining -= 1;
            // A key that is empty with its assignment makes the value begin behind the key's end.
            if pair.key.start != pair.value.end {
                return Some(pair);
            }
        }
    }

    /// The most pairs that may still come.
    pub(crate) fn most(&self) -> usize {
        let rest = match &self.reader {
            Reader::Scan(scan) => scan.rest(),
            Reader::Split(split) => split.rest(),
        };
        // Each takes a byte, and but for the last a separator.
        rest.map_or(0, |rest| rest.len().div_ceil(2)).min(self.remaining)
    }

    #[inline(always)]
    fn input(&self) -> (&'a [u8], Simd) {
        match &self.reader {
            Reader::Scan(scan) => (scan.input, scan.simd),
            Reader::Split(split) => (split.input, Simd::best()),
        }
    }

    /// A piece as bytes.
    #[inline(always)]
    pub(crate) fn bytes(&self, piece: Piece) -> Cow<'a, [u8]> {
        let (input, simd) = self.input();
        if piece.marks != 0 {
            Cow::Owned(unescape_piece(input, piece.start..piece.end, true, simd).0)
        } else {
            Cow::Borrowed(&input[piece.start..piece.end])
        }
    }

    /// A piece as text.
    #[inline(always)]
    pub(crate) fn text(&self, piece: Piece) -> Cow<'a, str> {
        let (input, simd) = self.input();
        if piece.marks != 0 {
            return Cow::Owned(decoded_text(
                input,
                piece.start..piece.end,
                piece.not_ascii == 0,
                simd,
            ));
        }
        let bytes = &input[piece.start..piece.end];
        if piece.not_ascii == 0 {
            // SAFETY: the piece is ASCII.
            return Cow::Borrowed(unsafe { core::str::from_utf8_unchecked(bytes) });
        }
        String::from_utf8_lossy(bytes)
    }
}

#[inline(never)]
fn decoded_text(input: &[u8], piece: Range<usize>, piece_is_ascii: bool, simd: Simd) -> String {
    let (bytes, is_ascii) = unescape_piece(input, piece, true, simd);
    if is_ascii && piece_is_ascii {
        // SAFETY: the piece is ASCII, and so is what its escapes stand for.
        unsafe { String::from_utf8_unchecked(bytes) }
    } else {
        lossy_string(bytes)
    }
}
