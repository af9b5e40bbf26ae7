//! Hexadecimal digits and the percent-encoded bytes made of them.

use crate::unit::Unit;

const NOT_A_DIGIT: u8 = 255;

static VALUES: [u8; 256] = {
    let mut values = [NOT_A_DIGIT; 256];
    let mut value = 0;
    while value < 16 {
        values[b"0123456789abcdef"[value as usize] as usize] = value;
        values[b"0123456789ABCDEF"[value as usize] as usize] = value;
        value += 1;
    }
    values
};

/// The value of a hexadecimal digit, or 255.
#[inline(always)]
fn value(unit: u16) -> u8 {
    VALUES.get(usize::from(unit)).copied().unwrap_or(NOT_A_DIGIT)
}

/// Whether a unit is a hexadecimal digit.
#[inline(always)]
pub(crate) fn is_digit<T: Unit>(unit: T) -> bool {
    value(unit.code()) < 16
}

/// The byte that `%XX` at the start of `units` stands for; none when `units` does not begin so.
#[inline(always)]
pub(crate) fn byte<T: Unit>(units: &[T]) -> Option<u8> {
    let [percent, high, low, ..] = units else {
        return None;
    };
    if percent.code() != u16::from(b'%') {
        return None;
    }
    digits(*high, *low)
}

/// The byte that two hexadecimal digits stand for; none when one is not a digit.
#[inline(always)]
pub(crate) fn digits<T: Unit>(high: T, low: T) -> Option<u8> {
    let (high, low) = (value(high.code()), value(low.code()));
    ((high | low) < 16).then_some(high << 4 | low)
}
