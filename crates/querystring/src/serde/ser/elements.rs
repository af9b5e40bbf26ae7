//! What sequences, tuples and tuple structs have in common: all.

use crate::serde::Error;
use serde::Serialize;

/// Elements that come one after the other.
pub(super) trait Elements: Sized {
    fn write<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), Error>;

    fn finish(self) -> Result<(), Error> {
        Ok(())
    }
}

/// Makes [`Elements`] what serde writes the three to.
macro_rules! elements {
    ($type:ty) => {
        $crate::serde::ser::elements::elements! { $type, SerializeSeq serialize_element }
        $crate::serde::ser::elements::elements! { $type, SerializeTuple serialize_element }
        $crate::serde::ser::elements::elements! { $type, SerializeTupleStruct serialize_field }
    };
    ($type:ty, $trait:ident $method:ident) => {
        impl serde::ser::$trait for $type {
            type Ok = ();
            type Error = $crate::serde::Error;

            fn $method<T: serde::Serialize + ?Sized>(&mut self, element: &T) -> Result<(), Self::Error> {
                self.write(element)
            }

            fn end(self) -> Result<(), Self::Error> {
                self.finish()
            }
        }
    };
}

pub(super) use elements;
