//! What the serializers of this crate have in common: most of serde's data model is refused, or
//! becomes one of a few forms.

use super::output::Output;
use crate::serde::Error;
use core::fmt::{Debug, Write};
use serde::ser::{
    Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, SerializeTupleStruct,
};

/// A place of a query string that a value is written to. What is not implemented cannot be there.
pub(super) trait Sink: Sized {
    /// The place, for errors.
    const PLACE: &'static str;
    type Sequence: SerializeSeq<Ok = (), Error = Error>
        + SerializeTuple<Ok = (), Error = Error>
        + SerializeTupleStruct<Ok = (), Error = Error>;
    type Fields: SerializeMap<Ok = (), Error = Error> + SerializeStruct<Ok = (), Error = Error>;

    /// Writes what has a text, called `what` in errors, by a function that appends it.
    fn write(self, what: &str, _write: impl FnOnce(&mut Output<'_>)) -> Result<(), Error> {
        Err(unsupported::<Self>(what))
    }

    /// Writes a text that may be anything.
    #[inline]
    fn text(self, text: &str, what: &str) -> Result<(), Error> {
        self.write(what, |output| output.push_escaped(text.as_bytes()))
    }

    /// Writes bytes that may be anything.
    fn bytes(self, bytes: &[u8], what: &str) -> Result<(), Error> {
        self.write(what, |output| output.push_escaped(bytes))
    }

    /// Writes a number or the like, of which nothing is to be escaped.
    #[inline]
    fn plain(self, text: &str, what: &str) -> Result<(), Error> {
        self.write(what, |output| output.text.push_str(text))
    }

    /// Writes what `None` is.
    fn none(self) -> Result<(), Error> {
        Err(unsupported::<Self>("`None`"))
    }

    /// Writes what `()` is.
    fn unit(self) -> Result<(), Error> {
        Err(unsupported::<Self>("`()`"))
    }

    /// Writes a struct without fields.
    fn unit_struct(self, _name: &'static str) -> Result<(), Error> {
        Err(unsupported::<Self>("a struct without fields"))
    }

    fn sequence(self) -> Result<Self::Sequence, Error> {
        Err(unsupported::<Self>("a sequence"))
    }

    fn fields(self) -> Result<Self::Fields, Error> {
        Err(unsupported::<Self>("a map or a struct"))
    }
}

/// The error about a value that cannot be in a place.
pub(super) fn unsupported<S: Sink>(what: &str) -> Error {
    Error::unsupported(what, S::PLACE)
}

/// Writes a floating-point number as its literal, so with a point or an exponent.
pub(super) fn float<S: Sink>(sink: S, value: impl Debug) -> Result<(), Error> {
    let mut result = Ok(());
    sink.write("a number", |output| result = write!(output.text, "{value:?}"))?;
    result.map_err(Error::custom)
}

/// Makes a [`Sink`] a serializer, with the types that it has for sequences and for fields.
macro_rules! serializer {
    (impl[$($generics:tt)*] $type:ty, $sequence:ty, $fields:ty) => {
        impl<$($generics)*> serde::Serializer for $type {
            type Ok = ();
            type Error = $crate::serde::Error;
            type SerializeSeq = $sequence;
            type SerializeTuple = Self::SerializeSeq;
            type SerializeTupleStruct = Self::SerializeSeq;
            type SerializeTupleVariant = serde::ser::Impossible<(), Self::Error>;
            type SerializeMap = $fields;
            type SerializeStruct = Self::SerializeMap;
            type SerializeStructVariant = serde::ser::Impossible<(), Self::Error>;

            $crate::serde::ser::sink::serializer! {
                integer
                serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
                serialize_i128(i128) serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
                serialize_u128(u128)
            }

            #[inline]
            fn serialize_bool(self, value: bool) -> Result<(), Self::Error> {
                self.plain(if value { "true" } else { "false" }, "a value of type bool")
            }

            fn serialize_f32(self, value: f32) -> Result<(), Self::Error> {
                $crate::serde::ser::sink::float(self, value)
            }

            fn serialize_f64(self, value: f64) -> Result<(), Self::Error> {
                $crate::serde::ser::sink::float(self, value)
            }

            fn serialize_char(self, value: char) -> Result<(), Self::Error> {
                self.text(value.encode_utf8(&mut [0; 4]), "a character")
            }

            #[inline]
            fn serialize_str(self, value: &str) -> Result<(), Self::Error> {
                self.text(value, "a string")
            }

            fn serialize_bytes(self, value: &[u8]) -> Result<(), Self::Error> {
                self.bytes(value, "a string")
            }

            fn serialize_none(self) -> Result<(), Self::Error> {
                self.none()
            }

            fn serialize_some<T: serde::Serialize + ?Sized>(self, value: &T) -> Result<(), Self::Error> {
                value.serialize(self)
            }

            fn serialize_unit(self) -> Result<(), Self::Error> {
                self.unit()
            }

            fn serialize_unit_struct(self, name: &'static str) -> Result<(), Self::Error> {
                self.unit_struct(name)
            }

            fn serialize_unit_variant(
                self,
                _name: &'static str,
                _index: u32,
                variant: &'static str,
            ) -> Result<(), Self::Error> {
                self.text(variant, "an enum")
            }

            fn serialize_newtype_struct<T: serde::Serialize + ?Sized>(
                self,
                _name: &'static str,
                value: &T,
            ) -> Result<(), Self::Error> {
                value.serialize(self)
            }

            fn serialize_newtype_variant<T: serde::Serialize + ?Sized>(
                self,
                _name: &'static str,
                _index: u32,
                _variant: &'static str,
                _value: &T,
            ) -> Result<(), Self::Error> {
                Err($crate::serde::ser::sink::unsupported::<Self>("a variant with a value"))
            }

            fn serialize_seq(self, _length: Option<usize>) -> Result<Self::SerializeSeq, Self::Error> {
                self.sequence()
            }

            fn serialize_tuple(self, _length: usize) -> Result<Self::SerializeTuple, Self::Error> {
                self.sequence()
            }

            fn serialize_tuple_struct(
                self,
                _name: &'static str,
                _length: usize,
            ) -> Result<Self::SerializeTupleStruct, Self::Error> {
                self.sequence()
            }

            fn serialize_tuple_variant(
                self,
                _name: &'static str,
                _index: u32,
                _variant: &'static str,
                _length: usize,
            ) -> Result<Self::SerializeTupleVariant, Self::Error> {
                Err($crate::serde::ser::sink::unsupported::<Self>("a variant with values"))
            }

            fn serialize_map(self, _length: Option<usize>) -> Result<Self::SerializeMap, Self::Error> {
                self.fields()
            }

            fn serialize_struct(
                self,
                _name: &'static str,
                _length: usize,
            ) -> Result<Self::SerializeStruct, Self::Error> {
                self.fields()
            }

            fn serialize_struct_variant(
                self,
                _name: &'static str,
                _index: u32,
                _variant: &'static str,
                _length: usize,
            ) -> Result<Self::SerializeStructVariant, Self::Error> {
                Err($crate::serde::ser::sink::unsupported::<Self>("a variant with fields"))
            }
        }
    };
    (integer $($method:ident($type:ty))*) => {
        $(#[inline]
        fn $method(self, value: $type) -> Result<(), Self::Error> {
            self.plain(
                itoa::Buffer::new().format(value),
                concat!("a value of type ", stringify!($type)),
            )
        })*
    };
}

pub(super) use serializer;
