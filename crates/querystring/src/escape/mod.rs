//! Percent-encoding, as `encodeURIComponent` does it.

mod append;
mod block;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod expanded;
mod forms;
mod write;

use crate::Simd;
use crate::lanes::WIDTH;
use crate::unit::Unit;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use forms::SPARE;

pub(crate) use forms::LONGEST;
pub use forms::LoneSurrogate;
pub(crate) use write::{write_units, write_utf8};

/// Percent-encodes everything but the unreserved marks, digits and letters. Borrows when there is
/// nothing to encode.
///
/// This is `querystring.escape` of Node.js.
///
/// ```
/// assert_eq!(rt_querystring::escape("a b=é"), "a%20b%3D%C3%A9");
/// ```
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    escape_bytes(text.as_bytes())
}

/// [`escape`] for bytes in any encoding. Borrows when there is nothing to encode.
///
/// ```
/// assert_eq!(rt_querystring::escape_bytes(b"J\xFCrgen"), "J%FCrgen");
/// ```
#[must_use]
pub fn escape_bytes(bytes: &[u8]) -> Cow<'_, str> {
    let simd = Simd::best();
    let Some(first) = simd.find_escaped(bytes) else {
        // SAFETY: what stands for itself is ASCII.
        return Cow::Borrowed(unsafe { core::str::from_utf8_unchecked(bytes) });
    };
    let (plain, rest) = bytes.split_at(first);
    let mut escaped = String::with_capacity(bytes.len() + 2);
    // SAFETY: what stands for itself is ASCII.
    escaped.push_str(unsafe { core::str::from_utf8_unchecked(plain) });
    push_escaped(&mut escaped, rest, simd);
    Cow::Owned(escaped)
}

/// Appends the escaped form of bytes.
#[inline]
pub(crate) fn push_escaped(output: &mut String, bytes: &[u8], simd: Simd) {
    // SAFETY: what is appended is ASCII.
    let output = unsafe { output.as_mut_vec() };
    if bytes.len() <= WIDTH {
        simd.append_short_escaped(bytes, output);
    } else {
        simd.append_escaped(bytes, output);
    }
}

/// [`escape`] for UTF-16. A surrogate of either kind is taken together with the unit behind it,
/// whatever that is, as Node.js does.
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
    let mut bytes = vec![0; text.len() * LONGEST + SPARE];
    let length = write_units(&padded(text), text.len(), &mut bytes)?;
    Ok(bytes[..length].iter().copied().map(char::from).collect())
}

/// The units, and as many behind them as are read together.
fn padded<T: Unit + Default>(units: &[T]) -> Vec<T> {
    let mut padded = Vec::with_capacity(units.len() + 4 * WIDTH);
    padded.extend_from_slice(units);
    padded.resize(units.len() + 4 * WIDTH, T::default());
    padded
}

#[cfg(test)]
mod tests {
    use super::write::REPLACEMENT_LEAD;
    use super::*;
    use core::fmt::Write;
    use proptest::prelude::*;

    fn naive(text: &str) -> String {
        let mut escaped = String::new();
        for byte in text.bytes() {
            if byte.is_ascii_alphanumeric() || b"!'()*-._~".contains(&byte) {
                escaped.push(char::from(byte));
            } else {
                write!(escaped, "%{byte:02X}").expect("a string grows");
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
            let length = write_utf8(&padded(text.as_bytes()), text.len(), &mut output);
            let expected = naive(&text);
            let refused = text.bytes().any(|byte| byte == REPLACEMENT_LEAD);
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
