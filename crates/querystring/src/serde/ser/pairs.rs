//! The entries of a map, the fields of a struct and the elements of a sequence as pairs.

use super::elements::{Elements, elements};
use super::output::{Begun, Output};
use super::sink::{self, Sink};
use super::value::{Key, Value};
use crate::serde::Error;
use serde::ser::{self, Error as _, Impossible, Serialize};

fn write_key<T: Serialize + ?Sized>(output: &mut Output<'_>, key: &T) -> Result<Begun, Error> {
    output.begin(|output| key.serialize(Key(output)))
}

fn write_value<T: Serialize + ?Sized>(
    output: &mut Output<'_>,
    pair: Option<Begun>,
    value: &T,
) -> Result<(), Error> {
    let pair = pair.ok_or_else(|| Error::custom("a value came before its key"))?;
    value
        .serialize(Value { output, pair })
        .map_err(|error| output.failed(pair, error))
}

/// Fields that become pairs.
#[derive(Debug)]
pub struct Fields<'a> {
    output: Output<'a>,
    /// The pair of which the value comes next.
    pair: Option<Begun>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(output: Output<'a>) -> Self {
        Self { output, pair: None }
    }
}

impl ser::SerializeStruct for Fields<'_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        let output = &mut self.output;
        let pair = output.begin(|output| Key(output).text(key, key))?;
        value.serialize(Value { output, pair }).map_err(|error| {
            output.remove(pair);
            error.in_field(key)
        })
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

impl ser::SerializeMap for Fields<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.pair = Some(write_key(&mut self.output, key)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        write_value(&mut self.output, self.pair.take(), value)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

/// Elements that are pairs.
#[derive(Debug)]
pub struct PairSequence<'a>(pub(super) Output<'a>);

impl Elements for PairSequence<'_> {
    fn write<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), Error> {
        element.serialize(Pair(&mut self.0))
    }
}

elements!(PairSequence<'_>);

/// An element that has to be a pair.
struct Pair<'a, 'b>(&'a mut Output<'b>);

impl<'a, 'b> Sink for Pair<'a, 'b> {
    const PLACE: &'static str = "a pair";
    type Sequence = KeyAndValue<'a, 'b>;
    type Fields = Impossible<(), Error>;

    fn sequence(self) -> Result<KeyAndValue<'a, 'b>, Error> {
        Ok(KeyAndValue {
            output: self.0,
            pair: None,
            elements: 0,
        })
    }
}

sink::serializer!(impl['a, 'b] Pair<'a, 'b>, KeyAndValue<'a, 'b>, Impossible<(), Error>);

/// A pair of which the key comes first.
struct KeyAndValue<'a, 'b> {
    output: &'a mut Output<'b>,
    pair: Option<Begun>,
    elements: usize,
}

const NO_PAIR: &str = "an element has to be a key and a value";

impl Elements for KeyAndValue<'_, '_> {
    fn write<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), Error> {
        self.elements += 1;
        match self.elements {
            1 => {
                self.pair = Some(write_key(self.output, element)?);
                Ok(())
            }
            2 => write_value(self.output, self.pair, element),
            _ => Err(Error::custom(NO_PAIR)),
        }
    }

    fn finish(self) -> Result<(), Error> {
        if self.elements == 2 {
            return Ok(());
        }
        if let Some(pair) = self.pair {
            self.output.remove(pair);
        }
        Err(Error::custom(NO_PAIR))
    }
}

elements!(KeyAndValue<'_, '_>);
