//! One text as a value: a key, an element, or a value that is no sequence.

use crate::serde::Error;
use alloc::borrow::Cow;
use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, EnumAccess, Error as _, Unexpected, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;

/// A text, of which numbers and the like are parsed.
pub(in crate::serde) struct Text<'de>(pub(in crate::serde) Cow<'de, str>);

macro_rules! parse {
    ($($method:ident => $visit:ident,)*) => {
        $(#[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit(self.0.parse().map_err(Error::custom)?)
        })*
    };
}

impl<'de> serde::Deserializer<'de> for Text<'de> {
    type Error = Error;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    parse! {
        deserialize_bool => visit_bool,
        deserialize_u8 => visit_u8,
        deserialize_u16 => visit_u16,
        deserialize_u32 => visit_u32,
        deserialize_u64 => visit_u64,
        deserialize_u128 => visit_u128,
        deserialize_i8 => visit_i8,
        deserialize_i16 => visit_i16,
        deserialize_i32 => visit_i32,
        deserialize_i64 => visit_i64,
        deserialize_i128 => visit_i128,
        deserialize_f32 => visit_f32,
        deserialize_f64 => visit_f64,
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

    /// A struct without fields is written as its name.
    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if self.0 == name {
            visitor.visit_unit()
        } else {
            Err(Error::invalid_value(Unexpected::Str(&self.0), &name))
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(Variant(self.0))
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// A text that names a variant.
struct Variant<'de>(Cow<'de, str>);

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Error;
    type Variant = NoFields;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, NoFields), Error> {
        let variant = match self.0 {
            Cow::Borrowed(name) => seed.deserialize(BorrowedStrDeserializer::new(name)),
            Cow::Owned(name) => seed.deserialize(StrDeserializer::new(&name)),
        };
        Ok((variant?, NoFields))
    }
}

/// What is behind the name of a variant: nothing.
struct NoFields;

impl<'de> VariantAccess<'de> for NoFields {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _seed: T) -> Result<T::Value, Error> {
        Err(Error::invalid_type(
            Unexpected::UnitVariant,
            &"a variant with a value",
        ))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _length: usize, visitor: V) -> Result<V::Value, Error> {
        Err(Error::invalid_type(Unexpected::UnitVariant, &visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        Err(Error::invalid_type(Unexpected::UnitVariant, &visitor))
    }
}
