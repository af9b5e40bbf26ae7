//! Fewer bytes than a vector holds.

use super::WIDTH;

/// Up to sixteen bytes, and zeros behind them, without a copy through memory: a vector that is
/// loaded from bytes which were just written in parts makes the processor wait.
#[inline(always)]
pub(crate) fn partial(bytes: &[u8]) -> [u8; WIDTH] {
    let shifted = |value: u64, at: usize| u128::from(value) << (8 * at);
    let length = bytes.len();
    // The parts may overlap: there they are equal.
    let all = if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        u128::from(u64::from_le_bytes(*first)) | shifted(u64::from_le_bytes(*last), length - 8)
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let [first, last] = [first, last].map(|part| u64::from(u32::from_le_bytes(*part)));
        u128::from(first | last << (8 * (length - 4)))
    } else if let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) {
        let middle = u32::from(bytes[length / 2]) << (8 * (length / 2));
        u128::from(u32::from(first) | middle | u32::from(last) << (8 * (length - 1)))
    } else {
        0
    };
    all.to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, partial};

    #[test]
    fn every_length() {
        let bytes: [u8; WIDTH] = core::array::from_fn(|index| 0xF0 | u8::try_from(index).unwrap());
        for length in 0..=WIDTH {
            let mut expected = [0; WIDTH];
            expected[..length].copy_from_slice(&bytes[..length]);
            assert_eq!(partial(&bytes[..length]), expected);
        }
    }
}
