//! Sixty-four bytes at a time, with a bit for each.

use super::{Lanes, WIDTH};

/// How many bytes one value of [`Stride`] holds: as many as a mask has bits.
pub(crate) const STRIDE: usize = 64;

/// Sixty-four bytes that are compared at once. A comparison gives a mask: the first byte in bit 0.
pub(crate) trait Stride: Copy {
    /// Takes sixty-four bytes.
    fn load(bytes: &[u8; STRIDE]) -> Self;
    /// Where a byte equals `byte`.
    fn equal(self, byte: u8) -> u64;
    /// Where a byte equals one of two.
    fn either(self, one: u8, other: u8) -> u64;
    /// Where a byte is 128 or above.
    fn not_ascii(self) -> u64;
    /// Where a byte does not stand for itself in an escaped text
    /// ([`is_unescaped`](crate::is_unescaped)).
    fn escaped(self) -> u64;
    /// Whether any byte equals one of these, or is 128 or above.
    fn holds<const COUNT: usize>(self, bytes: [u8; COUNT]) -> bool;
}

/// A stride of four vectors.
#[derive(Clone, Copy)]
pub(crate) struct Four<L>([L; 4]);

impl<L: Lanes> Four<L> {
    #[inline(always)]
    fn bits(lanes: [L; 4]) -> u64 {
        let [a, b, c, d] = lanes.map(|lanes| u64::from(lanes.bits()));
        a | b << WIDTH | c << (2 * WIDTH) | d << (3 * WIDTH)
    }
}

impl<L: Lanes> Stride for Four<L> {
    #[inline(always)]
    fn load(bytes: &[u8; STRIDE]) -> Self {
        Self(core::array::from_fn(|part| {
            let part = bytes[part * WIDTH..].first_chunk();
            L::load(part.expect("a stride is four times as wide"))
        }))
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> u64 {
        Self::bits(self.0.map(|lanes| lanes.equal(byte)))
    }

    #[inline(always)]
    fn either(self, one: u8, other: u8) -> u64 {
        Self::bits(self.0.map(|lanes| lanes.equal(one).or(lanes.equal(other))))
    }

    #[inline(always)]
    fn not_ascii(self) -> u64 {
        Self::bits(self.0)
    }

    #[inline(always)]
    fn escaped(self) -> u64 {
        !Self::bits(self.0.map(Lanes::unescaped))
    }

    #[inline(always)]
    fn holds<const COUNT: usize>(self, bytes: [u8; COUNT]) -> bool {
        let [first, second, third, fourth] = self
            .0
            .map(|lanes| bytes.iter().fold(lanes, |held, &byte| held.or(lanes.equal(byte))));
        first.or(second).or(third.or(fourth)).bits() != 0
    }
}
