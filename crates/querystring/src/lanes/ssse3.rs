//! The byte shuffles of SSSE3, which every processor with AVX2 has.

use super::shuffle::{PLACES, Shuffle};
use super::{Lanes, Sse2, WIDTH};
use core::arch::x86_64::{
    __m128i, _mm_add_epi8, _mm_alignr_epi8, _mm_and_si128, _mm_andnot_si128, _mm_loadl_epi64, _mm_or_si128,
    _mm_set1_epi8, _mm_shuffle_epi8, _mm_slli_epi16, _mm_srli_si128, _mm_storel_epi64,
};

macro_rules! ssse3 {
    ($call:expr) => {{
        // SAFETY: the methods of `Shuffle` are only called where the processor has AVX2, and so
        // SSSE3; no pointer is involved.
        unsafe { $call }
    }};
}

impl Shuffle for Sse2 {
    #[inline(always)]
    fn hexadecimal(self) -> Self {
        let letters = self.with_bits(0x20).minus(b'a').below(6);
        let digits = self.minus(b'0').below(10);
        let value = ssse3!(_mm_add_epi8(
            _mm_and_si128(self.0, _mm_set1_epi8(0xF)),
            _mm_and_si128(letters.0, _mm_set1_epi8(9))
        ));
        let others = ssse3!(_mm_andnot_si128(digits.or(letters).0, _mm_set1_epi8(-1)));
        Self(value).or(Self(others))
    }

    #[inline(always)]
    fn behind_one(self, next: Self) -> Self {
        Self(ssse3!(_mm_alignr_epi8::<1>(next.0, self.0)))
    }

    #[inline(always)]
    fn behind_two(self, next: Self) -> Self {
        Self(ssse3!(_mm_alignr_epi8::<2>(next.0, self.0)))
    }

    #[inline(always)]
    fn bytes(self, low: Self) -> Self {
        // There is no shift of bytes: what would cross into the next one is cut off before.
        let high = ssse3!(_mm_slli_epi16::<4>(_mm_and_si128(self.0, _mm_set1_epi8(0xF))));
        Self(ssse3!(_mm_or_si128(high, low.0)))
    }

    #[inline(always)]
    fn choose(self, mask: Self, other: Self) -> Self {
        Self(ssse3!(_mm_or_si128(
            _mm_andnot_si128(mask.0, self.0),
            _mm_and_si128(mask.0, other.0)
        )))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(ssse3!(_mm_and_si128(self.0, other.0)))
    }

    #[inline(always)]
    fn compress(self, kept: u16, output: &mut [u8; WIDTH]) -> usize {
        let [low, high] = kept.to_le_bytes();
        let first = ssse3!(_mm_shuffle_epi8(self.0, places(low)));
        let last = ssse3!(_mm_shuffle_epi8(_mm_srli_si128::<8>(self.0), places(high)));
        let count = low.count_ones() as usize;
        let output = output.as_mut_ptr();
        // SAFETY: `output` is valid for writes of 16 bytes, of which each store takes eight; the
        // second begins at most eight behind the first.
        unsafe {
            _mm_storel_epi64(output.cast(), first);
            _mm_storel_epi64(output.add(count).cast(), last);
        }
        count + high.count_ones() as usize
    }
}

#[inline(always)]
fn places(set: u8) -> __m128i {
    let places: *const __m128i = PLACES[usize::from(set)].as_ptr().cast();
    // SAFETY: eight bytes are read, as many as an entry has; no alignment is needed.
    unsafe { _mm_loadl_epi64(places) }
}
