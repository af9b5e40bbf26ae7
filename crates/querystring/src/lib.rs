//! A codec for URL query strings, with the results of Node.js's `querystring` module.
//!
//! - [`parse`] and [`stringify()`] go between a query string and its pairs, [`escape`] and [`unescape`] between a text and its
//!   percent-encoded form.
//! - [`escape_utf16`] and [`unescape_utf16`] do the same for UTF-16, where a string may hold lone surrogates.
//! - [`batch`] is for bindings: a whole text per call, positions instead of strings, memory that the other side can see.
//!
//! ```
//! let pairs: Vec<_> = rt_querystring::parse(b"name=J%C3%BCrgen&city=K%C3%B6ln").collect();
//! assert_eq!(rt_querystring::stringify(pairs), "name=J%C3%BCrgen&city=K%C3%B6ln");
//! ```
//!
//! The crate needs `alloc` but not `std`.

#![no_std]
#![deny(missing_docs)]
#![allow(
    clippy::inline_always,
    reason = "the vectors stay in registers and the scan stays one loop only when these small functions are inlined"
)]

extern crate alloc;

pub mod batch;
mod component;
mod escape;
mod hexadecimal;
mod lanes;
mod lossy;
mod octets;
mod parse;
mod stringify;
mod unescape;
mod unit;
mod utf8;

pub use escape::{LoneSurrogate, escape, escape_utf16, is_unescaped};
pub use octets::unescape_octets;
pub use parse::{Parse, parse};
pub use stringify::stringify;
pub use unescape::{unescape, unescape_utf16};
