//! Query strings and types that implement serde's traits.

mod de;
mod error;
mod forms;
mod ser;

#[cfg(feature = "std")]
pub use de::from_reader;
pub use de::{Deserializer, from_bytes, from_str};
pub use error::{Error, ErrorKind};
pub use forms::{checkbox, empty_as_none, from_text};
pub use ser::{Serializer, to_string, to_writer};
