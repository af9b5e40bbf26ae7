//! NEON, which every 64-bit ARM processor that runs a standard system has.

use super::{Four, HIGH_HALVES, Lanes, UNESCAPED, WIDTH};
use core::arch::aarch64::{
    uint8x16_t, vaddv_u8, vandq_u8, vbslq_u8, vceqq_u8, vcltq_u8, vdupq_n_u8, vget_high_u8, vget_low_u8,
    vld1q_u8, vld1q_u16, vorrq_u8, vqmovn_high_u16, vqmovn_u16, vqtbl1q_u8, vshrq_n_u8, vst1q_u8, vsubq_u8,
    vtstq_u8,
};

/// Sixteen bytes in a NEON register.
#[derive(Clone, Copy)]
pub(crate) struct Neon(uint8x16_t);

/// The bit of each lane in its half of a mask.
const PLACES: [u8; WIDTH] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

macro_rules! neon {
    ($call:expr) => {{
        // SAFETY: this file is compiled only for targets whose processors have NEON, and no pointer
        // is involved.
        unsafe { $call }
    }};
}

#[inline(always)]
fn splat(byte: u8) -> uint8x16_t {
    neon!(vdupq_n_u8(byte))
}

impl Lanes for Neon {
    const NAME: &str = "NEON";
    type Stride = Four<Self>;

    #[inline(always)]
    fn load(bytes: &[u8; WIDTH]) -> Self {
        // SAFETY: the reference is valid for reads of 16 bytes; the instruction needs no alignment.
        Self(unsafe { vld1q_u8(bytes.as_ptr()) })
    }

    #[inline(always)]
    fn narrow(units: &[u16; WIDTH]) -> Self {
        let first = units.as_ptr();
        // SAFETY: the reference is valid for reads of 16 units, of which these are the two halves.
        let (low, high) = unsafe { (vld1q_u16(first), vld1q_u16(first.add(8))) };
        Self(neon!(vqmovn_high_u16(vqmovn_u16(low), high)))
    }

    #[inline(always)]
    fn store(self, bytes: &mut [u8; WIDTH]) {
        // SAFETY: the reference is valid for writes of 16 bytes; the instruction needs no
        // alignment.
        unsafe { vst1q_u8(bytes.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> Self {
        Self(neon!(vceqq_u8(self.0, splat(byte))))
    }

    #[inline(always)]
    fn below(self, bound: u8) -> Self {
        Self(neon!(vcltq_u8(self.0, splat(bound))))
    }

    #[inline(always)]
    fn minus(self, byte: u8) -> Self {
        Self(neon!(vsubq_u8(self.0, splat(byte))))
    }

    #[inline(always)]
    fn with_bits(self, byte: u8) -> Self {
        Self(neon!(vorrq_u8(self.0, splat(byte))))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(neon!(vorrq_u8(self.0, other.0)))
    }

    #[inline(always)]
    fn replace(self, mask: Self, byte: u8) -> Self {
        Self(neon!(vbslq_u8(mask.0, splat(byte), self.0)))
    }

    #[inline(always)]
    fn unescaped(self) -> Self {
        // By the two halves of a byte, as `UNESCAPED` says.
        let by_low = neon!(vqtbl1q_u8(Self::load(&UNESCAPED).0, vandq_u8(self.0, splat(0xF))));
        let bit = neon!(vqtbl1q_u8(Self::load(&HIGH_HALVES).0, vshrq_n_u8::<4>(self.0)));
        Self(neon!(vtstq_u8(by_low, bit)))
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        let highest = neon!(vtstq_u8(self.0, splat(0x80)));
        let places = neon!(vandq_u8(highest, Self::load(&PLACES).0));
        // No two lanes of a half have the same bit, so their sum is the mask.
        let (low, high) = neon!((vaddv_u8(vget_low_u8(places)), vaddv_u8(vget_high_u8(places))));
        u32::from(low) | u32::from(high) << 8
    }
}
