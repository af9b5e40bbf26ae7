//! Words of eight bytes, for architectures without a file of their own.

use super::word::{self, BYTES, HIGHEST, splat, words};
use super::{Lanes, STRIDE, Stride, WIDTH};
use crate::unescaped::is_unescaped;

/// Sixteen bytes in two words.
#[derive(Clone, Copy)]
pub(crate) struct Scalar([u64; WIDTH / BYTES]);

/// Sixty-four bytes in eight words.
#[derive(Clone, Copy)]
pub(crate) struct Words([u64; STRIDE / BYTES]);

/// 255 for each byte that stands for itself in an escaped text, 0 for the others.
static UNESCAPED: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        if is_unescaped(byte) {
            table[byte as usize] = 255;
        }
        byte += 1;
    }
    table
};

/// 255 in each byte that stands for itself in an escaped text, 0 in the others.
#[inline(always)]
fn unescaped(word: u64) -> u64 {
    u64::from_le_bytes(word.to_le_bytes().map(|byte| UNESCAPED[usize::from(byte)]))
}

/// 255 in each byte whose highest bit is set, of words that have no other bits.
#[inline(always)]
fn mask(bits: u64) -> u64 {
    (bits - (bits >> 7)) | bits
}

impl Scalar {
    #[inline(always)]
    fn map(self, change: impl Fn(u64) -> u64) -> Self {
        Self(self.0.map(change))
    }
}

impl Lanes for Scalar {
    const NAME: &str = "scalar";
    type Stride = Words;

    #[inline(always)]
    fn load(bytes: &[u8; WIDTH]) -> Self {
        Self(words(bytes))
    }

    #[inline(always)]
    fn narrow(units: &[u16; WIDTH]) -> Self {
        Self(words(&units.map(|unit| u8::try_from(unit).unwrap_or(255))))
    }

    #[inline(always)]
    fn store(self, bytes: &mut [u8; WIDTH]) {
        for (bytes, word) in bytes.chunks_exact_mut(BYTES).zip(self.0) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> Self {
        self.map(|word| mask(word::equal(word, splat(byte))))
    }

    #[inline(always)]
    fn below(self, bound: u8) -> Self {
        self.map(|word| mask(word::below(word, splat(bound))))
    }

    #[inline(always)]
    fn minus(self, byte: u8) -> Self {
        self.map(|word| word::minus(word, splat(byte)))
    }

    #[inline(always)]
    fn with_bits(self, byte: u8) -> Self {
        self.map(|word| word | splat(byte))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(core::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    #[inline(always)]
    fn replace(self, mask: Self, byte: u8) -> Self {
        Self(core::array::from_fn(|word| {
            (self.0[word] & !mask.0[word]) | (splat(byte) & mask.0[word])
        }))
    }

    #[inline(always)]
    fn unescaped(self) -> Self {
        self.map(unescaped)
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        u32::from(u16::from_le_bytes(self.0.map(word::bits)))
    }
}

impl Words {
    /// The highest bits of what `compare` makes of each word.
    #[inline(always)]
    fn bits(self, compare: impl Fn(u64) -> u64) -> u64 {
        let mut bits = 0;
        // A loop, since the compiler makes calls of `map` for so many words.
        for (index, &word) in self.0.iter().enumerate() {
            bits |= u64::from(word::bits(compare(word))) << (index * BYTES);
        }
        bits
    }

    /// The bits of all words together.
    #[inline(always)]
    fn together(self, change: impl Fn(u64) -> u64) -> u64 {
        self.0.iter().fold(0, |all, &word| all | change(word))
    }
}

impl Stride for Words {
    #[inline(always)]
    fn load(bytes: &[u8; STRIDE]) -> Self {
        Self(words(bytes))
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> u64 {
        self.bits(|word| word::equal(word, splat(byte)))
    }

    #[inline(always)]
    fn either(self, one: u8, other: u8) -> u64 {
        self.bits(|word| word::equal(word, splat(one)) | word::equal(word, splat(other)))
    }

    #[inline(always)]
    fn not_ascii(self) -> u64 {
        if self.together(|word| word) & HIGHEST == 0 {
            return 0;
        }
        self.bits(|word| word)
    }

    #[inline(always)]
    fn escaped(self) -> u64 {
        !self.bits(unescaped)
    }

    #[inline(always)]
    fn holds<const COUNT: usize>(self, bytes: [u8; COUNT]) -> bool {
        let held = self.together(|word| {
            bytes
                .iter()
                .fold(word, |held, &byte| held | word::holds(word, splat(byte)))
        });
        held & HIGHEST != 0
    }
}
