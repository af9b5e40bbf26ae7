//! Escaping whole texts into an output that is large enough.

use super::block::{first, must_be_escaped, put, write_block, write_dense};
use super::{Kept, LoneSurrogate};
use crate::lanes::{Lanes, Native, WIDTH};

/// Octets that are passed together where none must be escaped.
const STRIDE: usize = 64;

/// From so many escapes in a block on, copying what lies between them costs more than it saves.
const DENSE: u32 = 12;

/// The first octet of U+FFFD in UTF-8.
pub(super) const REPLACEMENT_LEAD: u8 = 0xEF;

/// Escapes the UTF-8 up to `end`, but what is kept, and returns where the output ends; nothing when an octet is met with which U+FFFD begins.
///
/// 32 more octets may be read behind `end`. `output` is at least three times as long, and `SPARE` more.
#[inline(never)]
pub(crate) fn write_utf8(
    input: &[u8],
    end: usize,
    kept: &mut impl Kept<u8>,
    output: &mut [u8],
) -> Option<usize> {
    let mut written = 0;
    let mut at = 0;
    while at < end {
        if end - at >= STRIDE && kept.may_be_skipped() {
            let stride = input[at..].first_chunk::<STRIDE>().expect("there is as much");
            let (blocks, _) = stride.as_chunks();
            if blocks.iter().fold(0, |bits, block| bits | must_be_escaped(block)) == 0 {
                let room = output[written..].first_chunk_mut::<STRIDE>();
                *room.expect("the output is as long") = *stride;
                written += STRIDE;
                at += STRIDE;
                continue;
            }
        }
        let block = input[at..].first_chunk().expect("the input is padded");
        let length = (end - at).min(WIDTH);
        let escaped = must_be_escaped(block) & first(length) & !kept.among(block, at, length);
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
    Some(written)
}

/// Escapes the code units up to `end`, but those that are kept, and returns where the output ends.
///
/// 32 more units may be read behind `end`. `output` is at least [`LONGEST`] times as long, and `SPARE` more.
#[inline(never)]
pub(crate) fn write_units(
    input: &[u16],
    end: usize,
    kept: &mut dyn Kept<u16>,
    output: &mut [u8],
) -> Result<usize, LoneSurrogate> {
    let mut written = 0;
    let mut at = 0;
    while at < end {
        let block = input[at..].first_chunk().expect("the input is padded");
        let length = (end - at).min(WIDTH);
        let kept = kept.among(block, at, length);
        let escaped = must_be_escaped(block) & first(length) & !kept;
        if block[..length].iter().fold(0, |bits, unit| bits | unit) < 0x80 {
            written = write_block(input, at, length, escaped, output, written);
            at += length;
            continue;
        }
        let start = at;
        while at < start + length {
            let code = input[at];
            if kept >> (at - start) & 1 != 0 {
                output[written] = code.to_le_bytes()[0];
                (at, written) = (at + 1, written + 1);
            } else if let Ok(octet @ 0..=0x7F) = u8::try_from(code) {
                (at, written) = (at + 1, put(octet, output, written));
            } else {
                (at, written) = write_character(&input[..end], at, output, written)?;
            }
        }
    }
    Ok(written)
}

/// Writes the character that begins at `at` and is not ASCII. Returns where the next one begins and where the output ends.
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
    for octet in character.encode_utf8(&mut [0; 4]).bytes() {
        written = put(octet, output, written);
    }
    Ok((next, written))
}
