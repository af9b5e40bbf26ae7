//! The value of a field: one text, or all that its key has.

use super::source::{Pair, Source};
use super::text::Text;
use crate::serde::Error;
use alloc::borrow::Cow;
use serde::de::{DeserializeSeed, Error as _, SeqAccess, Visitor};

/// The value of a pair, which becomes a sequence with those of later pairs when one is asked for.
pub(super) struct Value<'a, 'de> {
    pub(super) pair: &'a Pair,
    pub(super) source: &'a mut Source<'de>,
}

impl<'de> Value<'_, 'de> {
    #[inline(always)]
    fn text(&self) -> Text<'de> {
        Text(self.source.value(self.pair))
    }
}

macro_rules! as_text {
    ($($method:ident)*) => {
        $(#[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.text().$method(visitor)
        })*
    };
}

impl<'de> serde::Deserializer<'de> for Value<'_, 'de> {
    type Error = Error;

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let mut elements = Elements {
            next: Some(*self.pair),
            source: self.source,
        };
        let value = visitor.visit_seq(&mut elements)?;
        match elements.next() {
            None => Ok(value),
            Some(_) => Err(Error::custom("there are more values than expected")),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _length: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
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

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.text().deserialize_enum(name, variants, visitor)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.text().deserialize_unit_struct(name, visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.source.value_bytes(self.pair) {
            Cow::Borrowed(bytes) => visitor.visit_borrowed_bytes(bytes),
            Cow::Owned(bytes) => visitor.visit_byte_buf(bytes),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.text().deserialize_struct(name, fields, visitor)
    }

    as_text! {
        deserialize_any deserialize_bool deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128 deserialize_f32 deserialize_f64
        deserialize_char deserialize_str deserialize_string deserialize_unit deserialize_map
        deserialize_identifier deserialize_ignored_any
    }
}

/// All values of a key.
struct Elements<'a, 'de> {
    next: Option<Pair>,
    source: &'a mut Source<'de>,
}

impl<'de> Elements<'_, 'de> {
    fn next(&mut self) -> Option<Text<'de>> {
        let pair = self.next?;
        self.next = self.source.next_with_key(&pair);
        Some(Text(self.source.value(&pair)))
    }
}

impl<'de> SeqAccess<'de> for Elements<'_, 'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.next().map(|text| seed.deserialize(text)).transpose()
    }
}
