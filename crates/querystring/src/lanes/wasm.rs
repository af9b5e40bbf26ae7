//! The 128-bit vectors of WebAssembly.

use super::{Four, HIGH_HALVES, Lanes, UNESCAPED, WIDTH};
use core::arch::wasm32::{
    u8x16_bitmask, u8x16_eq, u8x16_lt, u8x16_narrow_i16x8, u8x16_ne, u8x16_shr, u8x16_splat, u8x16_sub,
    u8x16_swizzle, v128, v128_and, v128_bitselect, v128_load, v128_or, v128_store,
};

/// Sixteen bytes in a `v128`.
#[derive(Clone, Copy)]
pub(crate) struct Simd128(pub(super) v128);

impl Lanes for Simd128 {
    const NAME: &str = "simd128";
    type Stride = Four<Self>;

    #[inline(always)]
    fn load(bytes: &[u8; WIDTH]) -> Self {
        // SAFETY: the reference is valid for reads of 16 bytes; the instruction needs no alignment.
        Self(unsafe { v128_load(bytes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn narrow(units: &[u16; WIDTH]) -> Self {
        let first: *const v128 = units.as_ptr().cast();
        // SAFETY: the reference is valid for reads of 32 bytes, of which these are the two halves;
        // no alignment is needed.
        let (low, high) = unsafe { (v128_load(first), v128_load(first.add(1))) };
        Self(u8x16_narrow_i16x8(low, high))
    }

    #[inline(always)]
    fn store(self, bytes: &mut [u8; WIDTH]) {
        // SAFETY: the reference is valid for writes of 16 bytes; the instruction needs no
        // alignment.
        unsafe { v128_store(bytes.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> Self {
        Self(u8x16_eq(self.0, u8x16_splat(byte)))
    }

    #[inline(always)]
    fn below(self, bound: u8) -> Self {
        Self(u8x16_lt(self.0, u8x16_splat(bound)))
    }

    #[inline(always)]
    fn minus(self, byte: u8) -> Self {
        Self(u8x16_sub(self.0, u8x16_splat(byte)))
    }

    #[inline(always)]
    fn with_bits(self, byte: u8) -> Self {
        Self(v128_or(self.0, u8x16_splat(byte)))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(v128_or(self.0, other.0))
    }

    #[inline(always)]
    fn replace(self, mask: Self, byte: u8) -> Self {
        Self(v128_bitselect(u8x16_splat(byte), self.0, mask.0))
    }

    #[inline(always)]
    fn unescaped(self) -> Self {
        // By the two halves of a byte, as `UNESCAPED` says.
        let by_low = u8x16_swizzle(Self::load(&UNESCAPED).0, v128_and(self.0, u8x16_splat(15)));
        let bit = u8x16_swizzle(Self::load(&HIGH_HALVES).0, u8x16_shr(self.0, 4));
        Self(u8x16_ne(v128_and(by_low, bit), u8x16_splat(0)))
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        u32::from(u8x16_bitmask(self.0))
    }
}
