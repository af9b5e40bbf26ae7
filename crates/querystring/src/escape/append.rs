//! Escaping behind what an output already holds.

use super::block::{write_block, write_dense};
use super::forms::ESCAPED;
use super::write::DENSE;
use crate::lanes::{Four, Lanes, STRIDE, Stride, WIDTH, Words, bits_of_first};
use crate::simd::algorithms;
use alloc::vec::Vec;

/// Bytes that may be read behind a block, and written behind its escaped form.
const SPARE: usize = 2 * WIDTH;

/// Where the first byte of `text` is that must be escaped.
#[inline(always)]
fn find<S: Stride>(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(block) = text[at..].first_chunk() {
        let escaped = S::load(block).escaped();
        if escaped != 0 {
            return Some(at + escaped.trailing_zeros() as usize);
        }
        at += STRIDE;
    }
    let rest = &text[at..];
    let mut block = [b'_'; STRIDE];
    block[..rest.len()].copy_from_slice(rest);
    let escaped = S::load(&block).escaped();
    (escaped != 0).then(|| at + escaped.trailing_zeros() as usize)
}

/// Escapes by the way that is the fastest with the instructions of a stride.
pub(crate) trait Append: Stride {
    /// Appends the escaped form of up to [`WIDTH`] bytes.
    #[inline(always)]
    fn append_short(text: &[u8], output: &mut Vec<u8>) {
        if text.iter().all(|&byte| ESCAPED[usize::from(byte)][3] == 1) {
            output.extend_from_slice(text);
        } else {
            append_blocks::<Self>(text, output);
        }
    }

    /// Appends the escaped form of `text`.
    #[inline(always)]
    fn append(text: &[u8], output: &mut Vec<u8>) {
        append_blocks::<Self>(text, output);
    }
}

impl<L: Lanes> Append for Four<L> {}

impl Append for Words {}

#[cfg(all(target_arch = "x86_64", not(miri)))]
impl Append for crate::lanes::Avx2 {
    #[inline(always)]
    fn append_short(text: &[u8], output: &mut Vec<u8>) {
        super::expanded::append_short(text, output);
    }

    #[inline(always)]
    fn append(text: &[u8], output: &mut Vec<u8>) {
        super::expanded::append(text, output);
    }
}

// Called by their names: through a pointer they would not become part of a function with vectors.
#[inline(always)]
fn append_short<S: Append>(text: &[u8], output: &mut Vec<u8>) {
    S::append_short(text, output);
}

#[inline(always)]
fn append<S: Append>(text: &[u8], output: &mut Vec<u8>) {
    S::append(text, output);
}

/// A function of its own, so that what chooses between the instructions stays small.
#[inline(never)]
fn append_blocks<S: Stride>(text: &[u8], output: &mut Vec<u8>) {
    // What must not be escaped and is not yet appended begins here.
    let mut plain = 0;
    let mut at = 0;
    while text.len() - at >= STRIDE + SPARE {
        let escaped = S::load(text[at..].first_chunk().expect("there is as much")).escaped();
        if escaped != 0 {
            output.extend_from_slice(&text[plain..at]);
            append_block(&text[at..], STRIDE, escaped, output);
            plain = at + STRIDE;
        }
        at += STRIDE;
    }
    output.extend_from_slice(&text[plain..at]);
    // The last bytes are escaped where there are some behind them.
    let mut rest = &text[at..];
    while !rest.is_empty() {
        let (part, others) = rest.split_at(rest.len().min(STRIDE));
        let mut padded = [b'_'; STRIDE + SPARE];
        padded[..part.len()].copy_from_slice(part);
        let escaped = S::load(padded.first_chunk().expect("it is longer")).escaped();
        if escaped == 0 {
            output.extend_from_slice(part);
        } else {
            append_block(&padded, part.len(), escaped, output);
        }
        rest = others;
    }
}

/// Appends the first `length` bytes of `input`, at most [`STRIDE`], of which `escaped` says which
/// must be escaped.
#[inline(always)]
fn append_block(input: &[u8], length: usize, escaped: u64, output: &mut Vec<u8>) {
    let start = output.len();
    output.resize(start + 3 * length + SPARE, 0);
    let target = &mut output[start..];
    let mut written = 0;
    for start in (0..length).step_by(WIDTH) {
        let part = (length - start).min(WIDTH);
        #[expect(clippy::cast_possible_truncation, reason = "the bits of one part are wanted")]
        let escaped = (escaped >> start) as u32 & bits_of_first(part);
        written = if escaped.count_ones() < DENSE {
            write_block(input, start, part, escaped, target, written)
        } else {
            write_dense(&input[start..start + part], escaped, target, written)
        };
    }
    output.truncate(start + written);
}

algorithms! {
    /// Where the first byte is that must be escaped.
    fn find_escaped(text: &[u8]) -> Option<usize> = find;
    /// Appends the escaped form of up to [`WIDTH`] bytes.
    fn append_short_escaped(text: &[u8], output: &mut Vec<u8>) -> () = append_short;
    /// Appends the escaped form of a text.
    fn append_escaped(text: &[u8], output: &mut Vec<u8>) -> () = append;
}
