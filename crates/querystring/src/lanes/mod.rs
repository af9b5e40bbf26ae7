//! Vectors of octets: one small trait for sixteen ([`Lanes`]), one for sixty-four ([`Stride`]), one thin file for each instruction set.
//!
//! [`Native`] is what the target has in any case. What only some processors of it have is chosen in [`Simd`](crate::Simd).

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod avx2;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", not(miri)))]
mod neon;
mod scalar;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod shuffle;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod ssse3;
mod stride;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128", not(miri)))]
mod wasm;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod x86;

#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) use avx2::Avx2;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", not(miri)))]
pub(crate) use neon::Neon as Native;
pub(crate) use scalar::Scalar;
#[cfg(any(
    miri,
    not(any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_feature = "neon"),
        all(target_arch = "wasm32", target_feature = "simd128")
    ))
))]
pub(crate) use scalar::Scalar as Native;
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) use shuffle::Shuffle;
pub(crate) use stride::{Four, STRIDE, Stride};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128", not(miri)))]
pub(crate) use wasm::Simd128 as Native;
#[cfg(all(target_arch = "x86_64", not(miri)))]
use x86::Sse2;
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) use x86::Sse2 as Native;

use crate::octets::decode_blocks;
use core::ops::Range;

/// How many octets one value of [`Lanes`] holds.
pub(crate) const WIDTH: usize = 16;

/// For each low half of an octet, the high halves with which it stands for itself in an escaped text: bit h of the entry for the low half l says
/// that the octet h * 16 + l is one.
#[allow(dead_code, reason = "plain loops compare instead")]
static UNESCAPED: [u8; WIDTH] = {
    let mut table = [0; WIDTH];
    let mut octet = 0;
    while octet < 128 {
        if crate::escape::is_unescaped(octet) {
            table[(octet & 15) as usize] |= 1 << (octet >> 4);
        }
        octet += 1;
    }
    table
};

/// The bit of each high half in the entries of [`UNESCAPED`]; from 128 on there are none.
#[allow(dead_code, reason = "plain loops compare instead")]
static HIGH_HALVES: [u8; WIDTH] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

/// Sixteen octets that are compared and chosen at once. A comparison gives 255 in the lanes where it holds and 0 in the others.
pub(crate) trait Lanes: Copy {
    /// The name of the instructions.
    const NAME: &str;
    /// Takes sixteen octets.
    fn load(octets: &[u8; WIDTH]) -> Self;
    /// Takes sixteen UTF-16 code units; those above 255 become 0 or 255.
    fn narrow(units: &[u16; WIDTH]) -> Self;
    /// Writes the sixteen octets.
    fn store(self, octets: &mut [u8; WIDTH]);
    /// Where a lane equals `octet`.
    fn equal(self, octet: u8) -> Self;
    /// Where a lane, unsigned, is below `bound`, which is not 0.
    fn below(self, bound: u8) -> Self;
    /// Each lane minus `octet`, modulo 256.
    fn minus(self, octet: u8) -> Self;
    /// Each lane with the bits of `octet` set.
    fn with_bits(self, octet: u8) -> Self;
    /// The bits that are set in either.
    fn or(self, other: Self) -> Self;
    /// `octet` where `mask` is 255, the lane itself where it is 0.
    fn replace(self, mask: Self, octet: u8) -> Self;
    /// Where a lane is a letter, a digit or one of the marks that stand for themselves ([`is_unescaped`](crate::is_unescaped)).
    #[inline(always)]
    fn unescaped(self) -> Self {
        let letters = self.with_bits(0x20).minus(b'a').below(26);
        let digits = self.minus(b'0').below(10);
        let apostrophe_to_asterisk = self.minus(b'\'').below(4);
        let hyphen_and_dot = self.minus(b'-').below(2);
        let others = self.equal(b'!').or(self.equal(b'_')).or(self.equal(b'~'));
        letters
            .or(digits)
            .or(apostrophe_to_asterisk)
            .or(hyphen_and_dot)
            .or(others)
    }
    /// The highest bit of each lane, the first lane in bit 0.
    fn bits(self) -> u32;
    /// See [`Stride::decode`].
    #[inline(always)]
    fn decode<const PLUS_IS_SPACE: bool>(
        input: &[u8],
        piece: Range<usize>,
        output: &mut [u8],
        output_start: usize,
    ) -> (usize, bool) {
        decode_blocks::<Four<Self>, PLUS_IS_SPACE>(input, piece, output, output_start)
    }
}

#[cfg(test)]
mod tests {
    use super::{Lanes, Native, WIDTH, scalar::Scalar};
    use proptest::prelude::*;

    fn octets(lanes: impl Lanes) -> [u8; WIDTH] {
        let mut octets = [0; WIDTH];
        lanes.store(&mut octets);
        octets
    }

    proptest! {
        #[test]
        fn this_architecture_agrees_with_plain_loops(a: [u8; WIDTH], b: [u8; WIDTH], octet: u8) {
            let (native, other) = (Native::load(&a), Native::load(&b));
            let (scalar, scalar_other) = (Scalar::load(&a), Scalar::load(&b));
            prop_assert_eq!(octets(native.equal(octet)), octets(scalar.equal(octet)));
            prop_assert_eq!(octets(native.below(octet.max(1))), octets(scalar.below(octet.max(1))));
            prop_assert_eq!(octets(native.minus(octet)), octets(scalar.minus(octet)));
            prop_assert_eq!(octets(native.with_bits(octet)), octets(scalar.with_bits(octet)));
            prop_assert_eq!(octets(native.or(other)), octets(scalar.or(scalar_other)));
            prop_assert_eq!(
                octets(native.replace(other.below(octet.max(1)), b' ')),
                octets(scalar.replace(scalar_other.below(octet.max(1)), b' '))
            );
            prop_assert_eq!(native.bits(), scalar.bits());
            prop_assert_eq!(octets(native.unescaped()), a.map(|octet| if crate::is_unescaped(octet) { 255 } else { 0 }));
        }

        #[test]
        fn a_wide_unit_becomes_an_octet_without_meaning(units: [u16; WIDTH]) {
            for (unit, octet) in units.into_iter().zip(octets(Native::narrow(&units))) {
                match u8::try_from(unit) {
                    Ok(same) => prop_assert_eq!(octet, same),
                    Err(_) => prop_assert!(octet == 0 || octet == 255),
                }
            }
        }
    }
}
