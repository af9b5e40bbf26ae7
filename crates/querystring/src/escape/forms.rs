//! The escaped forms of bytes, and what a text may become at most.

use crate::unescaped::is_unescaped;
use core::fmt;

/// The most bytes that one unit becomes: U+0800 and above are three bytes in UTF-8, each written
/// `%XX`.
pub(crate) const LONGEST: usize = 9;

/// Bytes that must be free behind the output before each unit: a pair of surrogates becomes twelve
/// bytes, and a block is stored whole.
pub(super) const SPARE: usize = 32;

/// A string ends in the middle of a surrogate pair, which no UTF-8 can express. Node.js throws
/// `ERR_INVALID_URI` then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoneSurrogate;

impl fmt::Display for LoneSurrogate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the text ends in the middle of a surrogate pair")
    }
}

impl core::error::Error for LoneSurrogate {}

/// The escaped form of each byte, and its length in the last element.
pub(crate) static ESCAPED: [[u8; 4]; 256] = {
    let mut escaped = [[0; 4]; 256];
    let mut byte = 0;
    while byte < 256 {
        let digits = b"0123456789ABCDEF";
        #[expect(clippy::cast_possible_truncation, reason = "byte is below 256")]
        let itself = byte as u8;
        escaped[byte] = if is_unescaped(itself) {
            [itself, 0, 0, 1]
        } else {
            [b'%', digits[byte >> 4], digits[byte & 15], 3]
        };
        byte += 1;
    }
    escaped
};
