//! Percent-encoding, as `encodeURIComponent` does it.

use crate::lanes::{Lanes, Native, WIDTH};
use crate::unit::Unit;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// The most octets that one unit becomes: U+0800 and above are three octets in UTF-8, each written `%XX`.
pub(crate) const LONGEST: usize = 9;

/// Room that must be free behind the output before each unit: a pair of surrogates becomes twelve octets, a block is stored whole.
const SPARE: usize = 32;

/// Octets that are passed together where none must be escaped.
const STRIDE: usize = 64;

/// From so many escapes in a block on, copying what lies between them costs more than it saves.
const DENSE: u32 = 12;

/// The first octet of U+FFFD in UTF-8.
const REPLACEMENT_LEAD: u8 = 0xEF;

/// A string ends in the middle of a surrogate pair, which no UTF-8 can express. Node.js throws `ERR_INVALID_URI` then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoneSurrogate;

impl fmt::Display for LoneSurrogate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the text ends in the middle of a surrogate pair")
    }
}

impl core::error::Error for LoneSurrogate {}

/// Whether an octet stands for itself in an escaped text: the unreserved marks `! ' ( ) * - . _ ~`, digits and letters
/// (ECMA-262, "URI Syntax and Semantics").
///
/// ```
/// assert!(rt_querystring::is_unescaped(b'~'));
/// assert!(!rt_querystring::is_unescaped(b'+'));
/// ```
#[must_use]
pub const fn is_unescaped(octet: u8) -> bool {
    matches!(
        octet,
        b'!' | b'\'' | b'(' | b')' | b'*' | b'-' | b'.' | b'_' | b'~'
    ) || octet.is_ascii_alphanumeric()
}

/// The escaped form of each octet, and its length in the last element.
pub(crate) static ESCAPED: [[u8; 4]; 256] = {
    let mut escaped = [[0; 4]; 256];
    let mut octet = 0;
    while octet < 256 {
        let digits = b"0123456789ABCDEF";
        #[expect(clippy::cast_possible_truncation, reason = "octet is below 256")]
        let itself = octet as u8;
        escaped[octet] = if is_unescaped(itself) {
            [itself, 0, 0, 1]
        } else {
            [b'%', digits[octet >> 4], digits[octet & 15], 3]
        };
        octet += 1;
    }
    escaped
};

/// Percent-encodes everything but the unreserved marks, digits and letters. Borrows when there is nothing to encode.
///
/// ```
/// assert_eq!(rt_querystring::escape("a b=é"), "a%20b%3D%C3%A9");
/// ```
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    let Some(first) = text.bytes().position(|octet| !is_unescaped(octet)) else {
        return Cow::Borrowed(text);
    };
    let (clean, rest) = text.split_at(first);
    let mut escaped = String::with_capacity(text.len() + rest.len() / 2 + 2);
    escaped.push_str(clean);
    for octet in rest.bytes() {
        let form = &ESCAPED[usize::from(octet)];
        escaped.extend(form[..usize::from(form[3])].iter().copied().map(char::from));
    }
    Cow::Owned(escaped)
}

/// [`escape`] for UTF-16. A surrogate of either kind is taken together with the unit behind it, whatever that is, as Node.js does.
///
/// # Errors
/// [`LoneSurrogate`] when the last unit is a surrogate that no other one precedes.
///
/// ```
/// # use rt_querystring::{LoneSurrogate, escape_utf16};
/// assert_eq!(escape_utf16(&[0xD801, u16::from(b't')])?, "%F0%90%91%B4");
/// assert_eq!(escape_utf16(&[0xD801]), Err(LoneSurrogate));
/// # Ok::<(), LoneSurrogate>(())
/// ```
pub fn escape_utf16(text: &[u16]) -> Result<String, LoneSurrogate> {
    let mut octets = vec![0; text.len() * LONGEST + SPARE];
    let length = write_units(&padded(text), text.len(), &mut Nothing, &mut octets)?;
    Ok(octets[..length].iter().copied().map(char::from).collect())
}

/// The units, and as many behind them as are read together.
fn padded<T: Unit + Default>(units: &[T]) -> Vec<T> {
    let mut padded = Vec::with_capacity(units.len() + 2 * WIDTH);
    padded.extend_from_slice(units);
    padded.resize(units.len() + 2 * WIDTH, T::default());
    padded
}

/// Where a block holds a unit that must be escaped.
#[inline(always)]
fn must_be_escaped<T: Unit>(block: &[T; WIDTH]) -> u32 {
    !T::lanes(block).unescaped().bits() & 0xFFFF
}

