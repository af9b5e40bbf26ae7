//! The pairs of a query string as positions, with delimiters of any length.

use super::scan::{Pair, Piece};
use memchr::memmem;

/// What is left of a query string that is searched for each delimiter.
#[derive(Clone, Debug)]
pub(super) struct Split<'a> {
    pub(super) input: &'a [u8],
    separator: &'a [u8],
    assignment: &'a [u8],
    /// Where the next pair begins; nothing when all were taken.
    start: Option<usize>,
    /// The pair that was found last. It is stored here to avoid one more copy when it is returned.
    found: Pair,
}

impl<'a> Split<'a> {
    pub(super) fn new(input: &'a [u8], separator: &'a str, assignment: &'a str) -> Self {
        Self {
            input,
            separator: separator.as_bytes(),
            assignment: assignment.as_bytes(),
            start: Some(0),
            found: Pair::default(),
        }
    }

    /// The text from the next pair on; nothing when all were taken.
    pub(super) fn rest(&self) -> Option<&'a [u8]> {
        self.start.map(|start| &self.input[start..])
    }

    /// The next pair, which is empty where two separators meet.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Pair> {
        if self.find() { Some(self.found) } else { None }
    }

    /// Finds the next pair; whether there is one.
    #[inline(never)]
    fn find(&mut self) -> bool {
        let Some(start) = self.start else {
            return false;
        };
        let rest = &self.input[start..];
        let found = memmem::find(rest, self.separator);
        self.start = found.map(|length| start + length + self.separator.len());
        let pair = &rest[..found.unwrap_or(rest.len())];
        let end = start + pair.len();
        // A search looks at all of what it searches for first, which takes long for each of many
        // pairs that are shorter.
        let assigned = if pair.len() < self.assignment.len() {
            None
        } else {
            memmem::find(pair, self.assignment)
        };
        let (key_end, value_start) = match assigned {
            Some(length) => (start + length, start + length + self.assignment.len()),
            None => (end, end),
        };
        self.found = Pair {
            key: self.piece(start, key_end),
            value: self.piece(value_start, end),
        };
        true
    }

    fn piece(&self, start: usize, end: usize) -> Piece {
        let bytes = &self.input[start..end];
        Piece {
            start,
            end,
            marks: u64::from(memchr::memchr2(b'%', b'+', bytes).is_some()),
            not_ascii: u64::from(!bytes.is_ascii()),
        }
    }
}
