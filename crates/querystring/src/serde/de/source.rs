//! Where pairs come from: the query string itself until a sequence is asked for, then a list in
//! which equal keys know of each other.

use crate::Pairs;
use crate::parse::raw_pairs::RawPairs;
use crate::parse::scan;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A pair that is not yet decoded, and where the next one with its key is in the list, if there is
/// a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    raw: scan::Pair,
    next: Option<usize>,
}

/// The pairs that are left.
#[derive(Debug)]
pub(super) struct Source<'de> {
    raw: RawPairs<'de>,
    list: Option<List>,
}

/// The pairs that were left when a sequence was first asked for. Those that became part of one are
/// gone.
#[derive(Debug)]
struct List {
    pairs: Vec<Option<Pair>>,
    at: usize,
}

impl<'de> Source<'de> {
    pub(super) fn new(pairs: Pairs<'de>) -> Self {
        Self {
            raw: pairs.0,
            list: None,
        }
    }

    /// The next pair that is not yet part of a sequence.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Pair> {
        match &mut self.list {
            None => self.raw.next().map(|raw| Pair { raw, next: None }),
            Some(list) => list.next(),
        }
    }

    #[inline(always)]
    pub(super) fn key(&self, pair: &Pair) -> Cow<'de, str> {
        self.raw.text(pair.raw.key)
    }

    #[inline(always)]
    pub(super) fn value(&self, pair: &Pair) -> Cow<'de, str> {
        self.raw.text(pair.raw.value)
    }

    /// A value that need not be UTF-8.
    pub(super) fn value_bytes(&self, pair: &Pair) -> Cow<'de, [u8]> {
        self.raw.bytes(pair.raw.value)
    }

    /// Takes the next pair with the same key.
    pub(super) fn next_with_key(&mut self, pair: &Pair) -> Option<Pair> {
        let mut next = pair.next;
        if self.list.is_none() {
            let list = self.list();
            next = list.first(&self.key(pair), self);
            self.list = Some(list);
        }
        self.list.as_mut()?.pairs[next?].take()
    }

    /// Lists the pairs that are left. Sorting finds equal keys in a time that no choice of keys
    /// makes worse.
    fn list(&mut self) -> List {
        let mut pairs = Vec::new();
        while let Some(raw) = self.raw.next() {
            pairs.push(Pair { raw, next: None });
        }
        let keys: Vec<_> = pairs.iter().map(|pair| self.key(pair)).collect();
        let mut order: Vec<usize> = (0..pairs.len()).collect();
        order.sort_by_key(|&index| &keys[index]);
        for (&one, &other) in order.iter().zip(order.iter().skip(1)) {
            if keys[one] == keys[other] {
                pairs[one].next = Some(other);
            }
        }
        let pairs = pairs.into_iter().map(Some).collect();
        List { pairs, at: 0 }
    }
}

impl List {
    fn first(&self, key: &str, source: &Source<'_>) -> Option<usize> {
        let has_key = |pair: &Option<Pair>| pair.as_ref().is_some_and(|pair| source.key(pair) == key);
        self.pairs.iter().position(has_key)
    }

    fn next(&mut self) -> Option<Pair> {
        loop {
            let place = self.pairs.get_mut(self.at)?;
            self.at += 1;
            if let Some(pair) = place.take() {
                return Some(pair);
            }
        }
    }
}
