//! The key and the value of a pair.

use super::elements::{Elements, elements};
use super::output::{Begun, Output};
use super::sink::{self, Sink};
use crate::serde::Error;
use serde::ser::{Error as _, Impossible, Serialize};

/// The key of a pair that begins.
pub(super) struct Key<'a, 'b>(pub(super) &'a mut Output<'b>);

impl Sink for Key<'_, '_> {
    const PLACE: &'static str = "a key";
    type Sequence = Impossible<(), Error>;
    type Fields = Impossible<(), Error>;

    #[inline]
    fn write(self, _what: &str, write: impl FnOnce(&mut Output<'_>)) -> Result<(), Error> {
        write(self.0);
        Ok(())
    }

    fn bytes(self, bytes: &[u8], what: &str) -> Result<(), Error> {
        self.text(core::str::from_utf8(bytes).map_err(Error::custom)?, what)
    }

    fn unit_struct(self, name: &'static str) -> Result<(), Error> {
        self.text(name, name)
    }
}

sink::serializer!(impl['a, 'b] Key<'a, 'b>, Impossible<(), Error>, Impossible<(), Error>);

/// A value, behind its key.
pub(super) struct Value<'a, 'b> {
    pub(super) output: &'a mut Output<'b>,
    pub(super) pair: Begun,
}

impl<'a, 'b> Sink for Value<'a, 'b> {
    const PLACE: &'static str = "a value";
    type Sequence = Repeated<'a, 'b>;
    type Fields = Impossible<(), Error>;

    #[inline]
    fn write(self, _what: &str, write: impl FnOnce(&mut Output<'_>)) -> Result<(), Error> {
        write(self.output);
        Ok(())
    }

    #[inline]
    fn none(self) -> Result<(), Error> {
        self.output.remove(self.pair);
        Ok(())
    }

    fn unit_struct(self, name: &'static str) -> Result<(), Error> {
        self.text(name, name)
    }

    fn sequence(self) -> Result<Repeated<'a, 'b>, Error> {
        Ok(Repeated {
            value: self,
            is_written: false,
        })
    }
}

sink::serializer!(impl['a, 'b] Value<'a, 'b>, Repeated<'a, 'b>, Impossible<(), Error>);

/// The values of a key that repeats.
pub(super) struct Repeated<'a, 'b> {
    value: Value<'a, 'b>,
    /// Whether the key has a value, so that the next one takes the key again.
    is_written: bool,
}

impl Elements for Repeated<'_, '_> {
    fn write<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), Error> {
        element.serialize(Element(self))
    }

    fn finish(self) -> Result<(), Error> {
        if self.is_written {
            Ok(())
        } else {
            self.value.none()
        }
    }
}

elements!(Repeated<'_, '_>);

/// One of the values of a key that repeats: no sequence.
struct Element<'a, 'b, 'c>(&'a mut Repeated<'b, 'c>);

impl Sink for Element<'_, '_, '_> {
    const PLACE: &'static str = "an element of a value";
    type Sequence = Impossible<(), Error>;
    type Fields = Impossible<(), Error>;

    fn write(self, _what: &str, write: impl FnOnce(&mut Output<'_>)) -> Result<(), Error> {
        let Repeated { value, is_written } = self.0;
        if *is_written {
            value.output.repeat(value.pair);
        }
        *is_written = true;
        write(value.output);
        Ok(())
    }

    fn none(self) -> Result<(), Error> {
        Ok(())
    }

    fn unit_struct(self, name: &'static str) -> Result<(), Error> {
        self.text(name, name)
    }
}

sink::serializer!(impl['a, 'b, 'c] Element<'a, 'b, 'c>, Impossible<(), Error>, Impossible<(), Error>);
