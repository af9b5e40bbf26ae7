//! Query strings to pairs, lazily.

pub(crate) mod block;
mod pairs;
pub(crate) mod raw_pairs;
pub(crate) mod scan;
mod split;

pub use pairs::{BytePairs, Pairs};

use crate::Options;
use raw_pairs::RawPairs;

/// The pairs of a query string, as an iterator that borrows what it can.
///
/// Pairs are separated by `&`, a key ends at the first `=`; empty pairs are left out. Pieces are
/// percent-decoded with `+` as a space. A `%` without two hexadecimal digits stands for itself;
/// malformed UTF-8 becomes U+FFFD. There is no limit: take what you want, or use
/// [`Options::max_keys`]. For ASCII input these are the pairs that `querystring.parse` of Node.js
/// collects, and, pair by pair, those of the [WHATWG URL Standard, section
/// 5.1](https://url.spec.whatwg.org/#urlencoded-parsing).
///
/// ```
/// let mut pairs = rt_querystring::parse("a=1&&b=x+y%21&c");
/// assert_eq!(pairs.next(), Some(("a".into(), "1".into())));
/// assert_eq!(pairs.next(), Some(("b".into(), "x y!".into())));
/// assert_eq!(pairs.next(), Some(("c".into(), "".into())));
/// assert_eq!(pairs.next(), None);
/// ```
///
/// The pairs collect into any collection of pairs, or into a [`QueryMap`](crate::QueryMap):
///
/// ```
/// use std::collections::HashMap;
///
/// let map: HashMap<_, _> = rt_querystring::parse("page=2&sort=date").collect();
/// assert_eq!(map["sort"], "date");
/// ```
#[inline]
pub fn parse<T: AsRef<[u8]> + ?Sized>(input: &T) -> Pairs<'_> {
    Options::new().parse(input)
}

/// The pairs of a query string as bytes: as [`parse`], for encodings other than UTF-8.
///
/// ```
/// let (key, value) = rt_querystring::parse_bytes("name=J%FCrgen").next().unwrap();
/// assert_eq!((&*key, &*value), (&b"name"[..], &b"J\xFCrgen"[..]));
/// ```
#[inline]
pub fn parse_bytes<T: AsRef<[u8]> + ?Sized>(input: &T) -> BytePairs<'_> {
    Options::new().parse_bytes(input)
}

impl<'a> Options<'a> {
    /// [`parse`], with these options.
    ///
    /// ```
    /// # use rt_querystring::Options;
    /// let cookies = Options::new().separator("; ");
    /// let names: Vec<_> = cookies.parse("theme=dark; cart=3%2C4").map(|(name, _)| name).collect();
    /// assert_eq!(names, ["theme", "cart"]);
    /// ```
    #[inline]
    pub fn parse<T: AsRef<[u8]> + ?Sized>(&self, input: &'a T) -> Pairs<'a> {
        Pairs(RawPairs::new(input.as_ref(), self))
    }

    /// [`parse_bytes`], with these options.
    #[inline]
    pub fn parse_bytes<T: AsRef<[u8]> + ?Sized>(&self, input: &'a T) -> BytePairs<'a> {
        BytePairs(RawPairs::new(input.as_ref(), self))
    }
}
