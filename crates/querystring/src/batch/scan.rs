//! The structure of a query string: where its pairs are, and which halves have to be decoded.

use super::syntax::Syntax;
use crate::chunks::chunks;
use crate::lanes::{Lanes, STRIDE, WIDTH};
use crate::open_pair::OpenPair;
use crate::unit::Unit;
use core::ops::Range;

/// A pair as positions in the input.
pub(super) struct Pair {
    pub(super) key: Range<usize>,
    pub(super) value: Range<usize>,
    /// The key holds `%` or `+`.
    pub(super) key_marked: bool,
    /// The value holds `%` or `+`.
    pub(super) value_marked: bool,
}

/// Whether a pair was taken.
#[derive(PartialEq, Eq)]
pub(super) enum Taken {
    Yes,
    /// The table is full: the scan ends before it.
    No,
}

/// How a scan ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Progress {
    /// Where the first pair begins that was not taken.
    pub(super) consumed: usize,
    /// How many pairs may still come, 0 when there is no limit.
    pub(super) remaining: u32,
    pub(super) limit_reached: bool,
}

/// A text to scan: `input` from `start` to `end`, behind which at least 64 more units may be read.
pub(super) struct Extent<'a, T> {
    pub(super) input: &'a [T],
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether the text ends at `end`. Otherwise a pair that has no separator behind it is left for
    /// the next scan.
    pub(super) last: bool,
}

/// Where the units of a block stand that mean something, one bit for each.
struct Masks {
    separators: u64,
    equals: u64,
    /// `%` and `+`.
    marks: u64,
}

#[inline(always)]
fn classify<T: Unit>(block: &[T; STRIDE], parts: usize, syntax: Syntax) -> Masks {
    let mut masks = Masks {
        separators: 0,
        equals: 0,
        marks: 0,
    };
    for (index, part) in chunks(block).iter().enumerate().take(parts) {
        let lanes = T::lanes(part);
        let shift = index * WIDTH;
        masks.separators |= u64::from(lanes.equal(syntax.first_unit()).bits()) << shift;
        masks.equals |= u64::from(lanes.equal(syntax.equals).bits()) << shift;
        masks.marks |= u64::from(lanes.equal(b'%').or(lanes.equal(b'+')).bits()) << shift;
    }
    masks
}

/// The pair that ends at `end`.
#[inline(always)]
fn close(open: &OpenPair, end: usize) -> Pair {
    let (key, value) = open.halves(end);
    Pair {
        key: key.start..key.end,
        value: value.start..value.end,
        key_marked: key.marks != 0,
        value_marked: value.marks != 0,
    }
}

/// Hands the pairs of a text to `take`, in order. Empty pairs are left out but count for `limit`,
/// as in Node.js; 0 is no limit.
#[inline(always)]
pub(super) fn scan<T: Unit>(
    text: &Extent<'_, T>,
    syntax: Syntax,
    limit: u32,
    mut take: impl FnMut(Pair) -> Taken,
) -> Progress {
    let &Extent {
        input,
        start,
        end,
        last,
    } = text;
    let mut remaining = limit;
    let mut open = OpenPair::at(start);
    let mut base = start;
    let separator_length = syntax.separator_length();
    // No separator begins before this position: like Node.js, the scan does not compare a unit
    // again that was part of a match or ended one.
    let mut resume = start;
    loop {
        let block = input[base..]
            .first_chunk::<STRIDE>()
            .expect("the input is padded");
        let left = end - base;
        // Most texts end before the block does.
        let parts = if left < STRIDE / 2 { 2 } else { 4 };
        let Masks {
            mut separators,
            mut equals,
            mut marks,
        } = classify(block, parts, syntax);
        if left < STRIDE {
            let end_bit = 1 << left;
            let inside = end_bit - 1;
            equals &= inside;
            marks &= inside;
            // The end of the text ends a pair as a separator does.
            separators = (separators & inside) | if last { end_bit } else { 0 };
        }
        while separators != 0 {
            let position = base + separators.trailing_zeros() as usize;
            let up_to = separators ^ (separators - 1);
            if T::IS_BYTE && separator_length > 1 && position != end {
                let block = input[position..].first_chunk().expect("the input is padded");
                let matched = if position < resume {
                    0
                } else {
                    syntax.matched(block)
                };
                if matched > 0 {
                    resume = position + (matched + 1).min(separator_length);
                }
                if matched < separator_length || resume > end {
                    separators &= separators - 1;
                    continue;
                }
            }
            open.meet(equals & up_to, marks & up_to, base);
            separators &= separators - 1;
            equals &= !up_to;
            marks &= !up_to;
            if !open.is_empty(position) && take(close(&open, position)) == Taken::No {
                return Progress {
                    consumed: open.start,
                    remaining,
                    limit_reached: false,
                };
            }
            if position == end {
                open.start = end;
                break;
            }
            open = OpenPair::at(position + separator_length);
            if remaining != 0 {
                remaining -= 1;
                if remaining == 0 {
                    return Progress {
                        consumed: open.start,
                        remaining,
                        limit_reached: true,
                    };
                }
            }
        }
        if left < STRIDE {
            return Progress {
                consumed: open.start,
                remaining,
                limit_reached: false,
            };
        }
        open.meet(equals, marks, base);
        base += STRIDE;
    }
}
