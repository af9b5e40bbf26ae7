//! The keys that were seen before, so that the other side of a binding can keep a ready-made
//! property name for each.

use super::boundary::{LONGEST_KEY, SLOTS};
use crate::chunks::{chunks, chunks_mut};
use core::ops::Range;

const KEY_WORDS: usize = LONGEST_KEY / size_of::<u64>();

/// The words of a slot: the key; its length, and the call in which it was last used: a key that is
/// met twice in one call repeats.
const SLOT_WORDS: usize = KEY_WORDS + 1;

/// The words of all slots.
pub(super) const WORDS: usize = SLOTS * SLOT_WORDS;

type Slot = [u64; SLOT_WORDS];

/// What the cache says about a key, as the word of the table: the number of its slot (from 1 on)
/// when it was there, minus that number when it has just been entered, 0 when it is not kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Known(pub(super) i32);

impl Known {
    pub(super) const NOT_CACHED: Self = Self(0);

    #[inline(always)]
    pub(super) fn is_hit(self) -> bool {
        self.0 > 0
    }
}

/// Raw keys, compared exactly, in slots found by a hash. Any key costs the same: there are no
/// chains to grow.
pub(super) struct KeyCache<'a> {
    slots: &'a mut [Slot; SLOTS],
    /// The longest key that is remembered: at most [`LONGEST_KEY`].
    longest: usize,
    call: u32,
    repeats: u32,
}

/// Read from `LONGEST_KEY - length` on, it has ones for the bytes of a block that belong to a key
/// of that length.
static MASK: [u8; 2 * LONGEST_KEY] = {
    let mut mask = [0; 2 * LONGEST_KEY];
    let mut byte = 0;
    while byte < LONGEST_KEY {
        mask[byte] = 0xFF;
        byte += 1;
    }
    mask
};

/// How the bytes of a key stand for it: a bit beside their number.
#[derive(Clone, Copy)]
#[repr(usize)]
pub(super) enum Kind {
    Ascii = 0,
    Units = 2 * LONGEST_KEY,
}

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

impl<'a> KeyCache<'a> {
    /// Begins a call, which is counted: [`KeyCache::repeats`] is about this call's keys. The slots
    /// lie in memory that the other side of a binding may write.
    #[inline(always)]
    pub(super) fn begin(words: &'a mut [u64; WORDS], calls: &mut u32, longest: u32) -> Self {
        // After 2^32 calls a key may count as repeated by mistake, which only costs time.
        *calls = calls.wrapping_add(1);
        Self {
            slots: chunks_mut(words)
                .first_chunk_mut()
                .expect("the words are those of so many slots"),
            longest: (longest as usize).min(LONGEST_KEY),
            call: *calls,
            repeats: 0,
        }
    }

    /// How often a key was met again since the call began, of those that are kept.
    #[inline(always)]
    pub(super) fn repeats(&self) -> u32 {
        self.repeats
    }

    /// Whether a key of that length is remembered.
    #[inline(always)]
    pub(super) fn remembers(&self, length: usize) -> bool {
        length != 0 && length <= self.longest
    }

    /// Looks up the key at `range` of `input`, behind which [`LONGEST_KEY`] bytes may be read, and
    /// enters it.
    #[inline(always)]
    pub(super) fn look_up(&mut self, input: &[u8], range: &Range<usize>) -> Known {
        let length = range.len();
        if !self.remembers(length) {
            return Known::NOT_CACHED;
        }
        match input[range.start..].first_chunk() {
            Some(block) => self.find(block, length, Kind::Ascii),
            None => Known::NOT_CACHED,
        }
    }

    /// Looks up the first `length` bytes of a block, 1 to [`LONGEST_KEY`], and enters them. A key
    /// of ASCII is another one than the code units that have the same bytes.
    #[inline(always)]
    pub(super) fn find(&mut self, block: &[u8; LONGEST_KEY], length: usize, kind: Kind) -> Known {
        let mask = MASK[LONGEST_KEY - length..]
            .first_chunk::<LONGEST_KEY>()
            .expect("a key is at most as long");
        let (words, masks) = (chunks::<_, 8>(block), chunks::<_, 8>(mask));
        let word = |index: usize| u64::from_le_bytes(words[index]) & u64::from_le_bytes(masks[index]);
        let (first, second) = (word(0), word(1));
        let marked = length | kind as usize;
        let mut hash = (first ^ second.rotate_left(23) ^ marked as u64).wrapping_mul(MULTIPLIER);
        let (mut third, mut fourth) = (0, 0);
        let long = length > 2 * size_of::<u64>();
        if long {
            (third, fourth) = (word(2), word(3));
            hash = (hash ^ third ^ fourth.rotate_left(29)).wrapping_mul(MULTIPLIER);
        }
        // The highest nine bits, which depend on all bytes.
        #[expect(clippy::cast_possible_truncation, reason = "below SLOTS after the shift")]
        let index = (hash >> (u64::BITS - SLOTS.trailing_zeros())) as usize;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_possible_wrap,
            reason = "index is below SLOTS, the length with its kind below 128"
        )]
        let (number, length) = (index as i32 + 1, marked as u32);
        let slot = &mut self.slots[index];
        let [.., last] = *slot;
        let used = u64::from(length) | u64::from(self.call) << u32::BITS;
        let same = last & u64::from(u32::MAX) == u64::from(length)
            && slot[0] == first
            && slot[1] == second
            && (!long || (slot[2] == third && slot[3] == fourth));
        if same {
            self.repeats = self.repeats.wrapping_add(u32::from(last == used));
            slot[KEY_WORDS] = used;
            return Known(number);
        }
        *slot = [first, second, third, fourth, used];
        Known(-number)
    }
}
