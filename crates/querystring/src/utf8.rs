//! UTF-8 to UTF-16, quickly, when it is well-formed.

use crate::lanes::{Lanes, Native, WIDTH};
use core::ops::Range;

/// Decodes UTF-8. Returns how many units were written, and all their bits together; nothing when it
/// is malformed.
///
/// Sixteen bytes may be read behind `piece`; `output` is at least as long as it, and sixteen more.
#[inline(never)]
pub(crate) fn decode(input: &[u8], piece: Range<usize>, output: &mut [u16]) -> Option<(usize, u16)> {
    let mut at = piece.start;
    let mut written = 0;
    let mut bits = 0;
    while at < piece.end {
        // Up to the next byte that is not ASCII.
        let block = input[at..].first_chunk::<WIDTH>()?;
        *output[written..].first_chunk_mut()? = block.map(u16::from);
        let others = Native::load(block).bits() | 1 << WIDTH;
        let run = (others.trailing_zeros() as usize).min(piece.end - at);
        at += run;
        written += run;
        if run == WIDTH || at == piece.end {
            continue;
        }
        // A character, and those that follow it without ASCII between.
        while at < piece.end && input[at] >= 0x80 {
            let sequence = input[at..].first_chunk::<4>()?;
            let (character, length) = character(sequence)?;
            let target = output[written..].first_chunk_mut()?;
            written += put(character, target);
            bits |= target[0];
            at += length;
        }
    }
    // A sequence that the end cuts off would have taken bytes from behind it.
    (at == piece.end).then_some((written, bits))
}

/// Writes a character as UTF-16 and returns how many units that are.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the halves of a pair, or a unit by itself"
)]
#[inline(always)]
pub(crate) fn put(character: u32, target: &mut [u16; 2]) -> usize {
    if character < 0x1_0000 {
        target[0] = character as u16;
        return 1;
    }
    *target = [
        (0xD7C0 + (character >> 10)) as u16,
        0xDC00 | (character & 0x3FF) as u16,
    ];
    2
}

/// The character that a sequence of two bytes or more begins with, and how many it takes.
#[inline(always)]
pub(crate) fn character(sequence: &[u8; 4]) -> Option<(u32, usize)> {
    let [lead, second, third, fourth] = sequence.map(u32::from);
    let follows = |byte: u32| byte & 0xC0 == 0x80;
    let low = |byte: u32| byte & 0x3F;
    match lead {
        0xC2..=0xDF if follows(second) => Some(((lead & 0x1F) << 6 | low(second), 2)),
        0xE0..=0xEF if follows(second) && follows(third) => {
            let character = (lead & 0xF) << 12 | low(second) << 6 | low(third);
            (character >= 0x800 && character & 0xF800 != 0xD800).then_some((character, 3))
        }
        0xF0..=0xF4 if follows(second) && follows(third) && follows(fourth) => {
            let character = (lead & 7) << 18 | low(second) << 12 | low(third) << 6 | low(fourth);
            (0x1_0000..0x11_0000)
                .contains(&character)
                .then_some((character, 4))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::decode;
    use alloc::vec;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_the_standard_library(
            text in "([a-z]{0,20}|é|€|😀|ÿ){0,20}",
            bytes in proptest::collection::vec(prop_oneof![Just(0xE2u8), Just(0x82), Just(0xF0), Just(0x9F), Just(0xED), any::<u8>()], 0..6),
        ) {
            for bytes in [text.clone().into_bytes(), [text.as_bytes(), &bytes].concat()] {
                let mut padded = bytes.clone();
                padded.resize(bytes.len() + 16, 0xAC);
                let mut output = vec![0; bytes.len() + 16];
                let expected: Option<Vec<u16>> = str::from_utf8(&bytes).ok().map(|text| text.encode_utf16().collect());
                let actual = decode(&padded, 0..bytes.len(), &mut output);
                prop_assert_eq!(actual.map(|(length, _)| output[..length].to_vec()), expected);
                if let Some((length, bits)) = actual {
                    prop_assert_eq!(bits < 0x100, output[..length].iter().all(|&unit| unit < 0x100));
                }
            }
        }
    }
}
