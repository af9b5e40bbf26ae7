#![doc = include_str!("../README.md")]
//!
//! # Strings of JavaScript
//!
//! [`escape_utf16`] and [`unescape_utf16`] take UTF-16, in which a string may hold lone surrogates,
//! and do what Node.js does with them.
#![no_std]
#![deny(missing_docs)]
#![allow(
    clippy::inline_always,
    reason = "the vectors stay in registers and the scan stays one loop only when these small functions are inlined"
)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[doc(hidden)]
pub mod batch;
mod bytes;
mod chunks;
mod component;
mod escape;
mod hexadecimal;
mod lanes;
mod lossy;
mod open_pair;
mod options;
mod parse;
pub mod query_map;
#[cfg(feature = "serde")]
mod serde;
mod simd;
mod stringify;
mod unescape;
mod unescaped;
mod unit;
mod utf8;

#[cfg(all(feature = "serde", feature = "std"))]
pub use self::serde::from_reader;
#[cfg(feature = "serde")]
pub use self::serde::{
    Deserializer, Error, ErrorKind, Serializer, checkbox, empty_as_none, from_bytes, from_str, from_text,
    to_string, to_writer,
};
pub use escape::{LoneSurrogate, escape, escape_bytes, escape_utf16};
pub use options::Options;
pub use parse::{BytePairs, Pairs, parse, parse_bytes};
pub use query_map::QueryMap;
pub use simd::Simd;
pub use stringify::{stringify, write_to};
pub use unescape::{unescape, unescape_bytes, unescape_utf16};
pub use unescaped::is_unescaped;
