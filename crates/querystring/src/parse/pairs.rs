//! The iterators over the pairs of a query string.

use super::raw_pairs::RawPairs;
use alloc::borrow::Cow;
use core::iter::FusedIterator;

/// The pairs of a query string as text, in its order: what [`parse`](super::parse) returns.
///
/// Nothing is decoded before it is asked for, and nothing is allocated for a piece that holds
/// neither `%` nor `+`. A clone goes on from the same place.
#[derive(Clone, Debug)]
#[must_use = "nothing is read before the iterator is asked"]
pub struct Pairs<'a>(pub(crate) RawPairs<'a>);

impl<'a> Iterator for Pairs<'a> {
    type Item = (Cow<'a, str>, Cow<'a, str>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let pair = self.0.next()?;
        Some((self.0.text(pair.key), self.0.text(pair.value)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.0.most()))
    }
}

impl FusedIterator for Pairs<'_> {}

/// The pairs of a query string as bytes, in its order: what [`parse_bytes`](super::parse_bytes)
/// returns.
///
/// As [`Pairs`], but what the escapes stand for need not be UTF-8, and is not looked at.
#[derive(Clone, Debug)]
#[must_use = "nothing is read before the iterator is asked"]
pub struct BytePairs<'a>(pub(super) RawPairs<'a>);

impl<'a> Iterator for BytePairs<'a> {
    type Item = (Cow<'a, [u8]>, Cow<'a, [u8]>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let pair = self.0.next()?;
        Some((self.0.bytes(pair.key), self.0.bytes(pair.value)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.0.most()))
    }
}

impl FusedIterator for BytePairs<'_> {}
