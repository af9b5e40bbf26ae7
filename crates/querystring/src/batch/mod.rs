//! The codec for bindings: a whole text per call, positions instead of strings.
//!
//! For the bindings of this repository alone: it is hidden in the documentation, and may change
//! with any version.
//!
//! A [`Codec`] borrows memory for each call. The other side of the binding reads and writes that
//! memory between calls. The binding decides who owns it ([`Memory`] is owned by Rust). Whatever is
//! written there, the codec never reads or writes outside of it. The other side puts a text into
//! the input region, as bytes (ASCII) or as UTF-16 code units, and calls one function with numbers.
//! The results are in the header ([`header`] names its words), in the table, and in two outputs:
//! one of bytes (each a character of Latin-1) and one of UTF-16 code units.
//!
//! A text of any length is processed in pieces: each call reads the whole pairs that fit into the
//! table, and reports where it stopped.

mod access;
mod boundary;
mod codec;
mod key_cache;
mod memory;
mod output;
mod piece;
mod scan;
mod separated;
mod syntax;
mod table;
mod text;

pub use access::Piece;
pub use boundary::{
    COLUMNS, DISTINCT_KNOWN_KEYS, LONGEST_KEY, MALFORMED, ROWS, SLOTS, Source, flags, header,
};
pub use codec::{Codec, Width};
pub use memory::{BLOCK, Layout, Line, Memory};
pub use separated::Separated;
pub use syntax::Syntax;
