//! The structure of a query string: where its pairs are, and which halves have to be decoded.

use crate::lanes::{self, Lanes};
use crate::unit::Unit;
use core::ops::Range;

/// Units that are looked at together, one bit for each.
const STRIDE: usize = 64;

/// The two units that structure a query string: ASCII, different from each other, and none of NUL, `%`, `+` and the hexadecimal digits.
#[derive(Clone, Copy, Debug)]
pub struct Syntax {
    separator: u8,
    equals: u8,
}

impl Default for Syntax {
    fn default() -> Self {
        Self {
            separator: b'&',
            equals: b'=',
        }
    }
}

impl Syntax {
    /// A pair of units that the fast scan can tell apart; none otherwise ([`Separated`](super::Separated) takes any).
    #[must_use]
    pub fn new(separator: u8, equals: u8) -> Option<Self> {
        // A wide unit may look like NUL to the vectors.
        let plain =
            |unit: u8| matches!(unit, 1..=0x7F) && !unit.is_ascii_hexdigit() && unit != b'%' && unit != b'+';
        (separator != equals && plain(separator) && plain(equals)).then_some(Self { separator, equals })
    }
}

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
    /// There is no room for it: the scan ends before it.
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
    /// Whether the text ends at `end`. Otherwise a pair that has no separator behind it is left for the next scan.
    pub(super) last: bool,
}

#[inline(always)]
fn classify<T: Unit>(block: &[T; STRIDE], syntax: Syntax) -> (u64, u64) {
    let (mut delimiters, mut marks) = (0, 0);
    for (index, part) in block.as_chunks::<{ lanes::WIDTH }>().0.iter().enumerate() {
        let lanes = T::lanes(part);
        let delimiter = lanes.equal(syntax.separator).or(lanes.equal(syntax.equals));
        let mark = lanes.equal(b'%').or(lanes.equal(b'+'));
        delimiters |= u64::from(delimiter.bits()) << (index * lanes::WIDTH);
        marks |= u64::from(mark.bits()) << (index * lanes::WIDTH);
    }
    (delimiters, marks)
}

/// Hands the pairs of a text to `take`, in order. Empty pairs are left out but count for `limit`, as in Node.js; 0 is no limit.
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
    let mut key_start = start;
    let mut equals = None;
    let (mut key_marked, mut value_marked) = (false, false);
    let mut base = start;
    while base < end {
        let block = input[base..]
            .first_chunk::<STRIDE>()
            .expect("the input is padded");
        let (mut delimiters, mut marks) = classify(block, syntax);
        if end - base < STRIDE {
            let inside = (1 << (end - base)) - 1;
            delimiters &= inside;
            marks &= inside;
        }
        while delimiters != 0 {
            let position = base + delimiters.trailing_zeros() as usize;
            let below = (delimiters & delimiters.wrapping_neg()) - 1;
            delimiters &= delimiters - 1;
            if marks & below != 0 {
                *(if equals.is_none() {
                    &mut key_marked
                } else {
                    &mut value_marked
                }) = true;
                marks &= !below;
            }
            if input[position].code() != u16::from(syntax.separator) {
                equals = equals.or(Some(position));
                continue;
            }
            if equals.is_some() || key_start < position {
                if take(pair(key_start, equals, position, key_marked, value_marked)) == Taken::No {
                    return Progress {
                        consumed: key_start,
                        remaining,
                        limit_reached: false,
                    };
                }
                equals = None;
                (key_marked, value_marked) = (false, false);
            }
            key_start = position + 1;
            if remaining != 0 {
                remaining -= 1;
                if remaining == 0 {
                    return Progress {
                        consumed: key_start,
                        remaining,
                        limit_reached: true,
                    };
                }
            }
        }
        if marks != 0 {
            *(if equals.is_none() {
                &mut key_marked
            } else {
                &mut value_marked
            }) = true;
        }
        base += STRIDE;
    }
    if last {
        let pair = pair(key_start, equals, end, key_marked, value_marked);
        if (equals.is_none() && key_start == end) || take(pair) == Taken::Yes {
            key_start = end;
        }
    }
    Progress {
        consumed: key_start,
        remaining,
        limit_reached: false,
    }
}

#[inline(always)]
fn pair(start: usize, equals: Option<usize>, end: usize, key_marked: bool, value_marked: bool) -> Pair {
    let (key_end, value_start) = equals.map_or((end, end), |equals| (equals, equals + 1));
    Pair {
        key: start..key_end,
        value: value_start..end,
        key_marked,
        value_marked,
    }
}
