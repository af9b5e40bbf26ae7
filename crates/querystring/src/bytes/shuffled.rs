//! Percent-decoding sixteen bytes at a time, however many escapes are among them.

use crate::lanes::{Lanes, Shuffle, WIDTH, bits_of_first};
use core::ops::Range;

/// As [`decode_blocks`](super::decode_blocks).
#[inline(always)]
pub(crate) fn decode_shuffled<L: Shuffle, const PLUS_IS_SPACE: bool>(
    input: &[u8],
    piece: Range<usize>,
    output: &mut [u8],
    output_start: usize,
) -> (usize, bool) {
    let mut written = output_start;
    let mut not_ascii = 0;
    // The digits of an escape that began in the block before.
    let mut digits_before = 0;
    let mut at = piece.start;
    let mut bytes = load::<L>(input, at);
    let mut values = bytes.hexadecimal();
    while at < piece.end {
        let left = piece.end - at;
        let next = load::<L>(input, at + WIDTH);
        let next_values = next.hexadecimal();
        let (high, low) = (values.behind_one(next_values), values.behind_two(next_values));
        // Where one of the two is no digit, the highest bit is set.
        let mut is_escape = bytes.equal(b'%').and(high.or(low).below(0x80));
        if left < WIDTH + 2 {
            is_escape = is_escape.and(first(left.saturating_sub(2)));
        }
        let escapes = is_escape.bits();
        let mut decoded = bytes;
        if PLUS_IS_SPACE {
            decoded = decoded.replace(bytes.equal(b'+'), b' ');
        }
        decoded = decoded.choose(is_escape, high.bytes(low));
        let digits = escapes << 1 | escapes << 2 | digits_before;
        digits_before = digits >> WIDTH;
        let kept = !digits & bits_of_first(left);
        not_ascii |= decoded.bits() & kept;
        let target = output[written..].first_chunk_mut().expect("the output is padded");
        #[expect(clippy::cast_possible_truncation, reason = "no bit behind the block is set")]
        let kept = kept as u16;
        written += decoded.compress(kept, target);
        (bytes, values) = (next, next_values);
        at += WIDTH;
    }
    (written, not_ascii == 0)
}

/// The first `length` lanes, all when there are more: 255, and 0 in the others.
#[inline(always)]
fn first<L: Lanes>(length: usize) -> L {
    static LANES: [u8; 2 * WIDTH] = {
        let mut lanes = [0; 2 * WIDTH];
        let mut lane = 0;
        while lane < WIDTH {
            lanes[lane] = 255;
            lane += 1;
        }
        lanes
    };
    let lanes = LANES[WIDTH - length.min(WIDTH)..].first_chunk();
    L::load(lanes.expect("there are twice as many"))
}

#[inline(always)]
fn load<L: Lanes>(input: &[u8], at: usize) -> L {
    L::load(input[at..].first_chunk().expect("the input is padded"))
}
