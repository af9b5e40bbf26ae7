//! Sixteen bytes that can change their places.

use super::{Lanes, WIDTH};

/// Bytes that can be moved within a vector, for instruction sets that have a byte shuffle.
pub(crate) trait Shuffle: Lanes {
    /// The value of each lane that is a hexadecimal digit, 255 of the others.
    fn hexadecimal(self) -> Self;
    /// The fifteen last lanes and the first of `next`.
    fn behind_one(self, next: Self) -> Self;
    /// The fourteen last lanes and the two first of `next`.
    fn behind_two(self, next: Self) -> Self;
    /// The bytes of which these are the high digits and `low` the low ones; without meaning where
    /// one is 255.
    fn bytes(self, low: Self) -> Self;
    /// The lane of `other` where `mask` is 255, the lane itself where it is 0.
    fn choose(self, mask: Self, other: Self) -> Self;
    /// The bits that are set in both.
    fn and(self, other: Self) -> Self;
    /// Writes the first eight lanes, those with a bit in `kept` next to each other, and the last
    /// eight behind them in the same way. Returns how many were kept; what is written behind them
    /// has no meaning.
    fn compress(self, kept: u16, output: &mut [u8; WIDTH]) -> usize;
}

/// For each set of lanes of eight, the places of its lanes next to each other.
pub(super) static PLACES: [[u8; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let mut count = 0;
        let mut lane = 0;
        while lane < 8 {
            if set >> lane & 1 != 0 {
                places[set][count] = lane;
                count += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    places
};
