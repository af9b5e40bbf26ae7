//! Where pairs come from: the query string itself until a sequence is asked for, then a list in which equal keys know of each other.

use crate::Pairs;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A pair, and where the next one with its key is in the list, if there is a list.
#[derive(Debug)]
pub(super) struct Pair<'de> {
    pub(super) key: Cow<'de, str>,
    pub(super) value: Cow<'de, str>,
    pub(super) next: Option<usize>,
}

/// The pairs that are left.
#[derive(Debug)]
pub(super) enum Source<'de> {
    Lazy(Pairs<'de>),
    Listed(List<'de>),
}

/// The pairs that were left when a sequence was first asked for. Those that became part of one are gone.
#[derive(Debug)]
pub(super) struct List<'de> {
    pairs: Vec<Option<Pair<'de>>>,
    at: usize,
}

impl<'de> Source<'de> {
    pub(super) fn new(pairs: Pairs<'de>) -> Self {
        Self::Lazy(pairs)
    }

    /// The next pair that is not yet part of a sequence.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Pair<'de>> {
        match self {
            Self::Lazy(pairs) => pairs.next().map(|(key, value)| Pair {
                key,
                value,
                next: None,
            }),
            Self::Listed(list) => list.next(),
        }
    }

    /// The values that follow one with the same key.
    pub(super) fn values_behind(&mut self, key: &str, next: Option<usize>) -> Values<'_, 'de> {
        let mut next = next;
        if let Self::Lazy(pairs) = self {
            let list = List::new(pairs);
            next = list.first(key);
            *self = Self::Listed(list);
        }
        let Self::Listed(list) = self else {
            unreachable!("it was listed above")
        };
        Values { list, next }
    }
}

impl<'de> List<'de> {
    /// Lists pairs. Sorting finds equal keys in a time that no choice of keys makes worse.
    fn new(pairs: &mut Pairs<'de>) -> Self {
        let mut pairs: Vec<_> = pairs
            .map(|(key, value)| Pair {
                key,
                value,
                next: None,
            })
            .collect();
        let mut order: Vec<usize> = (0..pairs.len()).collect();
        order.sort_by(|&one, &other| pairs[one].key.cmp(&pairs[other].key));
        for two in order.windows(2) {
            if pairs[two[0]].key == pairs[two[1]].key {
                pairs[two[0]].next = Some(two[1]);
            }
        }
        Self {
            pairs: pairs.into_iter().map(Some).collect(),
            at: 0,
        }
    }

    fn first(&self, key: &str) -> Option<usize> {
        self.pairs
            .iter()
            .position(|pair| pair.as_ref().is_some_and(|pair| pair.key == key))
    }

    fn next(&mut self) -> Option<Pair<'de>> {
        loop {
            let place = self.pairs.get_mut(self.at)?;
            self.at += 1;
            if let Some(pair) = place.take() {
                return Some(pair);
            }
        }
    }
}

/// The values of one key, which are taken out of the list.
pub(super) struct Values<'a, 'de> {
    list: &'a mut List<'de>,
    next: Option<usize>,
}

impl<'de> Iterator for Values<'_, 'de> {
    type Item = Cow<'de, str>;

    fn next(&mut self) -> Option<Self::Item> {
        let pair = self.list.pairs[self.next?].take()?;
        self.next = pair.next;
        Some(pair.value)
    }
}
