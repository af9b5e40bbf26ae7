//! Escaping sixteen units at a time.

use super::forms::ESCAPED;
use crate::lanes::{Lanes, WIDTH};
use crate::unit::Unit;

/// Where a block holds a unit that must be escaped.
#[inline(always)]
pub(super) fn must_be_escaped<T: Unit>(block: &[T; WIDTH]) -> u32 {
    !T::lanes(block).unescaped().bits() & 0xFFFF
}

#[inline(always)]
pub(super) fn put(byte: u8, output: &mut [u8], at: usize) -> usize {
    let form = ESCAPED[usize::from(byte)];
    if let Some(target) = output[at..].first_chunk_mut() {
        *target = form;
    }
    at + usize::from(form[3])
}

/// Writes `length` bytes, or units of ASCII, from `start` on, of which `escaped` says which must be
/// escaped, and returns where the output ends.
#[inline(always)]
pub(super) fn write_block<T: Unit>(
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
        if let Some(target) = output[written..].first_chunk_mut() {
            *target = ESCAPED[usize::from(input[next].code().to_le_bytes()[0])];
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
    let target = output[start..]
        .first_chunk_mut()
        .expect("the output has spare space");
    T::lanes(block).store(target);
}

/// [`write_block`] for bytes of which many must be escaped.
#[inline(always)]
pub(super) fn write_dense(bytes: &[u8], escaped: u32, output: &mut [u8], start: usize) -> usize {
    let mut written = start;
    for (index, &byte) in bytes.iter().enumerate() {
        let is_escaped = escaped >> index & 1 != 0;
        let target = output[written..]
            .first_chunk_mut()
            .expect("the output has spare space");
        *target = if is_escaped {
            ESCAPED[usize::from(byte)]
        } else {
            [byte, 0, 0, 0]
        };
        // Not from the table: the next byte need not wait for it.
        written += if is_escaped { 3 } else { 1 };
    }
    written
}
