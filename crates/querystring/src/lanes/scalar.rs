//! Plain loops, for architectures without a file of their own; the compiler may vectorise them.

use super::{Lanes, WIDTH};

/// Sixteen bytes in an array.
#[derive(Clone, Copy)]
pub(crate) struct Scalar([u8; WIDTH]);

fn mask(holds: bool) -> u8 {
    if holds { 255 } else { 0 }
}

impl Lanes for Scalar {
    const NAME: &str = "scalar";

    fn load(bytes: &[u8; WIDTH]) -> Self {
        Self(*bytes)
    }

    fn narrow(units: &[u16; WIDTH]) -> Self {
        Self(units.map(|unit| u8::try_from(unit).unwrap_or(255)))
    }

    fn store(self, bytes: &mut [u8; WIDTH]) {
        *bytes = self.0;
    }

    fn equal(self, byte: u8) -> Self {
        Self(self.0.map(|lane| mask(lane == byte)))
    }

    fn below(self, bound: u8) -> Self {
        Self(self.0.map(|lane| mask(lane < bound)))
    }

    fn minus(self, byte: u8) -> Self {
        Self(self.0.map(|lane| lane.wrapping_sub(byte)))
    }

    fn with_bits(self, byte: u8) -> Self {
        Self(self.0.map(|lane| lane | byte))
    }

    fn or(self, other: Self) -> Self {
        Self(core::array::from_fn(|lane| self.0[lane] | other.0[lane]))
    }

    fn replace(self, mask: Self, byte: u8) -> Self {
        Self(core::array::from_fn(|lane| {
            (self.0[lane] & !mask.0[lane]) | (byte & mask.0[lane])
        }))
    }

    fn bits(self) -> u32 {
        self.0
            .iter()
            .rev()
            .fold(0, |bits, lane| (bits << 1) | u32::from(lane >> 7))
    }
}
