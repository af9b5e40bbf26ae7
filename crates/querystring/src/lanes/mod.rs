//! Vectors of bytes: one small trait for sixteen ([`Lanes`]), one for sixty-four ([`Stride`]), one
//! thin file for each instruction set.
//!
//! [`Native`] is what the target has in any case. What only some processors of it have is chosen in
//! [`Simd`](crate::Simd).

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod expand;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", not(miri)))]
mod neon;
mod partial;
mod scalar;
#[cfg(all(
    any(
        target_arch = "x86_64",
        all(target_arch = "wasm32", target_feature = "simd128", feature = "shuffle")
    ),
    not(miri)
))]
mod shuffle;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod ssse3;
mod stride;
#[cfg(all(
    target_arch = "wasm32",
    target_feature = "simd128",
    feature = "shuffle",
    not(miri)
))]
mod swizzle;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128", not(miri)))]
mod wasm;
mod word;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod x86;

#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) use avx2::Avx2;
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) use expand::EXPANDED;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", not(miri)))]
pub(crate) use neon::Neon as Native;
pub(crate) use partial::partial;
#[cfg(any(
    miri,
    not(any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_feature = "neon"),
        all(target_arch = "wasm32", target_feature = "simd128")
    ))
))]
pub(crate) use scalar::Scalar as Native;
pub(crate) use scalar::{Scalar, Words};
#[cfg(all(
    any(
        target_arch = "x86_64",
        all(target_arch = "wasm32", target_feature = "simd128", feature = "shuffle")
    ),
    not(miri)
))]
pub(crate) use shuffle::Shuffle;
pub(crate) use stride::{Four, STRIDE, Stride};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128", not(miri)))]
pub(crate) use wasm::Simd128 as Native;
#[cfg(all(target_arch = "x86_64", not(miri)))]
use x86::Sse2;
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) use x86::Sse2 as Native;

/// Sixty-four bytes, by what the target has.
pub(crate) type NativeStride = <Native as Lanes>::Stride;

/// How many bytes one value of [`Lanes`] holds.
pub(crate) const WIDTH: usize = 16;

/// The bits of the first `length` lanes, of all when there are more.
#[inline(always)]
pub(crate) fn bits_of_first(length: usize) -> u32 {
    if length < WIDTH { (1 << length) - 1 } else { 0xFFFF }
}

/// For each low half of a byte, the high halves with which it stands for itself in an escaped text:
/// bit h of the entry for the low half l says that the byte h * 16 + l is one.
#[allow(dead_code, reason = "words have a table of their own")]
static UNESCAPED: [u8; WIDTH] = {
    let mut table = [0; WIDTH];
    let mut byte = 0;
    while byte < 128 {
        if crate::unescaped::is_unescaped(byte) {
            table[(byte & 15) as usize] |= 1 << (byte >> 4);
        }
        byte += 1;
    }
    table
};

/// The bit of each high half in the entries of [`UNESCAPED`]; from 128 on there are none.
#[allow(dead_code, reason = "words have a table of their own")]
static HIGH_HALVES: [u8; WIDTH] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

/// Sixteen bytes that are compared and chosen at once. A comparison gives 255 in the lanes where it
/// holds and 0 in the others.
pub(crate) trait Lanes: Copy {
    /// The name of the instructions.
    const NAME: &str;
    /// Sixty-four bytes, compared by the same instructions.
    type Stride: Stride;
    /// Takes sixteen bytes.
    fn load(bytes: &[u8; WIDTH]) -> Self;
    /// Takes sixteen UTF-16 code units; those above 255 become 0 or 255.
    fn narrow(units: &[u16; WIDTH]) -> Self;
    /// Writes the sixteen bytes.
    fn store(self, bytes: &mut [u8; WIDTH]);
    /// Where a lane equals `byte`.
    fn equal(self, byte: u8) -> Self;
    /// Where a lane, unsigned, is below `bound`, which is not 0.
    fn below(self, bound: u8) -> Self;
    /// Each lane minus `byte`, modulo 256.
    fn minus(self, byte: u8) -> Self;
    /// Each lane with the bits of `byte` set.
    fn with_bits(self, byte: u8) -> Self;
    /// The bits that are set in either.
    fn or(self, other: Self) -> Self;
    /// `byte` where `mask` is 255, the lane itself where it is 0.
    fn replace(self, mask: Self, byte: u8) -> Self;
    /// Where a lane is a letter, a digit or one of the marks that stand for themselves
    /// ([`is_unescaped`](crate::is_unescaped)).
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
    use super::{Lanes, Native, NativeStride, STRIDE, Scalar, Stride, WIDTH, Words};
    use crate::is_unescaped;
    use proptest::prelude::*;

