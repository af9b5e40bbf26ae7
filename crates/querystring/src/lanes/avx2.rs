//! AVX2, which only some x86-64 processors have.

use super::{HIGH_HALVES, STRIDE, Stride, UNESCAPED, WIDTH};
use core::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8,
    _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_srli_epi16,
};

/// Sixty-four bytes in two AVX registers.
///
/// Its methods may only be called in functions that are compiled for AVX2, and that run on a
/// processor which has it: those of [`Simd`](crate::Simd). There they are inlined.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(__m256i, __m256i);

macro_rules! avx2 {
    ($call:expr) => {{
        // SAFETY: whoever calls the methods of `Avx2`, or those of `expand.rs`, runs on a processor
        // that has AVX2, and no pointer is involved.
        unsafe { $call }
    }};
}
pub(super) use avx2;

#[inline(always)]
pub(super) fn splat(byte: u8) -> __m256i {
    avx2!(_mm256_set1_epi8(i8::from_ne_bytes([byte])))
}

#[inline(always)]
pub(super) fn twice(table: &[u8; WIDTH]) -> __m256i {
    // SAFETY: the reference is valid for reads of 16 bytes, and no alignment is needed; AVX2 is
    // there as said above.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast())) }
}

#[inline(always)]
fn equal(bytes: __m256i, byte: u8) -> __m256i {
    avx2!(_mm256_cmpeq_epi8(bytes, splat(byte)))
}

#[inline(always)]
fn or(one: __m256i, other: __m256i) -> __m256i {
    avx2!(_mm256_or_si256(one, other))
}

#[inline(always)]
fn bits(bytes: __m256i) -> u64 {
    u64::from(u32::from_ne_bytes(
        avx2!(_mm256_movemask_epi8(bytes)).to_ne_bytes(),
    ))
}

/// Where the bytes do not stand for themselves, by their two halves as [`UNESCAPED`] says.
#[inline(always)]
fn escaped(bytes: __m256i) -> __m256i {
    let low_half = splat(0xF);
    let by_low = avx2!(_mm256_shuffle_epi8(
        twice(&UNESCAPED),
        _mm256_and_si256(bytes, low_half)
    ));
    let high = avx2!(_mm256_and_si256(_mm256_srli_epi16::<4>(bytes), low_half));
    let bit = avx2!(_mm256_shuffle_epi8(twice(&HIGH_HALVES), high));
    avx2!(_mm256_cmpeq_epi8(
        _mm256_and_si256(by_low, bit),
        _mm256_setzero_si256()
    ))
}

impl Stride for Avx2 {
    #[inline(always)]
    fn load(bytes: &[u8; STRIDE]) -> Self {
        let first: *const __m256i = bytes.as_ptr().cast();
        // SAFETY: the reference is valid for reads of 64 bytes, of which these are the two halves;
        // no alignment is needed. AVX2 is there as said above.
        unsafe { Self(_mm256_loadu_si256(first), _mm256_loadu_si256(first.add(1))) }
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> u64 {
        bits(equal(self.0, byte)) | bits(equal(self.1, byte)) << 32
    }

    #[inline(always)]
    fn either(self, one: u8, other: u8) -> u64 {
        let first = or(equal(self.0, one), equal(self.0, other));
        let second = or(equal(self.1, one), equal(self.1, other));
        bits(first) | bits(second) << 32
    }

    #[inline(always)]
    fn not_ascii(self) -> u64 {
        bits(self.0) | bits(self.1) << 32
    }

    #[inline(always)]
    fn escaped(self) -> u64 {
        bits(escaped(self.0)) | bits(escaped(self.1)) << 32
    }

    #[inline(always)]
    fn holds<const COUNT: usize>(self, bytes: [u8; COUNT]) -> bool {
        let mut held = or(self.0, self.1);
        for byte in bytes {
            held = or(held, or(equal(self.0, byte), equal(self.1, byte)));
        }
        bits(held) != 0
    }
}
