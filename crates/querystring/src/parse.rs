//! Query strings to pairs, lazily.

use crate::octets::unescape_octets;
use crate::unescape::lossy_string;
use alloc::borrow::Cow;
use alloc::string::String;

/// The pairs of a query string, in its order. Nothing is decoded before it is asked for, and nothing is allocated for a piece that holds
/// neither `%` nor `+`.
///
/// Pairs are separated by `&`, a key ends at the first `=`; empty pairs are left out. Pieces are percent-decoded with `+` as a space. A `%`
/// without two hexadecimal digits stands for itself; malformed UTF-8 becomes U+FFFD. For ASCII input these are the pairs that
/// `querystring.parse` of Node.js collects, and, pair by pair, those of the WHATWG URL Standard (section 5.1).
///
/// ```
/// let pairs: Vec<_> = rt_querystring::parse(b"a=1&&b=x+y%21&c").collect();
/// assert_eq!(pairs, [("a".into(), "1".into()), ("b".into(), "x y!".into()), ("c".into(), "".into())]);
/// ```
#[must_use]
pub fn parse(input: &[u8]) -> Parse<'_> {
    Parse { rest: Some(input) }
}

/// The iterator that [`parse`] returns.
#[derive(Clone, Debug)]
pub struct Parse<'a> {
    rest: Option<&'a [u8]>,
}

impl<'a> Iterator for Parse<'a> {
    type Item = (Cow<'a, str>, Cow<'a, str>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = self.rest?;
            let pair = if let Some(end) = memchr::memchr(b'&', rest) {
                self.rest = Some(&rest[end + 1..]);
                &rest[..end]
            } else {
                self.rest = None;
                rest
            };
            if pair.is_empty() {
                continue;
            }
            let (key, value) = match memchr::memchr(b'=', pair) {
                Some(equals) => (&pair[..equals], &pair[equals + 1..]),
                None => (pair, &[][..]),
            };
            return Some((decode(key), decode(value)));
        }
    }
}

fn decode(piece: &[u8]) -> Cow<'_, str> {
    match unescape_octets(piece, true) {
        Cow::Borrowed(octets) => String::from_utf8_lossy(octets),
        Cow::Owned(octets) => Cow::Owned(lossy_string(octets)),
    }
}
