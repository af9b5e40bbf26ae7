//! SSE2, which every x86-64 processor has.

use super::{Four, Lanes, WIDTH};
use core::arch::x86_64::{
    __m128i, _mm_and_si128, _mm_andnot_si128, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8,
    _mm_movemask_epi8, _mm_or_si128, _mm_packus_epi16, _mm_set1_epi8, _mm_storeu_si128, _mm_sub_epi8,
};

/// Sixteen bytes in an SSE register.
#[derive(Clone, Copy)]
pub(crate) struct Sse2(pub(super) __m128i);

macro_rules! sse2 {
    ($call:expr) => {{
        // SAFETY: every x86-64 processor has SSE2, and no pointer is involved.
        unsafe { $call }
    }};
}

#[inline(always)]
fn splat(byte: u8) -> __m128i {
    sse2!(_mm_set1_epi8(i8::from_ne_bytes([byte])))
}

impl Lanes for Sse2 {
    const NAME: &str = "SSE2";
    type Stride = Four<Self>;

    #[inline(always)]
    fn load(bytes: &[u8; WIDTH]) -> Self {
        // SAFETY: the reference is valid for reads of 16 bytes; the instruction needs no alignment.
        Self(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn narrow(units: &[u16; WIDTH]) -> Self {
        let first: *const __m128i = units.as_ptr().cast();
        // SAFETY: the reference is valid for reads of 32 bytes, of which these are the two halves;
        // no alignment is needed.
        let (low, high) = unsafe { (_mm_loadu_si128(first), _mm_loadu_si128(first.add(1))) };
        Self(sse2!(_mm_packus_epi16(low, high)))
    }

    #[inline(always)]
    fn store(self, bytes: &mut [u8; WIDTH]) {
        // SAFETY: the reference is valid for writes of 16 bytes; the instruction needs no
        // alignment.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> Self {
        Self(sse2!(_mm_cmpeq_epi8(self.0, splat(byte))))
    }

    #[inline(always)]
    fn below(self, bound: u8) -> Self {
        // There is no unsigned comparison: x < bound when min(x, bound - 1) = x.
        Self(sse2!(_mm_cmpeq_epi8(
            _mm_min_epu8(self.0, splat(bound - 1)),
            self.0
        )))
    }

    #[inline(always)]
    fn minus(self, byte: u8) -> Self {
        Self(sse2!(_mm_sub_epi8(self.0, splat(byte))))
    }

    #[inline(always)]
    fn with_bits(self, byte: u8) -> Self {
        Self(sse2!(_mm_or_si128(self.0, splat(byte))))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(sse2!(_mm_or_si128(self.0, other.0)))
    }

    #[inline(always)]
    fn replace(self, mask: Self, byte: u8) -> Self {
        Self(sse2!(_mm_or_si128(
            _mm_andnot_si128(mask.0, self.0),
            _mm_and_si128(mask.0, splat(byte))
        )))
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        u32::from_ne_bytes(sse2!(_mm_movemask_epi8(self.0)).to_ne_bytes())
    }
}
