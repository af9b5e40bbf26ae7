//! Values to query strings.

mod elements;
mod output;
mod pairs;
mod sink;
mod value;

use super::Error;
use alloc::string::String;
use core::fmt;
use output::Output;
use pairs::{Fields, PairSequence};
use serde::ser::Serialize;
use sink::Sink;

/// What a text begins with, in bytes: growing from nothing takes as long as a few fields.
const USUAL_LENGTH: usize = 128;

/// Writes a value as a query string.
///
/// At the top is a struct, a map, or a sequence of pairs. What the fields may be is said at
/// [`from_str`](crate::from_str): `None` is left out, a sequence is a pair for each element.
/// Escapes are those of [`escape`](crate::escape()), so a space is `%20`.
///
/// # Errors
/// What a query string has no form for, with the name of the field: [`Error::field`].
///
/// ```
/// use serde::Serialize;
///
/// #[derive(Serialize)]
/// struct Search<'a> {
///     q: &'a str,
///     page: Option<u32>,
///     tag: Vec<&'a str>,
/// }
///
/// let search = Search { q: "café au lait", page: None, tag: vec!["new", "hot"] };
/// assert_eq!(rt_querystring::to_string(&search)?, "q=caf%C3%A9%20au%20lait&tag=new&tag=hot");
/// # Ok::<(), rt_querystring::Error>(())
/// ```
pub fn to_string<T: Serialize>(value: T) -> Result<String, Error> {
    let mut text = String::with_capacity(USUAL_LENGTH);
    value.serialize(Serializer::new(&mut text))?;
    Ok(text)
}

/// [`to_string`] into a writer, which gets nothing when the value cannot be written.
///
/// # Errors
/// As [`to_string`], and [`ErrorKind::Io`](crate::ErrorKind::Io) where the writer fails.
pub fn to_writer<W: fmt::Write + ?Sized, T: Serialize>(writer: &mut W, value: T) -> Result<(), Error> {
    writer
        .write_str(&to_string(value)?)
        .map_err(|fmt::Error| Error::writing())
}

/// Appends a value to a text as a query string. Nothing comes between the two: where the text has
/// pairs, the separator is yours to write.
///
/// ```
/// use rt_querystring::Serializer;
/// use serde::Serialize;
///
/// let mut link = String::from("/search?");
/// [("q", "a&b"), ("page", "2")].serialize(Serializer::new(&mut link))?;
/// assert_eq!(link, "/search?q=a%26b&page=2");
/// # Ok::<(), rt_querystring::Error>(())
/// ```
#[derive(Debug)]
pub struct Serializer<'a> {
    output: Output<'a>,
}

impl<'a> Serializer<'a> {
    /// A serializer that appends to `text`.
    #[must_use]
    pub fn new(text: &'a mut String) -> Self {
        Self {
            output: Output::new(text),
        }
    }
}

impl<'a> Sink for Serializer<'a> {
    const PLACE: &'static str = "the whole";
    type Sequence = PairSequence<'a>;
    type Fields = Fields<'a>;

    fn none(self) -> Result<(), Error> {
        Ok(())
    }

    fn unit(self) -> Result<(), Error> {
        Ok(())
    }

    fn unit_struct(self, _name: &'static str) -> Result<(), Error> {
        Ok(())
    }

    fn sequence(self) -> Result<PairSequence<'a>, Error> {
        Ok(PairSequence(self.output))
    }

    fn fields(self) -> Result<Fields<'a>, Error> {
        Ok(Fields::new(self.output))
    }
}

sink::serializer!(impl['a] Serializer<'a>, PairSequence<'a>, Fields<'a>);
