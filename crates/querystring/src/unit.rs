//! What a text is made of: bytes, or UTF-16 code units.

use crate::lanes::{self, Lanes};

/// One element of a text: a byte (ASCII or UTF-8) or a UTF-16 code unit.
pub(crate) trait Unit: Copy + Eq + 'static {
    /// Whether it is a byte.
    const IS_BYTE: bool;

    /// The unit's number.
    fn code(self) -> u16;

    /// Sixteen units as bytes. A unit above 255 becomes a byte that has no meaning in a query
    /// string and must be escaped.
    fn lanes(units: &[Self; lanes::WIDTH]) -> lanes::Native;
}

impl Unit for u8 {
    const IS_BYTE: bool = true;

    #[inline(always)]
    fn code(self) -> u16 {
        u16::from(self)
    }

    #[inline(always)]
    fn lanes(units: &[u8; lanes::WIDTH]) -> lanes::Native {
        lanes::Native::load(units)
    }
}

impl Unit for u16 {
    const IS_BYTE: bool = false;

    #[inline(always)]
    fn code(self) -> u16 {
        self
    }

    #[inline(always)]
    fn lanes(units: &[u16; lanes::WIDTH]) -> lanes::Native {
        lanes::Native::narrow(units)
    }
}
