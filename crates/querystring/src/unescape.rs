//! Percent-decoding of text.

use crate::Simd;
use crate::component::{decode, decode_lossy};
use crate::octets::unescape as unescape_octets;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Percent-decodes text and never fails: a `%` without two hexadecimal digits behind it stands for itself, and each malformed part of the
/// UTF-8 that comes out becomes U+FFFD. Borrows when there is nothing to decode.
///
/// For ASCII text the result is that of `querystring.unescape` of Node.js. Where other text holds a malformed sequence,
/// Node.js also damages the characters around it; this function leaves them as they are, and [`unescape_utf16`] does as Node.js.
///
/// ```
/// assert_eq!(rt_querystring::unescape("%E2%82%AC 100%"), "€ 100%");
/// assert_eq!(rt_querystring::unescape("%E2%82"), "\u{FFFD}");
/// ```
#[must_use]
pub fn unescape(text: &str) -> Cow<'_, str> {
    match unescape_bytes(text.as_bytes()) {
        Cow::Borrowed(_) => Cow::Borrowed(text),
        Cow::Owned(octets) => Cow::Owned(lossy_string(octets)),
    }
}

/// Percent-decodes octets. A `%` without two hexadecimal digits behind it stands for itself. Borrows when there is nothing to decode.
///
/// For a string of single octets this is `querystring.unescapeBuffer` of Node.js.
///
/// ```
/// assert_eq!(&*rt_querystring::unescape_bytes(b"100%25+%E9%"), b"100%+\xE9%");
/// ```
#[must_use]
pub fn unescape_bytes(octets: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'%', octets).is_none() {
        return Cow::Borrowed(octets);
    }
    Cow::Owned(unescape_octets(octets, 0..octets.len(), false, Simd::best()).0)
}

/// `querystring.unescape` of Node.js: what `decodeURIComponent` makes of the text, or when that fails, the text cut to single octets,
/// percent-decoded, and read as UTF-8 with U+FFFD for what is malformed.
///
/// ```
/// let units: Vec<u16> = "é%4".encode_utf16().collect();
/// assert_eq!(String::from_utf16_lossy(&rt_querystring::unescape_utf16(&units)), "\u{FFFD}%4");
/// ```
#[must_use]
pub fn unescape_utf16(text: &[u16]) -> Vec<u16> {
    let mut output = vec![0; text.len()];
    let length = decode(text, false, &mut output).unwrap_or_else(|| {
        let mut octets = vec![0; text.len()];
        decode_lossy(text, false, &mut octets, &mut output)
    });
    output.truncate(length);
    output
}

/// Reads octets as UTF-8 with U+FFFD for what is malformed, without a copy when nothing is.
pub(crate) fn lossy_string(octets: Vec<u8>) -> String {
    String::from_utf8(octets).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