    fn bytes(lanes: impl Lanes) -> [u8; WIDTH] {
        let mut bytes = [0; WIDTH];
        lanes.store(&mut bytes);
        bytes
    }

    fn where_it_holds(bytes: [u8; WIDTH], holds: impl Fn(u8) -> bool) -> [u8; WIDTH] {
        bytes.map(|byte| if holds(byte) { 255 } else { 0 })
    }

    fn bits<const COUNT: usize>(bytes: [u8; COUNT], holds: impl Fn(u8) -> bool) -> u64 {
        bytes
            .iter()
            .rev()
            .fold(0, |bits, &byte| bits << 1 | u64::from(holds(byte)))
    }

    /// Each function gives what a loop over the bytes does.
    fn check_lanes<L: Lanes>(a: [u8; WIDTH], b: [u8; WIDTH], byte: u8) {
        let lanes = L::load(&a);
        let bound = byte.max(1);
        assert_eq!(bytes(lanes), a);
        assert_eq!(bytes(lanes.equal(byte)), where_it_holds(a, |lane| lane == byte));
        assert_eq!(bytes(lanes.below(bound)), where_it_holds(a, |lane| lane < bound));
        assert_eq!(bytes(lanes.minus(byte)), a.map(|lane| lane.wrapping_sub(byte)));
        assert_eq!(bytes(lanes.with_bits(byte)), a.map(|lane| lane | byte));
        assert_eq!(
            bytes(lanes.or(L::load(&b))),
            core::array::from_fn(|lane| a[lane] | b[lane])
        );
        assert_eq!(
            bytes(lanes.replace(L::load(&b).below(bound), b' ')),
            core::array::from_fn(|lane| if b[lane] < bound { b' ' } else { a[lane] })
        );
        assert_eq!(u64::from(lanes.bits()), bits(a, |lane| lane >= 128));
        assert_eq!(bytes(lanes.unescaped()), where_it_holds(a, is_unescaped));
    }

    fn check_stride<S: Stride>(a: [u8; STRIDE], byte: u8) {
        let stride = S::load(&a);
        assert_eq!(stride.equal(byte), bits(a, |lane| lane == byte));
        assert_eq!(
            stride.either(byte, b'='),
            bits(a, |lane| lane == byte || lane == b'=')
        );
        assert_eq!(stride.not_ascii(), bits(a, |lane| lane >= 128));
        assert_eq!(stride.escaped(), bits(a, |lane| !is_unescaped(lane)));
        let four = [byte, b'=', 0, 127];
        assert_eq!(
            stride.holds(four),
            a.iter().any(|lane| four.contains(lane) || *lane >= 128)
        );
        assert_eq!(
            stride.holds([byte]),
            a.iter().any(|&lane| lane == byte || lane >= 128)
        );
    }

    proptest! {
        #[test]
        fn lanes_agree_with_loops(a: [u8; WIDTH], b: [u8; WIDTH], byte: u8) {
            check_lanes::<Native>(a, b, byte);
            check_lanes::<Scalar>(a, b, byte);
        }

        // Few different bytes, so that they meet, also next to each other.
        #[test]
        fn strides_agree_with_loops(a: [u8; STRIDE], most: u8, byte: u8) {
            let a = a.map(|byte| byte.min(most));
            check_stride::<NativeStride>(a, byte.min(most));
            check_stride::<Words>(a, byte.min(most));
        }

        #[test]
        fn a_wide_unit_becomes_a_byte_without_meaning(units: [u16; WIDTH]) {
            for (unit, byte) in units.into_iter().zip(bytes(Native::narrow(&units))) {
                match u8::try_from(unit) {
                    Ok(same) => prop_assert_eq!(byte, same),
                    Err(_) => prop_assert!(byte == 0 || byte == 255),
                }
            }
        }
    }
}
