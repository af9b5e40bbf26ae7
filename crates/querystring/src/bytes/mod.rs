//! Percent-decoding that never fails, byte by byte.

#[cfg(all(
    any(
        target_arch = "x86_64",
        all(target_arch = "wasm32", target_feature = "simd128", feature = "shuffle")
    ),
    not(miri)
))]
mod shuffled;

use crate::hexadecimal;
use crate::lanes::{Four, Lanes, Native, NativeStride, STRIDE, Stride, WIDTH, Words};
use crate::simd::algorithms;
use crate::unit::Unit;
use core::ops::Range;

/// Percent-decodes units to bytes; of a unit above 255 the lower byte is taken. Returns how many
/// were written.
///
/// `output` is at least as long as `units`.
pub(crate) fn decode<T: Unit>(units: &[T], plus_is_space: bool, output: &mut [u8]) -> usize {
    let mut written = 0;
    let mut at = 0;
    while at < units.len() {
        let rest = &units[at..];
        if let Some(byte) = hexadecimal::byte(rest) {
            output[written] = byte;
            at += 3;
        } else {
            let byte = rest[0].code().to_le_bytes()[0];
            output[written] = if plus_is_space && rest[0].code() == u16::from(b'+') {
                b' '
            } else {
                byte
            };
            at += 1;
        }
        written += 1;
    }
    written
}

/// What is copied at once may lie behind the end of a piece, of its result too.
pub(crate) const SPARE: usize = STRIDE;

/// Percent-decodes by the way that is the fastest with the instructions of a stride.
pub(crate) trait Decode: Stride {
    /// As [`decode_blocks`].
    #[inline(always)]
    fn decode<const PLUS_IS_SPACE: bool>(
        input: &[u8],
        piece: Range<usize>,
        output: &mut [u8],
        output_start: usize,
    ) -> (usize, bool) {
        decode_blocks::<Self, PLUS_IS_SPACE>(input, piece, output, output_start)
    }
}

#[cfg(not(all(
    target_arch = "wasm32",
    target_feature = "simd128",
    feature = "shuffle",
    not(miri)
)))]
impl<L: Lanes> Decode for Four<L> {}

#[cfg(all(
    target_arch = "wasm32",
    target_feature = "simd128",
    feature = "shuffle",
    not(miri)
))]
impl Decode for Four<Native> {
    #[inline(always)]
    fn decode<const PLUS_IS_SPACE: bool>(
        input: &[u8],
        piece: Range<usize>,
        output: &mut [u8],
        output_start: usize,
    ) -> (usize, bool) {
        shuffled::decode_shuffled::<Native, PLUS_IS_SPACE>(input, piece, output, output_start)
    }
}

impl Decode for Words {}

#[cfg(all(target_arch = "x86_64", not(miri)))]
impl Decode for crate::lanes::Avx2 {
    #[inline(always)]
    fn decode<const PLUS_IS_SPACE: bool>(
        input: &[u8],
        piece: Range<usize>,
        output: &mut [u8],
        output_start: usize,
    ) -> (usize, bool) {
        shuffled::decode_shuffled::<Native, PLUS_IS_SPACE>(input, piece, output, output_start)
    }
}

/// [`decode_blocks`] for a text that may end with its piece. The output is longer than the piece by
/// [`SPARE`].
#[inline(always)]
fn decode_unpadded<S: Decode>(
    input: &[u8],
    piece: Range<usize>,
    plus_is_space: bool,
    output: &mut [u8],
) -> (usize, bool) {
    if input.len() - piece.end >= SPARE {
        return decode_with::<S>(input, piece, plus_is_space, output, 0);
    }
    // The last bytes are decoded where there are some behind them.
    let cut = outside_escape(
        input,
        piece.end.saturating_sub(SPARE).max(piece.start),
        piece.start,
    );
    let (mut start, mut head_is_ascii) = (0, true);
    if cut > piece.start {
        (start, head_is_ascii) = decode_with::<S>(input, piece.start..cut, plus_is_space, output, 0);
    }
    let tail = &input[cut..piece.end];
    let mut padded = [0; 3 * SPARE];
    padded[..tail.len()].copy_from_slice(tail);
    let (end, is_ascii) = decode_with::<S>(&padded, 0..tail.len(), plus_is_space, output, start);
    (end, head_is_ascii && is_ascii)
}

