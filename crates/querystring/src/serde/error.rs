//! What may be wrong with a value or with a query string.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
#[cfg(feature = "std")]
use alloc::sync::Arc;
use core::fmt;
use serde::{de, ser};

/// Why a query string does not fit a type, or a value does not fit into a query string. It names
/// the field.
///
/// It cannot name it where serde reads the pairs into memory of its own first, and the value only
/// then: under `#[serde(flatten)]`, and in an enum with a tag (`#[serde(tag = "…")]`) or without
/// one (`#[serde(untagged)]`).
///
/// ```
/// # #[derive(serde::Deserialize, Debug)]
/// # struct Search { page: u32 }
/// let error = rt_querystring::from_str::<Search>("page=two").unwrap_err();
/// assert_eq!(error.field(), Some("page"));
/// assert_eq!(error.to_string(), "field `page`: invalid digit found in string");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Description>);

/// What is wrong with a query string or a value: see [`Error::kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A field that the type requires is not there.
    MissingField,
    /// A field that takes one value is given more than once.
    RepeatedField,
    /// A field that the type does not have, where it refuses those
    /// (`#[serde(deny_unknown_fields)]`).
    UnknownField,
    /// A value does not fit its type, a query string has no form for a value, or what serde or a
    /// type says of its own.
    InvalidValue,
    /// A reader has failed (`from_reader`), or what is written to (`to_writer`). The reader's error
    /// is the [`source`](core::error::Error::source).
    Io,
}

#[derive(Clone, PartialEq, Eq)]
struct Description {
    field: Option<String>,
    problem: Problem,
}

#[derive(Clone, PartialEq, Eq)]
enum Problem {
    Missing,
    Repeated,
    Unknown(&'static [&'static str]),
    Other(String),
    #[cfg(feature = "std")]
    Reading(Failure),
    Writing,
}

/// The error of a reader, which is equal to another that says the same.
#[cfg(feature = "std")]
#[derive(Clone)]
struct Failure(Arc<std::io::Error>);

#[cfg(feature = "std")]
impl PartialEq for Failure {
    fn eq(&self, other: &Self) -> bool {
        self.0.kind() == other.0.kind() && self.0.to_string() == other.0.to_string()
    }
}

#[cfg(feature = "std")]
impl Eq for Failure {}

impl Error {
    /// The field, or the key of a map, that the error is about.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        self.0.field.as_deref()
    }

    /// What is wrong, for a program that answers each kind in its own way.
    ///
    /// ```
    /// use rt_querystring::ErrorKind;
    /// # #[derive(serde::Deserialize, Debug)]
    /// # struct Search { page: u32 }
    ///
    /// let kind = |text| rt_querystring::from_str::<Search>(text).unwrap_err().kind();
    /// assert_eq!(kind(""), ErrorKind::MissingField);
    /// assert_eq!(kind("page=1&page=2"), ErrorKind::RepeatedField);
    /// assert_eq!(kind("page=two"), ErrorKind::InvalidValue);
    /// ```
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self.0.problem {
            Problem::Missing => ErrorKind::MissingField,
            Problem::Repeated => ErrorKind::RepeatedField,
            Problem::Unknown(_) => ErrorKind::UnknownField,
            Problem::Other(_) => ErrorKind::InvalidValue,
            #[cfg(feature = "std")]
            Problem::Reading(_) => ErrorKind::Io,
            Problem::Writing => ErrorKind::Io,
        }
    }

    fn new(field: Option<&str>, problem: Problem) -> Self {
        let field = field.map(ToOwned::to_owned);
        Self(Box::new(Description { field, problem }))
    }

    fn other(text: &dyn fmt::Display) -> Self {
        Self::new(None, Problem::Other(text.to_string()))
    }

    #[cfg(feature = "std")]
    pub(super) fn reading(error: std::io::Error) -> Self {
        Self::new(None, Problem::Reading(Failure(Arc::new(error))))
    }

    pub(super) fn writing() -> Self {
        Self::new(None, Problem::Writing)
    }

    /// Something that a query string has no form for.
    pub(super) fn unsupported(what: &str, place: &str) -> Self {
        Self::other(&format_args!("{what} cannot be {place} of a query string"))
    }

    /// The error, about a field unless it already is about one.
    pub(super) fn in_field(mut self, field: &str) -> Self {
        self.0.field.get_or_insert_with(|| field.to_owned());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Description { field, problem } = &*self.0;
        if let Some(field) = field {
            write!(formatter, "field `{field}`")?;
        }
        let separator = if field.is_some() { ": " } else { "" };
        match problem {
            Problem::Missing => formatter.write_str(" is missing"),
            Problem::Repeated => formatter.write_str(" is given more than once"),
            Problem::Unknown([]) => formatter.write_str(" is unknown, there are no fields"),
            Problem::Unknown(known) => {
                write!(formatter, " is unknown, expected one of `{}`", known.join("`, `"))
            }
            Problem::Other(text) => write!(formatter, "{separator}{text}"),
            #[cfg(feature = "std")]
            Problem::Reading(_) => formatter.write_str("the query string cannot be read"),
            Problem::Writing => formatter.write_str("the query string cannot be written"),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Error({:?})", self.to_string())
    }
}

impl core::error::Error for Error {
    #[cfg(feature = "std")]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.0.problem {
            Problem::Reading(Failure(error)) => Some(&**error),
            _ => None,
        }
    }
}

impl de::Error for Error {
    fn custom<T: fmt::Display>(text: T) -> Self {
        Self::other(&text)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(Some(field), Problem::Missing)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::new(Some(field), Problem::Repeated)
    }

    fn unknown_field(field: &str, known: &'static [&'static str]) -> Self {
        Self::new(Some(field), Problem::Unknown(known))
    }
}

impl ser::Error for Error {
    fn custom<T: fmt::Display>(text: T) -> Self {
        Self::other(&text)
    }
}
