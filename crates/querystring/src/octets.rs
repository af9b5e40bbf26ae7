//! Percent-decoding that never fails, octet by octet.

use crate::hexadecimal;
use crate::lanes::{Lanes, Native, WIDTH};
use crate::unit::Unit;
use alloc::borrow::Cow;
use alloc::vec;
use core::ops::Range;

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

/// Octets that are looked at together, one bit for each.
const STRIDE: usize = 64;

/// [`decode`] with `+` as a space, for octets behind which and into a room behind which 64 more may be read and written. Returns where the output
/// ends, and whether all of it is ASCII when the input is.
#[inline]
pub(crate) fn decode_padded(
    input: &[u8],
    piece: Range<usize>,
    output: &mut [u8],
    output_start: usize,
) -> (usize, bool) {
    let Range { start, end } = piece;
    let mut written = output_start;
    let mut bits = 0;
    // What is not yet copied begins here.
    let mut at = start;
    // Behind this, a `%` has no two digits.
    let last = end.saturating_sub(2);
    let mut base = start;
    while base < last {
        let mut percents = percents(input[base..].first_chunk().expect("the input is padded"));
        if last - base < STRIDE {
            percents &= (1 << (last - base)) - 1;
        }
        while percents != 0 {
            let percent = base + percents.trailing_zeros() as usize;
            percents &= percents - 1;
            let digits = input[percent..].first_chunk::<3>().expect("the input is padded");
            let Some(octet) = hexadecimal::digits(digits[1], digits[2]) else {
                // It stands for itself. A way of its own: where the next run begins must not wait for the digits.
                continue;
            };
            if percent - at > WIDTH {
                written = copy_run(input, at..percent, output, written);
                at = percent;
            }
            let run = percent - at;
            let room = output[written..]
                .first_chunk_mut::<{ WIDTH + 1 }>()
                .expect("the output is padded");
            copy_block(
                input[at..].first_chunk().expect("the input is padded"),
                room.first_chunk_mut().expect("it is longer"),
            );
            bits |= octet;
            room[run] = octet;
            written += run + 1;
            at = percent + 3;
        }
        base += STRIDE;
    }
    (copy_run(input, at..end, output, written), bits < 0x80)
}

#[inline(always)]
fn percents(block: &[u8; STRIDE]) -> u64 {
    let mut bits = 0;
    for (index, part) in block.as_chunks::<WIDTH>().0.iter().enumerate() {
        bits |= u64::from(Native::load(part).equal(b'%').bits()) << (index * WIDTH);
    }
    bits
}

/// Copies octets, sixteen at a time, with `+` as a space. Returns where the output ends.
#[inline(always)]
fn copy_run(input: &[u8], run: Range<usize>, output: &mut [u8], start: usize) -> usize {
    let mut copied = 0;
    while copied < run.len() {
        let block = input[run.start + copied..]
            .first_chunk::<WIDTH>()
            .expect("the input is padded");
        let room = output[start + copied..]
            .first_chunk_mut::<WIDTH>()
            .expect("the output is padded");
        copy_block(block, room);
        copied += WIDTH;
    }
    start + run.len()
}

#[inline(always)]
fn copy_block(block: &[u8; WIDTH], room: &mut [u8; WIDTH]) {
    let lanes = Native::load(block);
    lanes.replace(lanes.equal(b'+'), b' ').store(room);
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
            padded.resize(text.len() + STRIDE, b'%');
            let mut output = alloc::vec![0; padded.len()];
            let (length, is_ascii) = decode_padded(&padded, 0..text.len(), &mut output, 0);
            prop_assert_eq!(&output[..length], &*unescape_octets(text, true));
            prop_assert!(!text.is_ascii() || is_ascii == output[..length].is_ascii());
        }
    }
}
