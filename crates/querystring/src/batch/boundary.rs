//! The numbers that the codec and the other side of a binding share: what is where in the memory,
//! and what arguments and results mean.
//!
//! `ts/binding/querystring-boundary.ts` says the same for JavaScript, and
//! `__test__/querystring/boundary.spec.ts` compares the two. Each constant is on one line there and
//! here.

/// How many pairs one call can return: the rows of the table.
pub const ROWS: usize = 8192;

/// The words of a row: key (start and source, end), value (start and source, end), and what is
/// known of the key.
///
/// The last word is the number of the key's slot, from 1 on, when the key was known already; minus
/// that number when it has just been entered, so that the other side can keep the key's string; 0
/// when it is not kept. [`Separated`](super::Separated) uses it for flags instead.
pub const COLUMNS: usize = 5;

/// Bit of the result of a parse: every key was known already, none repeats, none had to be decoded.
pub const DISTINCT_KNOWN_KEYS: u32 = 1 << 30;

/// How many keys are remembered. A key with the hash of another one replaces it.
pub const SLOTS: usize = 512;

/// The longest raw key that is remembered, in bytes.
pub const LONGEST_KEY: usize = 32;

/// The result of a call that could not do what was asked: a text that ends in the middle of a
/// surrogate pair when escaping, a malformed sequence when decoding, separators that
/// [`Codec::parse`](super::Codec::parse) does not take.
pub const MALFORMED: u32 = u32::MAX;

/// Bits of the flags of a binding's `parse_separated`.
pub mod flags {
    /// The text ends where the call ends.
    pub const LAST: u32 = 1;
    /// Leave the decoding to the caller.
    pub const RAW: u32 = 2;
    /// The caller has a decoder of its own.
    pub const CUSTOM_DECODER: u32 = 4;
}

/// Where a piece of a result is: the two lowest bits of its first word in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Source {
    /// In the text itself: nothing had to be decoded.
    Input = 0,
    /// In the narrow output.
    Narrow = 1,
    /// In the wide output.
    Wide = 2,
}

/// The words of the header, as indices into the memory seen as 32-bit integers.
pub mod header {
    /// Result: how far the call came in the input.
    pub const CONSUMED: usize = 0;
    /// Result: bytes in the narrow output.
    pub const NARROW_LENGTH: usize = 1;
    /// Result: code units in the wide output.
    pub const WIDE_LENGTH: usize = 2;
    /// Result: how many pairs may still come, 0 when there is no limit.
    pub const REMAINING: usize = 3;
    /// Result: 1 when the limit was reached.
    pub const LIMIT_REACHED: usize = 4;
    /// Where the table begins, in bytes.
    pub const TABLE_OFFSET: usize = 5;
    /// Where the input begins, in bytes.
    pub const INPUT_OFFSET: usize = 6;
    /// Where the narrow output begins, in bytes.
    pub const NARROW_OFFSET: usize = 7;
    /// Where the wide output begins, in bytes.
    pub const WIDE_OFFSET: usize = 8;
    /// How many units fit into the input.
    pub const CAPACITY: usize = 9;
    /// The size of the memory, in bytes.
    pub const SIZE: usize = 10;
    /// Result: the most different keys that the pairs may have.
    pub const DIFFERENT_KEYS: usize = 11;
    /// Result: what [`Codec::parse`](super::super::Codec::parse) returned, for bindings whose
    /// function returns something else.
    pub const OUTCOME: usize = 12;
    /// How many bytes the narrow output may have before another block is escaped behind them.
    pub const COLLECTED: usize = 13;
    /// For a binding whose function takes the text itself: how many units it has. This and the next
    /// two are here because arguments of Node-API would take longer.
    pub const TEXT_LENGTH: usize = 14;
    /// As [`Syntax::of_word`](super::super::Syntax::of_word) takes it.
    pub const SYNTAX: usize = 15;
    /// As [`Codec::parse`](super::super::Codec::parse) takes it.
    pub const LIMIT: usize = 16;
    /// How such a binding has loaded the text: 0 as bytes, 1 as UTF-16 code units.
    pub const WIDE: usize = 17;
    /// How many units fit into the wide output.
    pub const WIDE_CAPACITY: usize = 18;
    /// How many calls looked keys up.
    pub const CALLS: usize = 19;
    /// The longest raw key that is remembered, in bytes, at most
    /// [`LONGEST_KEY`](super::LONGEST_KEY): 0 remembers none.
    pub const LONGEST_KEY: usize = 20;
    /// Written by the caller: 1 where a value is decoded for a percent-encoded byte of its own
    /// only, as in Node.js 26.12 and later. Otherwise a second one in its key counts, too. Needs
    /// the feature `node-26`.
    pub const KEYS_STAND_ALONE: usize = 21;
    /// How many words the header has.
    pub const WORDS: usize = 32;
}
