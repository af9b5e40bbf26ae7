//! Escaping sixteen bytes at a time, however many of them must be.

use crate::lanes::{Avx2, EXPANDED, Lanes, Native, STRIDE, Stride, WIDTH, bits_of_first, partial};
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Appends the escaped form of up to [`WIDTH`] bytes. Like [`append`], it is only called in
/// functions that are compiled for AVX2.
#[inline(always)]
pub(super) fn append_short(text: &[u8], output: &mut Vec<u8>) {
    append_first(Native::load(&partial(text)), text.len(), output);
}

/// Appends the escaped form of more than [`WIDTH`] bytes.
#[inline(always)]
pub(super) fn append(text: &[u8], output: &mut Vec<u8>) {
    let mut at = 0;
    while let Some(stride) = text[at..].first_chunk::<STRIDE>() {
        let escaped = Avx2::load(stride).escaped();
        if escaped == 0 {
            let plain = plain_strides(&text[at..]);
            output.extend_from_slice(&text[at..at + plain]);
            at += plain;
            continue;
        }
        for (index, block) in crate::chunks::chunks(stride).iter().enumerate() {
            #[expect(clippy::cast_possible_truncation, reason = "the bits of one block are wanted")]
            let escaped = (escaped >> (index * WIDTH)) as u32 & bits_of_first(WIDTH);
            append_block(Native::load(block), WIDTH, escaped, output);
        }
        at += STRIDE;
    }
    while let Some(block) = text[at..].first_chunk() {
        let block = Native::load(block);
        append_block(block, WIDTH, block.must_be_escaped(), output);
        at += WIDTH;
    }
    let rest = text.len() - at;
    let last = Native::load(text.last_chunk().expect("there are more bytes"));
    append_first(last.behind(WIDTH - rest), rest, output);
}

/// Appends the escaped form of the first `length` bytes of a block, often none or few.
#[inline(always)]
fn append_first(block: Native, length: usize, output: &mut Vec<u8>) {
    let escaped = block.must_be_escaped() & bits_of_first(length);
    if length == 0 {
        // Nothing is reserved.
    } else if escaped == 0 {
        append_plain(block, length, output);
    } else {
        append_block(block, length, escaped, output);
    }
}

/// The length of the strides at the start of `text` in which nothing must be escaped.
#[inline(always)]
fn plain_strides(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(stride) = text[at..].first_chunk() {
        if Avx2::load(stride).escaped() != 0 {
            break;
        }
        at += STRIDE;
    }
    at
}

/// Appends the first `length` bytes of a block.
#[inline(always)]
fn append_plain(block: Native, length: usize, output: &mut Vec<u8>) {
    let mut bytes = [0; WIDTH];
    block.store(&mut bytes);
    output.reserve(WIDTH);
    let target = output.spare_capacity_mut().first_chunk_mut();
    *target.expect("it was reserved") = bytes.map(MaybeUninit::new);
    // SAFETY: these bytes were written behind the end.
    unsafe { output.set_len(output.len() + length) }
}

/// Appends the first `length` bytes of a block, of which `escaped` says which must be escaped.
#[inline(always)]
fn append_block(block: Native, length: usize, escaped: u32, output: &mut Vec<u8>) {
    output.reserve(EXPANDED);
    let target: &mut [MaybeUninit<u8>; EXPANDED] = output
        .spare_capacity_mut()
        .first_chunk_mut()
        .expect("it was reserved");
    let written = block.expand(escaped, target) - (WIDTH - length);
    // SAFETY: so many bytes were written behind the end, where there was space for them.
    unsafe { output.set_len(output.len() + written) }
}
