//! The structure of a query string: where its pairs are, and which halves have to be decoded.

use crate::chunks::chunks;
use crate::lanes::{self, Lanes};
use crate::unit::Unit;
use core::ops::Range;

/// Units that are looked at together, one bit for each.
const STRIDE: usize = 64;

/// The longest separator that [`Syntax`] has room for.
const LONGEST_SEPARATOR: usize = 3;

/// What structures a query string: a separator of one to three units and an equals sign of one. All are ASCII and none of NUL, `%`, `+` and the
/// hexadecimal digits, and the separator does not hold the equals sign.
#[derive(Clone, Copy, Debug)]
pub struct Syntax {
    equals: u8,
    /// The first unit is in the lowest octet.
    separator: u32,
}

impl Default for Syntax {
    fn default() -> Self {
        Self {
            equals: b'=',
            separator: u32::from(b'&'),
        }
    }
}

impl Syntax {
    /// A separator and an equals sign that the fast scan can tell apart; none otherwise ([`Separated`](super::Separated) takes any).
    #[must_use]
    pub fn new(separator: &[u8], equals: u8) -> Option<Self> {
        let mut word = [equals, 0, 0, 0];
        word[1..].get_mut(..separator.len())?.copy_from_slice(separator);
        // NUL at the end would be taken for no unit at all.
        Self::of_word(u32::from_le_bytes(word)).filter(|syntax| syntax.separator_length() == separator.len())
    }

    /// [`Syntax::new`] for a binding: the equals sign is in the lowest octet, the separator's units in the next ones, as many as it has.
    #[must_use]
    pub fn of_word(word: u32) -> Option<Self> {
        let syntax = Self {
            equals: word.to_le_bytes()[0],
            separator: word >> 8,
        };
        // A wide unit may look like NUL to the vectors.
        let plain =
            |unit: u8| matches!(unit, 1..=0x7F) && !unit.is_ascii_hexdigit() && unit != b'%' && unit != b'+';
        let separator = &syntax.separator.to_le_bytes()[..syntax.separator_length()];
        let apart = separator.iter().all(|&unit| plain(unit) && unit != syntax.equals);
        (apart && !separator.is_empty() && plain(syntax.equals)).then_some(syntax)
    }

    /// Whether the separator has more than one unit. Only a text of octets can be read then: what is not ASCII may be decoded in another way where a
    /// separator is met in part.
    #[must_use]
    pub fn has_long_separator(self) -> bool {
        self.separator > 0xFF
    }

    fn first_unit(self) -> u8 {
        self.separator.to_le_bytes()[0]
    }

    fn separator_length(self) -> usize {
        (u32::BITS - self.separator.leading_zeros()).div_ceil(u8::BITS) as usize
    }

    /// How many of the separator's units stand in a block; [`LONGEST_SEPARATOR`] + 1 when all do.
    fn matched<T: Unit>(self, block: &[T; LONGEST_SEPARATOR + 1]) -> usize {
        let octets = block.map(|unit| unit.code().to_le_bytes()[0]);
        let asked = (1 << (self.separator_length() * 8)) - 1;
        let different = (u32::from_le_bytes(octets) ^ self.separator) & asked;
        (different.trailing_zeros() / u8::BITS) as usize
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
        let shift = index * lanes::WIDTH;
        masks.separators |= u64::from(lanes.equal(syntax.first_unit()).bits()) << shift;
        masks.equals |= u64::from(lanes.equal(syntax.equals).bits()) << shift;
        masks.marks |= u64::from(lanes.equal(b'%').or(lanes.equal(b'+')).bits()) << shift;
    }
    masks
}

/// No position.
const NONE: usize = usize::MAX;

/// The pair that is being read.
struct Open {
    start: usize,
    /// Where its equals sign is, or [`NONE`].
    equals: usize,
    /// Bits of marks that were met: which ones does not matter.
    key_marks: u64,
    value_marks: u64,
}

impl Open {
    #[inline(always)]
    fn at(start: usize) -> Self {
        Self {
            start,
            equals: NONE,
            key_marks: 0,
            value_marks: 0,
        }
    }

    /// Takes what a block holds of the pair: its equals signs and marks.
    #[inline(always)]
    fn meet(&mut self, equals: u64, marks: u64, base: usize) {
        if self.equals != NONE {
            self.value_marks |= marks;
        } else if equals == 0 {
            self.key_marks |= marks;
        } else {
            self.equals = base + equals.trailing_zeros() as usize;
            let before = (equals & equals.wrapping_neg()) - 1;
            self.key_marks |= marks & before;
            self.value_marks |= marks & !before;
        }
    }

    #[inline(always)]
    fn is_empty(&self, end: usize) -> bool {
        self.equals == NONE && self.start == end
    }

    #[inline(always)]
    fn close(&self, end: usize) -> Pair {
        let (key_end, value_start) = if self.equals == NONE {
            (end, end)
        } else {
            (self.equals, self.equals + 1)
        };
        Pair {
            key: self.start..key_end,
            value: value_start..end,
            key_marked: self.key_marks != 0,
            value_marked: self.value_marks != 0,
        }
    }
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
    let mut open = Open::at(start);
    let mut base = start;
    let separator_length = syntax.separator_length();
    // Before this, no separator begins: in the way of Node.js, a unit that another one was met or missed with is not looked at again.
    let mut resume = start;
    loop {
        let block = input[base..]
            .first_chunk::<STRIDE>()
            .expect("the input is padded");
        let left = end - base;
        // What most texts have left is less than a block.
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
            if T::IS_OCTET && separator_length > 1 && position != end {
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
            if !open.is_empty(position) && take(open.close(position)) == Taken::No {
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
            open = Open::at(position + separator_length);
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
