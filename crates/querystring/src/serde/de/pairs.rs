//! The pairs as the entries of a map or the fields of a struct, and as the elements of a sequence.

use super::source::{Pair, Source};
use super::text::Text;
use super::value::Value;
use crate::serde::Error;
use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// The pairs as fields.
pub(super) struct Fields<'de> {
    source: Source<'de>,
    /// The field of which the key was read last. It stays in its place: what is moved right after
    /// it was written makes the processor wait.
    field: Option<Pair>,
}

impl<'de> Fields<'de> {
    pub(super) fn new(source: Source<'de>) -> Self {
        Self { source, field: None }
    }
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        self.field = self.source.next();
        match &self.field {
            Some(pair) => read_key(pair, &self.source, seed).map(Some),
            None => Ok(None),
        }
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        match &self.field {
            Some(pair) => read_value(pair, &mut self.source, seed),
            None => Err(Error::custom("a value was asked for before its key")),
        }
    }
}

/// The pairs as elements, each of which has two elements.
pub(super) struct PairSequence<'de>(pub(super) Source<'de>);

impl<'de> SeqAccess<'de> for PairSequence<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let source = &mut self.0;
        let Some(pair) = source.next() else {
            return Ok(None);
        };
        let element = KeyAndValue {
            pair: &pair,
            read: 0,
            source,
        };
        seed.deserialize(element).map(Some)
    }
}

/// One pair, of which first the key and then the value is read.
struct KeyAndValue<'a, 'de> {
    pair: &'a Pair,
    /// How many of the two were read.
    read: usize,
    source: &'a mut Source<'de>,
}

impl<'de> serde::Deserializer<'de> for KeyAndValue<'_, 'de> {
    type Error = Error;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(self)
    }

    forward_to_deserialize_any! {
        bool u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> SeqAccess<'de> for KeyAndValue<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.read += 1;
        match self.read {
            1 => read_key(self.pair, self.source, seed).map(Some),
            2 => read_value(self.pair, self.source, seed).map(Some),
            _ => Ok(None),
        }
    }
}

#[inline(always)]
fn read_key<'de, K: DeserializeSeed<'de>>(
    pair: &Pair,
    source: &Source<'de>,
    seed: K,
) -> Result<K::Value, Error> {
    seed.deserialize(Text(source.key(pair)))
        .map_err(|error| name_field(error, pair, source))
}

#[inline(always)]
fn read_value<'de, V: DeserializeSeed<'de>>(
    pair: &Pair,
    source: &mut Source<'de>,
    seed: V,
) -> Result<V::Value, Error> {
    let value = Value { pair, source };
    match seed.deserialize(value) {
        Ok(value) => Ok(value),
        Err(error) => Err(name_field(error, pair, source)),
    }
}

#[cold]
fn name_field(error: Error, pair: &Pair, source: &Source<'_>) -> Error {
    error.in_field(&source.key(pair))
}
