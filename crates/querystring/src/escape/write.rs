//! Escaping whole texts into an output that is large enough.

use super::block::{must_be_escaped, put, write_block, write_dense};
use super::forms::LoneSurrogate;
use crate::chunks::chunks;
use crate::lanes::{Lanes, Native, STRIDE, WIDTH, bits_of_first};
use core::array;

/// From so many escapes in a block on, copying what lies between them costs more than it saves.
pub(super) const DENSE: u32 = 12;

/// The first byte of U+FFFD in UTF-8.
pub(super) const REPLACEMENT_LEAD: u8 = 0xEF;

/// Escapes the UTF-8 up to `end` and returns where the output ends; nothing when a byte is met with
/// which U+FFFD begins.
///
/// 64 more bytes may be read behind `end`. `output` is at least three times as long, and `SPARE`
/// more.
#[inline(never)]
pub(crate) fn write_utf8(input: &[u8], end: usize, output: &mut [u8]) -> Option<usize> {
    let mut written = 0;
    let mut at = 0;
    while at < end {
        let stride = input[at..].first_chunk::<STRIDE>().expect("the input is padded");
        let blocks = chunks(stride);
        let masks: [u32; STRIDE / WIDTH] = array::from_fn(|index| must_be_escaped(&blocks[index]));
        if end - at >= STRIDE && masks.iter().fold(0, |bits, mask| bits | mask) == 0 {
            let target = output[written..].first_chunk_mut::<STRIDE>();
            *target.expect("the output is as long") = *stride;
            written += STRIDE;
            at += STRIDE;
            continue;
        }
        for (block, mask) in blocks.iter().zip(masks) {
            let length = (end - at).min(WIDTH);
            let escaped = mask & bits_of_first(length);
            if Native::load(block).equal(REPLACEMENT_LEAD).bits() & escaped != 0 {
                return None;
            }
            written = if escaped.count_ones() < DENSE {
                write_block(input, at, length, escaped, output, written)
            } else {
                write_dense(&block[..length], escaped, output, written)
            };
            at += length;
        }
    }
    Some(written)
}

/// Escapes the code units up to `end` and returns where the output ends.
///
/// 32 more units may be read behind `end`. `output` is at least [`LONGEST`](super::forms::LONGEST)
/// times as long, and `SPARE` more.
#[inline(never)]
pub(crate) fn write_units(input: &[u16], end: usize, output: &mut [u8]) -> Result<usize, LoneSurrogate> {
    let mut written = 0;
    let mut at = 0;
    while at < end {
        let block = input[at..].first_chunk().expect("the input is padded");
        let length = (end - at).min(WIDTH);
        if block[..length].iter().fold(0, |bits, unit| bits | unit) < 0x80 {
            let escaped = must_be_escaped(block) & bits_of_first(length);
            written = write_block(input, at, length, escaped, output, written);
            at += length;
            continue;
        }
        let start = at;
        while at < start + length {
            let unit = input[at];
            if unit < 0x80 {
                (at, written) = (at + 1, put(low_byte(unit), output, written));
            } else if unit < 0x800 {
                written = put(low_byte(0xC0 | unit >> 6), output, written);
                written = put(low_byte(0x80 | unit & 0x3F), output, written);
                at += 1;
            } else {
                (at, written) = write_character(&input[..end], at, output, written)?;
            }
        }
    }
    Ok(written)
}

/// The low half of a unit.
#[inline(always)]
fn low_byte(unit: u16) -> u8 {
    unit.to_le_bytes()[0]
}

/// Writes the character that begins at `at` and is not ASCII. Returns where the next one begins and
/// where the output ends.
fn write_character(
    units: &[u16],
    at: usize,
    output: &mut [u8],
    start: usize,
) -> Result<(usize, usize), LoneSurrogate> {
    let mut character = u32::from(units[at]);
    let mut next = at + 1;
    if character & 0xF800 == 0xD800 {
        let second = units.get(next).ok_or(LoneSurrogate)?;
        next += 1;
        character = 0x1_0000 + ((character & 0x3FF) << 10 | u32::from(second & 0x3FF));
    }
    // Never a surrogate: those were joined above.
    let character = char::from_u32(character).ok_or(LoneSurrogate)?;
    let mut written = start;
    for byte in character.encode_utf8(&mut [0; 4]).bytes() {
        written = put(byte, output, written);
    }
    Ok((next, written))
}
