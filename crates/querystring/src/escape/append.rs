//! Escaping behind what an output already holds.

use super::block::{first, write_block, write_dense};
use super::write::DENSE;
use crate::lanes::{STRIDE, Stride, WIDTH};
use alloc::vec::Vec;

/// Octets that may be read behind a block, and written behind its escaped form.
const SPARE: usize = 2 * WIDTH;

/// Where the first octet of `text` is that must be escaped.
#[inline(always)]
pub(crate) fn find<S: Stride>(text: &[u8]) -> Option<usize> {
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

/// Appends the escaped form of `text`.
#[inline(always)]
pub(crate) fn append<S: Stride>(text: &[u8], output: &mut Vec<u8>) {
    output.reserve(text.len());
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
    // The last octets are escaped where there are some behind them.
    let rest = &text[at..];
    let mut padded = [b'_'; 2 * STRIDE + SPARE];
    padded[..rest.len()].copy_from_slice(rest);
    let mut start = 0;
    while start < rest.len() {
        let length = (rest.len() - start).min(STRIDE);
        let block = &padded[start..];
        let escaped = S::load(block.first_chunk().expect("it is padded")).escaped();
        if escaped == 0 {
            output.extend_from_slice(&block[..length]);
        } else {
            append_block(block, length, escaped, output);
        }
        start += STRIDE;
    }
}

/// Appends the first `length` octets of `input`, at most [`STRIDE`], of which `escaped` says which must be escaped.
#[inline(always)]
fn append_block(input: &[u8], length: usize, escaped: u64, output: &mut Vec<u8>) {
    let mut room = [0; 3 * STRIDE + SPARE];
    let mut written = 0;
    for start in (0..length).step_by(WIDTH) {
        let part = (length - start).min(WIDTH);
        #[expect(clippy::cast_possible_truncation, reason = "the bits of one part are wanted")]
        let escaped = (escaped >> start) as u32 & first(part);
        written = if escaped.count_ones() < DENSE {
            write_block(input, start, part, escaped, &mut room, written)
        } else {
            write_dense(&input[start..start + part], escaped, &mut room, written)
        };
    }
    output.extend_from_slice(&room[..written]);
}
