//! Query strings to values.

mod pairs;
mod source;
mod text;
mod value;

use super::Error;
use crate::{Pairs, parse};
use pairs::{Fields, PairSequence};
use serde::de::{Deserialize, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use source::Source;
pub(super) use text::Text;

/// Reads a value from a query string.
///
/// At the top is a struct, a map, or a sequence of pairs. A field is a string, a number, a `bool`,
/// a `char`, an `Option` of these (`None` where the key is missing), a struct without fields (its
/// name), an enum of variants without fields, or a sequence of any of them, which takes all values
/// that the key has. Text may be borrowed from the query string where it needs no decoding (`&str`,
/// or `Cow<str>` with `#[serde(borrow)]`). A field of bytes (`serde_bytes`) gets what the escapes
/// stand for, which need not be UTF-8.
///
/// Of a key that is given more than once, a map keeps the last value, as with `serde_urlencoded`:
/// at the top, and where `#[serde(flatten)]` gives it what no field has taken. A list of pairs
/// keeps all.
///
/// # Errors
/// What does not fit, with the name of the field where that is known: [`Error`].
///
/// ```
/// use serde::Deserialize;
///
/// #[derive(Deserialize, Debug, PartialEq)]
/// struct Search {
///     q: String,
///     page: Option<u32>,
///     #[serde(default)]
///     tag: Vec<String>,
/// }
///
/// let search: Search = rt_querystring::from_str("tag=new&q=caf%C3%A9+au+lait&tag=hot")?;
/// assert_eq!(search.q, "café au lait");
/// assert_eq!(search.page, None);
/// assert_eq!(search.tag, ["new", "hot"]);
/// # Ok::<(), rt_querystring::Error>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Error> {
    from_bytes(text.as_bytes())
}

/// [`from_str`] for bytes. Malformed UTF-8 becomes U+FFFD.
///
/// # Errors
/// As [`from_str`].
///
/// ```
/// let pairs: Vec<(String, u8)> = rt_querystring::from_bytes(b"first=23&last=42")?;
/// assert_eq!(pairs, [("first".to_owned(), 23), ("last".to_owned(), 42)]);
/// # Ok::<(), rt_querystring::Error>(())
/// ```
pub fn from_bytes<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, Error> {
    T::deserialize(Deserializer::new(parse(bytes)))
}

/// [`from_bytes`] for what a reader holds, all of which is read first.
///
/// # Errors
/// As [`from_str`]; where the reader fails, one of the kind [`ErrorKind::Io`](crate::ErrorKind::Io)
/// with the reader's as its source.
#[cfg(feature = "std")]
pub fn from_reader<T: serde::de::DeserializeOwned, R: std::io::Read>(mut reader: R) -> Result<T, Error> {
    let mut bytes = std::vec::Vec::new();
    reader.read_to_end(&mut bytes).map_err(Error::reading)?;
    from_bytes(&bytes)
}

/// Reads a value from the pairs of a query string: [`from_str`] for other delimiters, a limit, or a
/// wrapper of deserializers.
///
/// ```
/// use rt_querystring::{Deserializer, Options};
/// use serde::Deserialize;
/// use std::collections::BTreeMap;
///
/// let cookies = Options::new().separator("; ").parse("theme=dark; cart=3");
/// let cookies = BTreeMap::<&str, &str>::deserialize(Deserializer::new(cookies))?;
/// assert_eq!(cookies["cart"], "3");
/// # Ok::<(), rt_querystring::Error>(())
/// ```
#[derive(Debug)]
pub struct Deserializer<'de> {
    source: Source<'de>,
}

impl<'de> Deserializer<'de> {
    /// A deserializer of what is left of the pairs.
    #[must_use]
    pub fn new(pairs: Pairs<'de>) -> Self {
        Self {
            source: Source::new(pairs),
        }
    }
}

impl<'de> serde::Deserializer<'de> for Deserializer<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(Fields::new(self.source))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(PairSequence(self.source))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        let mut list = PairSequence(self.source);
        let value = visitor.visit_seq(&mut list)?;
        match list.0.next() {
            None => Ok(value),
            Some(_) => Err(Error::custom(format_args!("there are more than {length} pairs"))),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_unit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Error> {
        match self.source.next() {
            None => visitor.visit_unit(),
            Some(pair) => Err(Error::custom("no pairs were expected").in_field(&self.source.key(&pair))),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 char str string bytes byte_buf map struct enum identifier
        ignored_any
    }
}
