//! The codec for bindings: a whole text per call, positions instead of strings.
//!
//! A [`Codec`] borrows memory for each call, which the other side of the binding reads and writes between calls; who owns it, the binding decides
//! ([`Memory`] is for those whose Rust side does). Nothing that is written there leads the codec outside of it. The other side puts a text into
//! the input region, as octets (ASCII) or as UTF-16 code units, and calls one function with numbers. What comes back is in the header
//! ([`header`] names its words), in the table, and in two outputs: one of octets (each a character of Latin-1) and one of UTF-16 code units.
//!
//! A text of any length is worked off in pieces: each call takes what ends at the border of a pair and fits into the table, and says how far
//! it came.

mod access;
mod codec;
mod key_cache;
mod memory;
mod output;
mod piece;
mod scan;
mod separated;
mod table;
mod text;

pub use access::Piece;
pub use codec::{Codec, MALFORMED, Width};
pub use key_cache::{LONGEST_KEY, SLOTS};
pub use memory::{BLOCK, Layout, Line, Memory, header};
pub use output::Source;
pub use scan::Syntax;
pub use separated::Separated;
pub use table::{COLUMNS, DISTINCT_KNOWN_KEYS, ROWS};
