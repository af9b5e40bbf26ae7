//! Percent-decoding of text.

use crate::Simd;
use crate::bytes::SPARE;
use crate::component::{decode, decode_lossy};
use crate::lanes::{Lanes, Native, WIDTH, partial};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// Percent-decodes text and never fails: a `%` without two hexadecimal digits behind it stands for
/// itself, and each malformed part of the UTF-8 that comes out becomes U+FFFD. Borrows when there
/// is nothing to decode.
///
/// For ASCII text the result is that of `querystring.unescape` of Node.js. Where other text holds a
/// malformed sequence, Node.js also damages the characters around it; this function leaves them as
/// they are, and [`unescape_utf16`] does as Node.js.
///
/// ```
/// assert_eq!(rt_querystring::unescape("%E2%82%AC 100%"), "€ 100%");
/// assert_eq!(rt_querystring::unescape("%E2%82"), "\u{FFFD}");
/// ```
#[must_use]
pub fn unescape(text: &str) -> Cow<'_, str> {
    match unescape_bytes(text.as_bytes()) {
        Cow::Borrowed(_) => Cow::Borrowed(text),
        Cow::Owned(bytes) => Cow::Owned(lossy_string(bytes)),
    }
}

/// Percent-decodes bytes. A `%` without two hexadecimal digits behind it stands for itself. Borrows
/// when there is nothing to decode.
///
/// For a string of single bytes this is `querystring.unescapeBuffer` of Node.js.
///
/// ```
/// assert_eq!(&*rt_querystring::unescape_bytes(b"100%25+%E9%"), b"100%+\xE9%");
/// ```
#[must_use]
pub fn unescape_bytes(bytes: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'%', bytes).is_none() {
        return Cow::Borrowed(bytes);
    }
    Cow::Owned(unescape_piece(bytes, 0..bytes.len(), false, Simd::best()).0)
}

/// `querystring.unescape` of Node.js: what `decodeURIComponent` makes of the text, or when that
/// fails, the text cut to single bytes, percent-decoded, and read as UTF-8 with U+FFFD for what is
/// malformed.
///
/// ```
/// let units: Vec<u16> = "é%4".encode_utf16().collect();
/// assert_eq!(String::from_utf16_lossy(&rt_querystring::unescape_utf16(&units)), "\u{FFFD}%4");
/// ```
#[must_use]
pub fn unescape_utf16(text: &[u16]) -> Vec<u16> {
    let mut output = vec![0; text.len()];
    let length = decode(text, false, &mut output).unwrap_or_else(|| {
        let mut bytes = vec![0; text.len()];
        decode_lossy(text, false, &mut bytes, &mut output)
    });
    output.truncate(length);
    output
}

/// Reads bytes as UTF-8 with U+FFFD for what is malformed, without a copy when nothing is.
pub(crate) fn lossy_string(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// A piece of up to so many bytes is decoded on the stack.
const SHORT: usize = 128;

/// Percent-decodes a piece of `input`; also says whether the result is ASCII if the piece is.
#[inline(always)]
pub(crate) fn unescape_piece(
    input: &[u8],
    piece: Range<usize>,
    plus_is_space: bool,
    simd: Simd,
) -> (Vec<u8>, bool) {
    if plus_is_space && piece.len() <= WIDTH {
        if let Some(spaced) = spaced(&input[piece.clone()]) {
            return (spaced, true);
        }
    }
    if piece.len() <= SHORT {
        // What is short is copied, so that it takes no more memory than it needs.
        let mut decoded = [0; SHORT + SPARE];
        let (length, is_ascii) = simd.decode(input, piece, plus_is_space, &mut decoded);
        return (decoded[..length].to_vec(), is_ascii);
    }
    let mut decoded = vec![0; piece.len() + SPARE];
    let (length, is_ascii) = simd.decode(input, piece, plus_is_space, &mut decoded);
    decoded.truncate(length);
    (decoded, is_ascii)
}

/// A few words with `+` between them; nothing when one holds a `%`.
#[inline(always)]
fn spaced(words: &[u8]) -> Option<Vec<u8>> {
    let lanes = Native::load(&partial(words));
    if lanes.equal(b'%').bits() != 0 {
        return None;
    }
    let mut spaced = [0; WIDTH];
    lanes.replace(lanes.equal(b'+'), b' ').store(&mut spaced);
    Some(spaced[..words.len()].to_vec())
}

#[cfg(test)]
mod tests {
    use super::unescape_piece;
    use crate::Simd;
    use crate::bytes::{decode, decode_padded};
    use crate::lanes::STRIDE;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_way_agrees(text in "([%+a-f0-9é]|%[0-9a-f]{2}|[a-z]{20}){0,20}", behind in "[%+a-f0-9]{0,80}", plus_is_space: bool) {
            let text = text.as_bytes();
            let mut expected = alloc::vec![0; text.len()];
            let length = decode(text, plus_is_space, &mut expected);
            expected.truncate(length);
            let input = [text, behind.as_bytes()].concat();
            for simd in Simd::available() {
                let (decoded, is_ascii) = unescape_piece(&input, 0..text.len(), plus_is_space, simd);
                prop_assert!(!text.is_ascii() || is_ascii == decoded.is_ascii());
                prop_assert_eq!(decoded, &*expected);
            }
            let mut padded = text.to_vec();
            padded.resize(text.len() + STRIDE, b'%');
            let mut output = alloc::vec![0; padded.len()];
            let (length, _) = decode_padded(&padded, 0..text.len(), &mut output, 0);
            prop_assert!(!plus_is_space || output[..length] == *expected);
        }
    }
}
