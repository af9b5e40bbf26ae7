//! The keys that were seen before, so that the other side of a binding can keep a ready-made property name for each.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// How many keys are remembered. A key that falls on the place of another one takes it.
pub const SLOTS: usize = 512;

/// The longest raw key that is remembered, in octets.
pub const LONGEST_KEY: usize = 32;

const WORDS: usize = LONGEST_KEY / size_of::<u64>();

/// What the cache says about a key, as the word of the table: the number of its slot (from 1 on) when it was there, minus that number
/// when it has just been entered, 0 when it is not kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Known(pub(super) i32);

impl Known {
    pub(super) const NOT_CACHED: Self = Self(0);

    #[inline(always)]
    pub(super) fn is_hit(self) -> bool {
        self.0 > 0
    }
}

#[derive(Clone, Copy)]
struct Slot {
    key: [u64; WORDS],
    length: u32,
    /// The call in which it was last used: a key that is met twice in one call repeats.
    call: u32,
}

/// Raw keys, compared exactly, in slots found by a hash. Any key costs the same: there are no chains to grow.
pub(super) struct KeyCache {
    slots: Vec<Slot>,
    call: u32,
    repeated: bool,
}

/// For each length, the octets of a block of 32 that belong to the key.
static MASKS: [[u64; WORDS]; LONGEST_KEY + 1] = {
    let mut masks = [[0; WORDS]; LONGEST_KEY + 1];
    let mut length = 0;
    while length <= LONGEST_KEY {
        let mut octet = 0;
        while octet < length {
            masks[length][octet / 8] |= 0xFF << (octet % 8 * 8);
            octet += 1;
        }
        length += 1;
    }
    masks
};

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

impl KeyCache {
    pub(super) fn new() -> Self {
        Self {
            slots: vec![
                Slot {
                    key: [0; WORDS],
                    length: 0,
                    call: 0
                };
                SLOTS
            ],
            call: 0,
            repeated: false,
        }
    }

    /// Begins a call: from here on [`KeyCache::repeated`] is about this call's keys.
    #[inline(always)]
    pub(super) fn begin(&mut self) {
        // After 2^32 calls a key may be taken for a repeated one, which only costs the short way.
        self.call = self.call.wrapping_add(1);
        self.repeated = false;
    }

    /// Whether a known key came twice since [`KeyCache::begin`].
    #[inline(always)]
    pub(super) fn repeated(&self) -> bool {
        self.repeated
    }

    /// Looks up the key at `range` of `input`, behind which [`LONGEST_KEY`] octets may be read, and enters it.
    #[inline(always)]
    pub(super) fn look_up(&mut self, input: &[u8], range: &Range<usize>) -> Known {
        let length = range.len();
        if length == 0 || length > LONGEST_KEY {
            return Known::NOT_CACHED;
        }
        let Some(block) = input[range.start..].first_chunk::<LONGEST_KEY>() else {
            return Known::NOT_CACHED;
        };
        let mask = &MASKS[length];
        let mut key = [0; WORDS];
        for (index, (word, octets)) in key.iter_mut().zip(block.as_chunks::<8>().0).enumerate() {
            *word = u64::from_le_bytes(*octets) & mask[index];
        }
        let mut hash = (key[0] ^ key[1].rotate_left(23) ^ length as u64).wrapping_mul(MULTIPLIER);
        if length > 16 {
            hash = (hash ^ key[2] ^ key[3].rotate_left(29)).wrapping_mul(MULTIPLIER);
        }
        // The highest nine bits, which depend on all octets.
        #[expect(clippy::cast_possible_truncation, reason = "below SLOTS after the shift")]
        let index = (hash >> (u64::BITS - SLOTS.trailing_zeros())) as usize;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_possible_wrap,
            reason = "index is below SLOTS, length is at most LONGEST_KEY"
        )]
        let (number, length) = (index as i32 + 1, length as u32);
        let Some(slot) = self.slots.get_mut(index) else {
            return Known::NOT_CACHED;
        };
        if slot.length == length && slot.key == key {
            self.repeated |= slot.call == self.call;
            slot.call = self.call;
            return Known(number);
        }
        *slot = Slot {
            key,
            length,
            call: self.call,
        };
        Known(-number)
    }
}