/// The bits of the first `length` units of a block, of all when there are more.
#[inline(always)]
pub(crate) fn first(length: usize) -> u32 {
    if length < WIDTH { (1 << length) - 1 } else { 0xFFFF }
}

#[inline(always)]
fn put(octet: u8, output: &mut [u8], at: usize) -> usize {
    let form = ESCAPED[usize::from(octet)];
    if let Some(room) = output[at..].first_chunk_mut() {
        *room = form;
    }
    at + usize::from(form[3])
}

/// Writes `length` octets, or units of ASCII, from `start` on, of which `escaped` says which must be escaped, and returns where the output ends.
#[inline(always)]
fn write_block<T: Unit>(
    input: &[T],
    start: usize,
    length: usize,
    mut escaped: u32,
    output: &mut [u8],
    output_start: usize,
) -> usize {
    let mut written = output_start;
    let mut at = start;
    while escaped != 0 {
        let next = start + escaped.trailing_zeros() as usize;
        escaped &= escaped - 1;
        copy_block(input, at, output, written);
        written += next - at;
        if let Some(room) = output[written..].first_chunk_mut() {
            *room = ESCAPED[usize::from(input[next].code().to_le_bytes()[0])];
        }
        written += 3;
        at = next + 1;
    }
    copy_block(input, at, output, written);
    written + start + length - at
}

/// Copies sixteen units, of which those that count are ASCII.
#[inline(always)]
fn copy_block<T: Unit>(input: &[T], at: usize, output: &mut [u8], start: usize) {
    let block = input[at..].first_chunk().expect("the input is padded");
    let room = output[start..]
        .first_chunk_mut()
        .expect("the output has spare room");
    T::lanes(block).store(room);
}

/// [`write_block`] for octets of which many must be escaped.
#[inline(always)]
fn write_dense(octets: &[u8], escaped: u32, output: &mut [u8], start: usize) -> usize {
    let mut written = start;
    for (index, &octet) in octets.iter().enumerate() {
        let is_escaped = escaped >> index & 1 != 0;
        let room = output[written..]
            .first_chunk_mut()
            .expect("the output has spare room");
        *room = if is_escaped {
            ESCAPED[usize::from(octet)]
        } else {
            [octet, 0, 0, 0]
        };
        // Not from the table: the next octet need not wait for it.
        written += if is_escaped { 3 } else { 1 };
    }
    written
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

/// Units that are written as they are.
pub(crate) trait Kept<T> {
    /// The bits of the kept units among the first `length` of a block, which begins at `at`. Blocks come in rising order, and do not overlap.
    fn among(&mut self, block: &[T; WIDTH], at: usize, length: usize) -> u32;

    /// Whether units that need no escape anyway may be passed without a call of [`Kept::among`].
    fn may_be_skipped(&self) -> bool {
        false
    }
}

/// No unit is kept.
pub(crate) struct Nothing;

impl<T> Kept<T> for Nothing {
    #[inline(always)]
    fn among(&mut self, _block: &[T; WIDTH], _at: usize, _length: usize) -> u32 {
        0
    }

    fn may_be_skipped(&self) -> bool {
        true
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use core::fmt::Write;
    use proptest::prelude::*;

    fn naive(text: &str) -> String {
        let mut escaped = String::new();
        for octet in text.bytes() {
            if octet.is_ascii_alphanumeric() || b"!'()*-._~".contains(&octet) {
                escaped.push(char::from(octet));
            } else {
                write!(escaped, "%{octet:02X}").expect("a string grows");
            }
        }
        escaped
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(text in "([a-zA-Z0-9!'()*._~-]{0,30}|\\PC|[ -~]){0,12}") {
            prop_assert_eq!(escape(&text), naive(&text));
            let units: Vec<u16> = text.encode_utf16().collect();
            prop_assert_eq!(escape_utf16(&units).unwrap(), naive(&text));
            let mut output = alloc::vec![0; text.len() * 3 + SPARE];
            let length = write_utf8(&padded(text.as_bytes()), text.len(), &mut Nothing, &mut output);
            let expected = naive(&text);
            let refused = text.bytes().any(|octet| octet == REPLACEMENT_LEAD);
            prop_assert_eq!(length.map(|length| &output[..length]), (!refused).then_some(expected.as_bytes()));
        }
    }

    #[test]
    fn a_surrogate_takes_the_next_unit() {
        assert_eq!(
            escape_utf16(&[0xDC00, 0xDC00]).unwrap(),
            escape_utf16(&[0xD800, 0xDC00]).unwrap()
        );
        assert_eq!(escape_utf16(&[0xD83D, 0xDE00]).unwrap(), "%F0%9F%98%80");
        assert_eq!(escape_utf16(&[0x61, 0xDE00]), Err(LoneSurrogate));
    }
}
