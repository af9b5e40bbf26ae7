//! One half of a pair: where its text is.

use super::boundary::LONGEST_KEY;
use super::key_cache::{KeyCache, Kind, Known};
use super::output::{Output, Span};
use crate::component::{self, Side};
use crate::unit::Unit;
use crate::{bytes, lossy, utf8};
use core::ops::Range;

/// What differs between a text of bytes and one of UTF-16 code units.
pub(super) trait Text: Unit {
    /// Looks a raw key up in the cache and enters it.
    fn look_up(keys: &mut KeyCache<'_>, input: &[Self], key: &Range<usize>) -> Known;

    /// Decodes a key that holds `%` or `+`.
    fn decode_key(input: &[Self], key: Range<usize>, output: &mut Output<'_>) -> Span;

    /// Decodes a value that holds `%` or `+`, beside its raw key.
    fn decode_value(input: &[Self], key: Range<usize>, value: Range<usize>, output: &mut Output<'_>) -> Span;
}

impl Text for u8 {
    #[inline(always)]
    fn look_up(keys: &mut KeyCache<'_>, input: &[u8], key: &Range<usize>) -> Known {
        keys.look_up(input, key)
    }

    fn decode_key(input: &[u8], key: Range<usize>, output: &mut Output<'_>) -> Span {
        decode_bytes(input, key, output)
    }

    fn decode_value(input: &[u8], _key: Range<usize>, value: Range<usize>, output: &mut Output<'_>) -> Span {
        decode_bytes(input, value, output)
    }
}

/// For ASCII, all paths of Node.js give the same result: percent-decode, then read as UTF-8.
fn decode_bytes(input: &[u8], piece: Range<usize>, output: &mut Output<'_>) -> Span {
    let start = output.narrow_length;
    let (end, is_ascii) = bytes::decode_padded(input, piece, output.narrow, start);
    if is_ascii {
        return output.keep_narrow(end);
    }
    let wide = &mut output.wide[output.wide_length..];
    if let Some((length, bits)) = utf8::decode(output.narrow, start..end, wide) {
        return output.keep_units(length, bits);
    }
    let length = lossy::decode(&output.narrow[start..end], wide);
    output.keep_wide(length)
}

impl Text for u16 {
    #[inline(always)]
    fn look_up(keys: &mut KeyCache<'_>, input: &[u16], key: &Range<usize>) -> Known {
        let length = key.len();
        if !keys.remembers(length) {
            return Known::NOT_CACHED;
        }
        let key = &input[key.clone()];
        let mut bytes = [0; LONGEST_KEY];
        let mut bits = 0;
        for (byte, unit) in bytes.iter_mut().zip(key) {
            *byte = unit.to_le_bytes()[0];
            bits |= unit;
        }
        let (mut size, mut kind) = (length, Kind::Ascii);
        if bits >= 0x80 {
            (size, kind) = (size_of_val(key), Kind::Units);
            if !keys.remembers(size) {
                return Known::NOT_CACHED;
            }
            for (pair, unit) in bytes.chunks_exact_mut(2).zip(key) {
                pair.copy_from_slice(&unit.to_le_bytes());
            }
        }
        keys.find(&bytes, size, kind)
    }

    fn decode_key(input: &[u16], key: Range<usize>, output: &mut Output<'_>) -> Span {
        decode_units(&input[key], |key| component::is_encoded(key, Side::Key), output)
    }

    fn decode_value(input: &[u16], key: Range<usize>, value: Range<usize>, output: &mut Output<'_>) -> Span {
        let may_be_marked = !(cfg!(feature = "node-26") && output.keys_stand_alone);
        let encoded = |value: &[u16]| {
            component::is_encoded(value, Side::Value)
                || (may_be_marked && component::marks_value(&input[key]))
        };
        decode_units(&input[value], encoded, output)
    }
}

fn decode_units(piece: &[u16], is_encoded: impl FnOnce(&[u16]) -> bool, output: &mut Output<'_>) -> Span {
    let wide = &mut output.wide[output.wide_length..];
    let length = component::decode_piece(
        piece,
        is_encoded,
        &mut output.narrow[output.narrow_length..],
        wide,
    );
    output.keep_wide(length)
}
