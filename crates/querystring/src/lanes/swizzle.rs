//! The byte shuffles of WebAssembly.

use super::shuffle::{PLACES, Shuffle};
use super::wasm::Simd128;
use super::{Lanes, WIDTH};
use core::arch::wasm32::{
    i8x16_shuffle, u8x16_add, u8x16_shl, u8x16_splat, u8x16_swizzle, v128, v128_and, v128_bitselect,
    v128_load64_zero, v128_not, v128_or, v128_store64_lane,
};

impl Shuffle for Simd128 {
    #[inline(always)]
    fn hexadecimal(self) -> Self {
        let letters = self.with_bits(0x20).minus(b'a').below(6);
        let digits = self.minus(b'0').below(10);
        let value = u8x16_add(
            v128_and(self.0, u8x16_splat(0xF)),
            v128_and(letters.0, u8x16_splat(9)),
        );
        Self(value).or(Self(v128_not(digits.or(letters).0)))
    }

    #[inline(always)]
    fn behind_one(self, next: Self) -> Self {
        Self(i8x16_shuffle::<
            1,
            2,
            3,
            4,
            5,
            6,
            7,
            8,
            9,
            10,
            11,
            12,
            13,
            14,
            15,
            16,
        >(self.0, next.0))
    }

    #[inline(always)]
    fn behind_two(self, next: Self) -> Self {
        Self(i8x16_shuffle::<
            2,
            3,
            4,
            5,
            6,
            7,
            8,
            9,
            10,
            11,
            12,
            13,
            14,
            15,
            16,
            17,
        >(self.0, next.0))
    }

    #[inline(always)]
    fn bytes(self, low: Self) -> Self {
        Self(v128_or(u8x16_shl(self.0, 4), low.0))
    }

    #[inline(always)]
    fn choose(self, mask: Self, other: Self) -> Self {
        Self(v128_bitselect(other.0, self.0, mask.0))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(v128_and(self.0, other.0))
    }

    #[inline(always)]
    fn compress(self, kept: u16, output: &mut [u8; WIDTH]) -> usize {
        let [low, high] = kept.to_le_bytes();
        let last_half =
            i8x16_shuffle::<8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15>(self.0, self.0);
        let first = u8x16_swizzle(self.0, places(low));
        let last = u8x16_swizzle(last_half, places(high));
        let count = low.count_ones() as usize;
        let output = output.as_mut_ptr();
        // SAFETY: `output` is valid for writes of 16 bytes, of which each store takes eight; the
        // second begins at most eight behind the first.
        unsafe {
            v128_store64_lane::<0>(first, output.cast());
            v128_store64_lane::<0>(last, output.add(count).cast());
        }
        count + high.count_ones() as usize
    }
}

#[inline(always)]
fn places(set: u8) -> v128 {
    let places: *const u64 = PLACES[usize::from(set)].as_ptr().cast();
    // SAFETY: eight bytes are read, as many as an entry has; no alignment is needed.
    unsafe { v128_load64_zero(places) }
}
