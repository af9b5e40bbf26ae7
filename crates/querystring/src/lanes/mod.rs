//! Sixteen octets at a time: one small trait, one thin file for each architecture.

#[cfg(any(
    miri,
    test,
    not(any(
        target_arch = "x86_64",
        all(target_arch = "wasm32", target_feature = "simd128")
    ))
))]
mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128", not(miri)))]
mod wasm;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod x86;

#[cfg(any(
    miri,
    not(any(
        target_arch = "x86_64",
        all(target_arch = "wasm32", target_feature = "simd128")
    ))
))]
pub(crate) use scalar::Scalar as Native;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128", not(miri)))]
pub(crate) use wasm::Simd128 as Native;
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) use x86::Sse2 as Native;

/// How many octets one value of [`Lanes`] holds.
pub(crate) const WIDTH: usize = 16;

/// Sixteen octets that are compared and chosen at once. A comparison gives 255 in the lanes where it holds and 0 in the others.
pub(crate) trait Lanes: Copy {
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
