//! The key and the value of a pair.

use super::Output;
use super::elements::{Elements, elements};
use super::sink::{self, Sink};
use crate::serde::Error;
use crate::{Simd, escape};
use alloc::string::String;
use core::fmt::{Display, Write};
use serde::ser::{Error as _, Impossible, Serialize};

/// The text that a key is.
pub(super) struct Key<'a>(pub(super) &'a mut String);

impl Sink for Key<'_> {
    const PLACE: &'static str = "a key";
    type Sequence = Impossible<(), Error>;
    type Fields = Impossible<(), Error>;

    fn text(self, text: &[u8], _what: &str) -> Result<(), Error> {
        self.0
            .push_str(core::str::from_utf8(text).map_err(Error::custom)?);
        Ok(())
    }

    fn plain(self, value: impl Display, _what: &str) -> Result<(), Error> {
        write!(self.0, "{value}").map_err(Error::custom)
    }

    fn unit_struct(self, name: &'static str) -> Result<(), Error> {
        self.text(name.as_bytes(), name)
    }
}

sink::serializer!(impl['a] Key<'a>, Impossible<(), Error>, Impossible<(), Error>);

/// A value, which is written behind its key.
pub(super) struct Value<'a, 'b> {
    pub(super) output: &'a mut Output<'b>,
    pub(super) key: &'a str,
}

impl Value<'_, '_> {
    #[inline]
    fn write_key(&mut self, simd: Simd) {
        let Output { text, start } = self.output;
        if text.len() > *start {
            text.push('&');
        }
        escape::push_escaped(text, self.key.as_bytes(), simd);
        text.push('=');
    }
}

impl<'a, 'b> Sink for Value<'a, 'b> {
    const PLACE: &'static str = "a value";
    type Sequence = Repeated<'a, 'b>;
    type Fields = Impossible<(), Error>;

    #[inline]
    fn text(mut self, text: &[u8], _what: &str) -> Result<(), Error> {
        let simd = Simd::best();
        self.write_key(simd);
        escape::push_escaped(self.output.text, text, simd);
        Ok(())
    }

    fn plain(mut self, value: impl Display, _what: &str) -> Result<(), Error> {
        self.write_key(Simd::best());
        write!(self.output.text, "{value}").map_err(Error::custom)
    }

    fn none(self) -> Result<(), Error> {
        Ok(())
    }

    fn unit_struct(self, name: &'static str) -> Result<(), Error> {
        self.text(name.as_bytes(), name)
    }

    fn sequence(self) -> Result<Repeated<'a, 'b>, Error> {
        Ok(Repeated(self))
    }
}

sink::serializer!(impl['a, 'b] Value<'a, 'b>, Repeated<'a, 'b>, Impossible<(), Error>);

/// The values of a key that repeats.
pub(super) struct Repeated<'a, 'b>(Value<'a, 'b>);

impl Elements for Repeated<'_, '_> {
    fn write<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), Error> {
        let Value { output, key } = &mut self.0;
        element.serialize(Element(Value { output, key }))
    }
}

elements!(Repeated<'_, '_>);

/// One of the values of a key that repeats: no sequence.
struct Element<'a, 'b>(Value<'a, 'b>);

impl Sink for Element<'_, '_> {
    const PLACE: &'static str = "an element of a value";
    type Sequence = Impossible<(), Error>;
    type Fields = Impossible<(), Error>;

    fn text(self, text: &[u8], what: &str) -> Result<(), Error> {
        self.0.text(text, what)
    }

    fn plain(self, value: impl Display, what: &str) -> Result<(), Error> {
        self.0.plain(value, what)
    }

    fn none(self) -> Result<(), Error> {
        self.0.none()
    }

    fn unit_struct(self, name: &'static str) -> Result<(), Error> {
        self.0.unit_struct(name)
    }
}

sink::serializer!(impl['a, 'b] Element<'a, 'b>, Impossible<(), Error>, Impossible<(), Error>);
