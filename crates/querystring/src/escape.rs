//! Percent-encoding, as `encodeURIComponent` does it.

use crate::lanes::{Lanes, Native, WIDTH};
use crate::unit::Unit;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use core::fmt;

/// The most octets that one unit becomes: U+0800 and above are three octets in UTF-8, each written `%XX`.
pub(crate) const LONGEST: usize = 9;

/// Room that must be free behind the output before each unit: a pair of surrogates becomes twelve octets, a block is stored whole.
const SPARE: usize = 16;

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
    let length = write(text, &mut octets, 0)?;
    Ok(octets[..length].iter().copied().map(char::from).collect())
}

/// Where a block holds an octet that must be escaped.
#[inline(always)]
fn must_be_escaped(lanes: Native) -> u32 {
    let letters = lanes.with_bits(0x20).minus(b'a').below(26);
    let digits = lanes.minus(b'0').below(10);
    let apostrophe_to_asterisk = lanes.minus(b'\'').below(4);
    let hyphen_and_dot = lanes.minus(b'-').below(2);
    let others = lanes.equal(b'!').or(lanes.equal(b'_')).or(lanes.equal(b'~'));
    !letters
        .or(digits)
        .or(apostrophe_to_asterisk)
        .or(hyphen_and_dot)
        .or(others)
        .bits()
        & 0xFFFF
}

#[inline(always)]
fn put(octet: u8, output: &mut [u8], at: usize) -> usize {
    let form = ESCAPED[usize::from(octet)];
    if let Some(room) = output[at..].first_chunk_mut() {
        *room = form;
    }
    at + usize::from(form[3])
}

/// Writes a block of ASCII of which `escaped` says which units must be escaped, and returns where the output ends.
#[inline(always)]
fn write_block<T: Unit>(block: &[T; WIDTH], escaped: u32, output: &mut [u8], start: usize) -> usize {
    let mut written = start;
    for (index, unit) in block.iter().enumerate() {
        if let Some(room) = output[written..].first_chunk_mut() {
            *room = ESCAPED[usize::from(unit.code().to_le_bytes()[0])];
        }
        // Not from the table: the next unit need not wait for it.
        written += 1 + 2 * (escaped >> index & 1) as usize;
    }
    written
}

/// Escapes `units` into `output` from `start` on and returns where the output ends.
///
/// `output` is at least [`LONGEST`] times as long as `units`, and `SPARE` more, from `start` on.
#[inline(never)]
pub(crate) fn write<T: Unit>(units: &[T], output: &mut [u8], start: usize) -> Result<usize, LoneSurrogate> {
    let mut written = start;
    let mut at = 0;
    while at < units.len() {
        let mut stop = units.len();
        if let Some(block) = units[at..].first_chunk::<WIDTH>() {
            let lanes = T::lanes(block);
            let escaped = must_be_escaped(lanes);
            if escaped == 0 {
                lanes.store(
                    output[written..]
                        .first_chunk_mut()
                        .expect("the output has spare room"),
                );
                written += WIDTH;
                at += WIDTH;
                continue;
            }
            stop = at + WIDTH;
            if T::is_ascii(block) {
                written = write_block(block, escaped, output, written);
                at = stop;
                continue;
            }
        }
        while at < stop {
            let code = units[at].code();
            at += 1;
            if let Ok(octet @ 0..=0x7F) = u8::try_from(code) {
                written = put(octet, output, written);
                continue;
            }
            let mut character = u32::from(code);
            if code & 0xF800 == 0xD800 {
                let next = units.get(at).ok_or(LoneSurrogate)?.code();
                at += 1;
                character = 0x1_0000 + ((character & 0x3FF) << 10 | u32::from(next & 0x3FF));
            }
            // Never a surrogate: those were joined above.
            let mut utf8 = [0; 4];
            for octet in char::from_u32(character)
                .ok_or(LoneSurrogate)?
                .encode_utf8(&mut utf8)
                .bytes()
            {
                written = put(octet, output, written);
            }
        }
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
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
            if text.is_ascii() {
                let mut output = alloc::vec![0; text.len() * LONGEST + SPARE];
                let length = write(text.as_bytes(), &mut output, 0).unwrap();
                let expected = naive(&text);
                prop_assert_eq!(&output[..length], expected.as_bytes());
            }
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
