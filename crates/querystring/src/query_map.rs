//! Pairs that are kept.

use crate::{parse, write_to};
use alloc::string::String;
use alloc::vec::{self, Vec};
use core::convert::Infallible;
use core::iter::FusedIterator;
use core::str::FromStr;
use core::{fmt, slice};

/// An owned list of pairs, in their order, in which a key may have several values.
///
/// Looking a key up goes through the pairs: a query string has few, and nobody can make keys
/// collide.
///
/// ```
/// use rt_querystring::QueryMap;
///
/// let mut query: QueryMap = rt_querystring::parse("tag=rust&page=2&tag=url").collect();
/// assert_eq!(query.get("page"), Some("2"));
/// assert!(query.get_all("tag").eq(["rust", "url"]));
///
/// query.insert("page", "3");
/// query.append("tag", "http & more");
/// assert_eq!(query.to_string(), "tag=rust&page=3&tag=url&tag=http%20%26%20more");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct QueryMap {
    pairs: Vec<(String, String)>,
}

impl QueryMap {
    /// A list without pairs.
    #[must_use]
    pub const fn new() -> Self {
        Self { pairs: Vec::new() }
    }

    /// How many pairs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are no pairs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Whether a pair has this key.
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The first value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.iter().find(|&(name, _)| name == key).map(|(_, value)| value)
    }

    /// All values of a key, in their order.
    #[must_use = "nothing is looked up before the iterator is asked"]
    pub fn get_all<'a>(&'a self, key: &'a str) -> impl DoubleEndedIterator<Item = &'a str> + 'a {
        self.iter()
            .filter(move |&(name, _)| name == key)
            .map(|(_, value)| value)
    }

    /// The pairs, in their order.
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.pairs.iter())
    }

    /// Adds a pair behind all others.
    pub fn append(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.pairs.push((key.into(), value.into()));
    }

    /// Makes this the only value of the key. It takes the place of the first value that there was,
    /// or is added behind all pairs. Returns the first value that there was.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<String>) -> Option<String> {
        let (key, value) = (key.into(), value.into());
        let Some(first) = self.pairs.iter().position(|(name, _)| *name == key) else {
            self.append(key, value);
            return None;
        };
        let mut index = 0;
        self.pairs.retain(|(name, _)| {
            index += 1;
            index <= first + 1 || *name != key
        });
        Some(core::mem::replace(&mut self.pairs[first].1, value))
    }

    /// Removes all pairs with this key and returns their values, in their order.
    pub fn remove(&mut self, key: &str) -> Vec<String> {
        let (removed, kept) = core::mem::take(&mut self.pairs)
            .into_iter()
            .partition(|(name, _)| name == key);
        self.pairs = kept;
        let removed: Vec<(String, String)> = removed;
        removed.into_iter().map(|(_, value)| value).collect()
    }

    /// Keeps the pairs for which `keep` says so.
    pub fn retain(&mut self, mut keep: impl FnMut(&str, &str) -> bool) {
        self.pairs.retain(|(key, value)| keep(key, value));
    }

    /// Removes all pairs.
    pub fn clear(&mut self) {
        self.pairs.clear();
    }
}

/// Writes the query string, as [`stringify`](crate::stringify()).
impl fmt::Display for QueryMap {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_to(formatter, self)
    }
}

/// Reads a query string, as [`parse`]; it never fails.
impl FromStr for QueryMap {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(parse(text).collect())
    }
}

impl<K: Into<String>, V: Into<String>> FromIterator<(K, V)> for QueryMap {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut map = Self::new();
        map.extend(pairs);
        map
    }
}

impl<K: Into<String>, V: Into<String>> Extend<(K, V)> for QueryMap {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, pairs: I) {
        let pairs = pairs.into_iter().map(|(key, value)| (key.into(), value.into()));
        self.pairs.extend(pairs);
    }
}

impl<K: Into<String>, V: Into<String>, const N: usize> From<[(K, V); N]> for QueryMap {
    fn from(pairs: [(K, V); N]) -> Self {
        pairs.into_iter().collect()
    }
}

impl<'a> IntoIterator for &'a QueryMap {
    type Item = (&'a str, &'a str);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl IntoIterator for QueryMap {
    type Item = (String, String);
    type IntoIter = IntoIter;

    fn into_iter(self) -> IntoIter {
        IntoIter(self.pairs.into_iter())
    }
}

macro_rules! iterates {
    (impl[$($lifetime:lifetime)?] $name:ty => $item:ty, $map:expr) => {
        impl$(<$lifetime>)? Iterator for $name {
            type Item = $item;

            fn next(&mut self) -> Option<Self::Item> {
                self.0.next().map($map)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }
        }

        impl$(<$lifetime>)? DoubleEndedIterator for $name {
            fn next_back(&mut self) -> Option<Self::Item> {
                self.0.next_back().map($map)
            }
        }

        impl$(<$lifetime>)? ExactSizeIterator for $name {}
        impl$(<$lifetime>)? FusedIterator for $name {}
    };
}

/// The pairs of a [`QueryMap`], in their order.
#[derive(Clone, Debug)]
pub struct Iter<'a>(slice::Iter<'a, (String, String)>);

iterates!(impl['a] Iter<'a> => (&'a str, &'a str), |(key, value)| (key.as_str(), value.as_str()));

/// The pairs of a [`QueryMap`], in their order, owned.
#[derive(Clone, Debug)]
pub struct IntoIter(vec::IntoIter<(String, String)>);

iterates!(impl[] IntoIter => (String, String), |pair| pair);
