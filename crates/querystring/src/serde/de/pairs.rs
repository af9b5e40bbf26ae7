//! The pairs as the entries of a map or the fields of a struct, and as the elements of a sequence.

use super::source::{Pair, Source};
use super::text::Text;
use super::value::Value;
use crate::serde::Error;
use alloc::borrow::Cow;
use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// The pairs as fields.
pub(super) struct Fields<'de> {
    source: Source<'de>,
    /// The field of which the key was read, and not yet the value.
    field: Option<Pair<'de>>,
}

impl<'de> Fields<'de> {
    pub(super) fn new(source: Source<'de>) -> Self {
        Self { source, field: None }
    }
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        self.field = self.source.next();
        match &self.field {
            Some(pair) => read_key(&pair.key, seed).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let pair = self
            .field
            .take()
            .ok_or_else(|| Error::custom("a value was asked for before its key"))?;
        read_value(pair, &mut self.source, seed)
    }
}

/// The pairs as elements, each of which has two elements.
pub(super) struct PairSequence<'de>(pub(super) Source<'de>);

impl<'de> SeqAccess<'de> for PairSequence<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(pair) = self.0.next() else {
            return Ok(None);
        };
        let source = &mut self.0;
        seed.deserialize(KeyAndValue {
            key_read: false,
            pair: Some(pair),
            source,
        })
        .map(Some)
    }
}

/// One pair, of which first the key and then the value is read.
struct KeyAndValue<'a, 'de> {
    key_read: bool,
    pair: Option<Pair<'de>>,
    source: &'a mut Source<'de>,
}

impl<'de> serde::Deserializer<'de> for KeyAndValue<'_, 'de> {
    type Error = Error;

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

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        if !self.key_read {
            self.key_read = true;
            return self
                .pair
                .as_ref()
                .map(|pair| read_key(&pair.key, seed))
                .transpose();
        }
        self.pair
            .take()
            .map(|pair| read_value(pair, self.source, seed))
            .transpose()
    }
}

#[inline]
fn read_key<'de, K: DeserializeSeed<'de>>(key: &Cow<'de, str>, seed: K) -> Result<K::Value, Error> {
    let text = match key {
        Cow::Borrowed(key) => seed.deserialize(Text(Cow::Borrowed(*key))),
        Cow::Owned(key) => seed.deserialize(Text(Cow::Owned(key.clone()))),
    };
    text.map_err(|error| error.in_field(key))
}

#[inline]
fn read_value<'de, V: DeserializeSeed<'de>>(
    pair: Pair<'de>,
    source: &mut Source<'de>,
    seed: V,
) -> Result<V::Value, Error> {
    let Pair {
        key,
        value: text,
        next,
    } = pair;
    seed.deserialize(Value {
        key: &key,
        text,
        next,
        source,
    })
    .map_err(|error| error.in_field(&key))
}