// Both are called by their names: through a pointer they would not become part of a function with
// vectors.
#[inline(always)]
fn decode_with<S: Decode>(
    input: &[u8],
    piece: Range<usize>,
    plus_is_space: bool,
    output: &mut [u8],
    output_start: usize,
) -> (usize, bool) {
    if plus_is_space {
        S::decode::<true>(input, piece, output, output_start)
    } else {
        S::decode::<false>(input, piece, output, output_start)
    }
}

/// The last position up to `at` that is not within an escape.
#[inline(always)]
fn outside_escape(input: &[u8], at: usize, start: usize) -> usize {
    match input[start..at] {
        [.., b'%'] => at - 1,
        [.., b'%', _] => at - 2,
        _ => at,
    }
}

/// [`decode`] with `+` as a space, where 64 more bytes may be read behind the input and written
/// behind the output. Returns where the output ends, and whether all of it is ASCII when the input
/// is.
#[inline]
pub(crate) fn decode_padded(
    input: &[u8],
    piece: Range<usize>,
    output: &mut [u8],
    output_start: usize,
) -> (usize, bool) {
    NativeStride::decode::<true>(input, piece, output, output_start)
}

#[inline(always)]
pub(crate) fn decode_blocks<S: Stride, const PLUS_IS_SPACE: bool>(
    input: &[u8],
    piece: Range<usize>,
    output: &mut [u8],
    output_start: usize,
) -> (usize, bool) {
    let Range { start, end } = piece;
    let mut written = output_start;
    let mut bits = 0;
    // What is not yet copied begins here.
    let mut at = start;
    // Behind this, a `%` has no two digits.
    let last = end.saturating_sub(2);
    let mut base = start;
    while base < last {
        let mut percents = S::load(input[base..].first_chunk().expect("the input is padded")).equal(b'%');
        if last - base < STRIDE {
            percents &= (1 << (last - base)) - 1;
        }
        while percents != 0 {
            let percent = base + percents.trailing_zeros() as usize;
            percents &= percents - 1;
            let digits = input[percent..].first_chunk::<3>().expect("the input is padded");
            let Some(byte) = hexadecimal::digits(digits[1], digits[2]) else {
                // It stands for itself. A way of its own: where the next run begins must not wait
                // for the digits.
                continue;
            };
            if percent - at > WIDTH {
                written = copy_run::<PLUS_IS_SPACE>(input, at..percent, output, written);
                at = percent;
            }
            let run = percent - at;
            let target = output[written..]
                .first_chunk_mut::<{ WIDTH + 1 }>()
                .expect("the output is padded");
            copy_block::<PLUS_IS_SPACE>(
                input[at..].first_chunk().expect("the input is padded"),
                target.first_chunk_mut().expect("it is longer"),
            );
            bits |= byte;
            target[run] = byte;
            written += run + 1;
            at = percent + 3;
        }
        base += STRIDE;
    }
    (
        copy_run::<PLUS_IS_SPACE>(input, at..end, output, written),
        bits < 0x80,
    )
}

/// Copies bytes, sixteen at a time. Returns where the output ends.
#[inline(always)]
fn copy_run<const PLUS_IS_SPACE: bool>(
    input: &[u8],
    run: Range<usize>,
    output: &mut [u8],
    start: usize,
) -> usize {
    let mut copied = 0;
    while copied < run.len() {
        let block = input[run.start + copied..]
            .first_chunk::<WIDTH>()
            .expect("the input is padded");
        let target = output[start + copied..]
            .first_chunk_mut::<WIDTH>()
            .expect("the output is padded");
        copy_block::<PLUS_IS_SPACE>(block, target);
        copied += WIDTH;
    }
    start + run.len()
}

#[inline(always)]
fn copy_block<const PLUS_IS_SPACE: bool>(block: &[u8; WIDTH], target: &mut [u8; WIDTH]) {
    if PLUS_IS_SPACE {
        let lanes = Native::load(block);
        lanes.replace(lanes.equal(b'+'), b' ').store(target);
    } else {
        *target = *block;
    }
}

algorithms! {
    /// Percent-decodes a piece of `input`. Returns the length of the result, and whether it is
    /// ASCII if the piece is.
    fn decode(input: &[u8], piece: Range<usize>, plus_is_space: bool, output: &mut [u8]) -> (usize, bool) = decode_unpadded;
}
