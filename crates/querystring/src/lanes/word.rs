//! Eight bytes in a word, compared at once without vector instructions.

/// How many bytes a word holds.
pub(super) const BYTES: usize = size_of::<u64>();

/// The lowest bit of each byte.
const LOWEST: u64 = u64::MAX / 255;

/// The highest bit of each byte.
pub(super) const HIGHEST: u64 = LOWEST << 7;

/// A word of eight equal bytes.
#[inline(always)]
pub(super) const fn splat(byte: u8) -> u64 {
    LOWEST * byte as u64
}

/// The words of bytes, the first byte the lowest.
#[inline(always)]
pub(super) fn words<const COUNT: usize>(bytes: &[u8]) -> [u64; COUNT] {
    let mut words = [0; COUNT];
    // A loop, since the compiler makes calls of `from_fn` for eight words.
    for (index, word) in words.iter_mut().enumerate() {
        let bytes = bytes[index * BYTES..].first_chunk();
        *word = u64::from_le_bytes(*bytes.expect("there are as many bytes as the words hold"));
    }
    words
}

/// Each byte minus that of `other`, modulo 256.
#[inline(always)]
pub(super) fn minus(word: u64, other: u64) -> u64 {
    // With its highest bit set, no byte borrows from the next one.
    ((word | HIGHEST) - (other & !HIGHEST)) ^ ((word ^ !other) & HIGHEST)
}

/// The highest bit of each byte that equals that of `other`.
#[inline(always)]
pub(super) fn equal(word: u64, other: u64) -> u64 {
    let different = word ^ other;
    // It stays clear in a byte of zeros only.
    !(((different & !HIGHEST) + !HIGHEST) | different) & HIGHEST
}

/// Not 0 if a byte equals that of `other`. Its bits do not say which one.
#[inline(always)]
pub(super) fn holds(word: u64, other: u64) -> u64 {
    let different = word ^ other;
    different.wrapping_sub(LOWEST) & !different & HIGHEST
}

/// The highest bit of each byte that is below that of `bound`.
#[inline(always)]
pub(super) fn below(word: u64, bound: u64) -> u64 {
    // What borrows: by the highest bits, or where these are the same, by the difference.
    ((!word & bound) | (!(word ^ bound) & minus(word, bound))) & HIGHEST
}

/// The highest bits of the bytes, next to each other.
#[inline(always)]
pub(super) fn bits(word: u64) -> u8 {
    // The product brings the bits, which are eight apart, together in its highest byte.
    let product = ((word & HIGHEST) >> 7).wrapping_mul(0x0102_0408_1020_4080);
    product.to_be_bytes()[0]
}
