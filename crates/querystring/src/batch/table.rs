//! The table of pairs that a call returns.

use super::boundary::{COLUMNS, ROWS, Source};
use super::key_cache::{KeyCache, Known};
use super::output::{Output, Span};
use super::piece::Text;
use super::scan::{Pair, Taken};
use crate::chunks::chunks_mut;

/// Writes pairs into the table.
pub(super) struct Table<'a> {
    free: core::slice::IterMut<'a, Row>,
}

/// One row as it lies in the memory.
pub(super) type Row = [u32; COLUMNS];

impl<'a> Table<'a> {
    pub(super) fn new(words: &'a mut [u32]) -> Self {
        Self {
            free: chunks_mut(words).iter_mut(),
        }
    }

    pub(super) fn rows(&self) -> usize {
        ROWS - self.free.len()
    }

    /// The next row, to be written; none when the table is full.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<&'a mut Row> {
        self.free.next()
    }
}

/// A row's words.
#[inline(always)]
pub(super) fn row(key: Span, value: Span, last: u32) -> Row {
    let ([key_start, key_end], [value_start, value_end]) = (key.words(), value.words());
    [key_start, key_end, value_start, value_end, last]
}

/// Takes the pairs of a scan: looks up keys, decodes what is marked, writes rows.
pub(super) struct Collector<'a> {
    pub(super) table: Table<'a>,
    pub(super) output: Output<'a>,
    pub(super) keys: KeyCache<'a>,
    pub(super) all_known: bool,
}

impl Collector<'_> {
    #[inline(always)]
    pub(super) fn take<T: Text>(&mut self, input: &[T], pair: Pair) -> Taken {
        let Some(target) = self.table.next() else {
            return Taken::No;
        };
        let known = T::look_up(&mut self.keys, input, &pair.key);
        // Two raw keys may decode to the same one.
        self.all_known &= known.is_hit() && !pair.key_marked;
        // The other side has the string of a known key: it need not be decoded.
        let key = if pair.key_marked && !known.is_hit() {
            T::decode_key(input, pair.key.clone(), &mut self.output)
        } else {
            Span::new(Source::Input, pair.key.start, pair.key.end)
        };
        let value = if pair.value_marked {
            T::decode_value(input, pair.key, pair.value, &mut self.output)
        } else {
            Span::new(Source::Input, pair.value.start, pair.value.end)
        };
        let Known(slot) = known;
        *target = row(key, value, u32::from_ne_bytes(slot.to_ne_bytes()));
        Taken::Yes
    }
}
