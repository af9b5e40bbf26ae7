//! Percent-decoding that never fails, octet by octet.

use crate::hexadecimal;
use crate::lanes::{Lanes, Native, WIDTH};
use crate::unit::Unit;
use alloc::borrow::Cow;
use alloc::vec;

/// Percent-decodes octets. A `%` without two hexadecimal digits behind it stands for itself, and `+` becomes a space when
/// `plus_is_space` is set.
///
/// This is `unescapeBuffer` of Node.js for a string of single octets. Nothing is allocated when there is nothing to decode.
///
/// ```
/// assert_eq!(&*rt_querystring::unescape_octets(b"100%25+%E9%", false), b"100%+\xE9%");
/// assert_eq!(&*rt_querystring::unescape_octets(b"a+b", true), b"a b");
/// ```
#[must_use]
pub fn unescape_octets(octets: &[u8], plus_is_space: bool) -> Cow<'_, [u8]> {
    let encoded = if plus_is_space {
        memchr::memchr2(b'%', b'+', octets).is_some()
    } else {
        memchr::memchr(b'%', octets).is_some()
    };
    if !encoded {
        return Cow::Borrowed(octets);
    }
    let mut decoded = vec![0; octets.len()];
    let length = decode(octets, plus_is_space, &mut decoded);
    decoded.truncate(length);
    Cow::Owned(decoded)
}

/// Percent-decodes units to octets; of a unit above 255 the lower octet is taken. Returns how many were written.
///
/// `output` is at least as long as `units`.
pub(crate) fn decode<T: Unit>(units: &[T], plus_is_space: bool, output: &mut [u8]) -> usize {
    let mut written = 0;
    let mut at = 0;
    while at < units.len() {
        let rest = &units[at..];
        if let Some(octet) = hexadecimal::octet(rest) {
            output[written] = octet;
            at += 3;
        } else {
            let octet = rest[0].code().to_le_bytes()[0];
            output[written] = if plus_is_space && rest[0].code() == u16::from(b'+') {
                b' '
            } else {
                octet
            };
            at += 1;
        }
        written += 1;
    }
    written
}

/// [`decode`] with `+` as a space, for octets behind which and into a room behind which sixteen more may be read and written: runs
/// without a `%` are copied sixteen octets at a time. `end` is the end of what is decoded.
#[inline]
pub(crate) fn decode_padded(
    input: &[u8],
    start: usize,
    end: usize,
    output: &mut [u8],
    output_start: usize,
) -> usize {
    let mut written = output_start;
    let mut at = start;
    while at < end {
        if let Some(octet) = hexadecimal::octet(&input[at..end]) {
            output[written] = octet;
            written += 1;
            at += 3;
            continue;
        }
        let block = input[at..].first_chunk::<WIDTH>().expect("the input is padded");
        let lanes = Native::load(block);
        let room = output[written..]
            .first_chunk_mut::<WIDTH>()
            .expect("the output is padded");
        lanes.replace(lanes.equal(b'+'), b' ').store(room);
        // Bit 0 is left out: a `%` there is one that stands for itself.
        let percents = (lanes.equal(b'%').bits() & !1) | 1 << WIDTH;
        let run = (percents.trailing_zeros() as usize).min(end - at);
        written += run;
        at += run;
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_ways_agree(text in "([%+a-f0-9é]|%[0-9a-f]{2}|[a-z]{20}){0,20}") {
            let text = text.as_bytes();
            let mut padded = text.to_vec();
            padded.resize(text.len() + WIDTH, b'%');
            let mut output = alloc::vec![0; padded.len()];
            let length = decode_padded(&padded, 0, text.len(), &mut output, 0);
            prop_assert_eq!(&output[..length], &*unescape_octets(text, true));
        }
    }
}
