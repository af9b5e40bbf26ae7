//! `decodeURIComponent` over UTF-16, and what Node.js does when it fails.

use crate::unit::Unit;
use crate::{bytes, hexadecimal, lossy, utf8};

const PERCENT: u16 = b'%' as u16;
const PLUS: u16 = b'+' as u16;
const SPACE: u16 = b' ' as u16;

/// Which half of a pair a piece is: Node.js looks for percent-encoded bytes in a slightly different
/// way in each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Key,
    Value,
}

/// Decodes as `decodeURIComponent` does (ECMA-262, "Decode"), or fails with nothing when a sequence
/// is malformed. `+` becomes a space when `plus_is_space` is set.
///
/// `output` is at least as long as `units`.
#[inline(never)]
pub(crate) fn decode<T: Unit>(units: &[T], plus_is_space: bool, output: &mut [u16]) -> Option<usize> {
    let mut written = 0;
    let mut at = 0;
    while at < units.len() {
        let unit = units[at].code();
        if unit != PERCENT {
            output[written] = if plus_is_space && unit == PLUS {
                SPACE
            } else {
                unit
            };
            written += 1;
            at += 1;
            continue;
        }
        let (character, length) = encoded_character(&units[at..])?;
        written += utf8::put(character, output[written..].first_chunk_mut()?);
        at += length;
    }
    Some(written)
}

/// The character whose UTF-8 bytes are percent-encoded at the start of `units`, and the units it
/// takes.
fn encoded_character<T: Unit>(units: &[T]) -> Option<(u32, usize)> {
    let mut sequence = [hexadecimal::byte(units)?, 0, 0, 0];
    let length = match sequence[0] {
        0..=0x7F => return Some((u32::from(sequence[0]), 3)),
        0x80..=0xDF => 2,
        0xE0..=0xEF => 3,
        _ => 4,
    };
    for (index, byte) in sequence.iter_mut().enumerate().take(length).skip(1) {
        *byte = hexadecimal::byte(units.get(index * 3..)?)?;
    }
    let (character, _) = utf8::character(&sequence)?;
    Some((character, length * 3))
}

/// Decodes what [`decode`] refused, as `unescapeBuffer(…).toString()` of Node.js: every unit is cut
/// to its lower byte, `%XX` become bytes, and the whole is read as UTF-8.
///
/// `bytes` and `output` are at least as long as `units`.
pub(crate) fn decode_lossy<T: Unit>(
    units: &[T],
    plus_is_space: bool,
    bytes: &mut [u8],
    output: &mut [u16],
) -> usize {
    let length = bytes::decode(units, plus_is_space, bytes);
    lossy::decode(&bytes[..length], output)
}

/// Whether Node.js takes a piece for percent-encoded: a `%`, then two hexadecimal digits. In a
/// value, a `+` between them does not count, so `%4+1` is taken for encoded there and
/// `unescapeBuffer` then mangles what is not ASCII in it.
pub(crate) fn is_encoded<T: Unit>(units: &[T], side: Side) -> bool {
    end_of_encoded_byte(units, side).is_some()
}

/// Whether a key makes Node.js before 26.12 take the value behind it for percent-encoded too:
/// behind the first encoded byte of a key, it looks for the next one as it does in values, and
/// notes it for the value.
pub(crate) fn marks_value<T: Unit>(key: &[T]) -> bool {
    end_of_encoded_byte(key, Side::Key).is_some_and(|end| is_encoded(&key[end..], Side::Value))
}

fn end_of_encoded_byte<T: Unit>(units: &[T], side: Side) -> Option<usize> {
    let mut digits = None;
    for (index, &unit) in units.iter().enumerate() {
        if unit.code() == PERCENT {
            digits = Some(0);
        } else if side == Side::Value && unit.code() == PLUS {
            // The check goes on as if it were not there.
        } else if let Some(count) = digits {
            digits = hexadecimal::is_digit(unit).then_some(count + 1);
            if digits == Some(2) {
                return Some(index + 1);
            }
        }
    }
    None
}

/// Decodes one half of a pair with `+` as a space, by the path that Node.js takes for it.
/// `is_encoded` is asked when the strict one fails.
///
/// `bytes` and `output` are at least as long as `units`.
pub(crate) fn decode_piece<T: Unit>(
    units: &[T],
    is_encoded: impl FnOnce(&[T]) -> bool,
    bytes: &mut [u8],
    output: &mut [u16],
) -> usize {
    if let Some(length) = decode(units, true, output) {
        return length;
    }
    if is_encoded(units) {
        return decode_lossy(units, true, bytes, output);
    }
    for (unit, target) in units.iter().zip(&mut *output) {
        *target = if unit.code() == PLUS { SPACE } else { unit.code() };
    }
    units.len()
}
