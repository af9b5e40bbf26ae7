//! The escaped forms of sixteen bytes by the shuffles of AVX2.

use super::avx2::{avx2, splat, twice};
use super::{HIGH_HALVES, Lanes, Sse2, UNESCAPED, WIDTH};
use core::arch::x86_64::{
    __m256i, _mm_and_si128, _mm_cmpeq_epi8, _mm_movemask_epi8, _mm_set1_epi8, _mm_setzero_si128,
    _mm_shuffle_epi8, _mm_srli_epi16, _mm256_and_si256, _mm256_blendv_epi8, _mm256_broadcastsi128_si256,
    _mm256_load_si256, _mm256_or_si256, _mm256_shuffle_epi8, _mm256_slli_epi16, _mm256_srli_epi16,
    _mm256_storeu_si256,
};
use core::mem::MaybeUninit;

/// Bytes that half a block takes at most, and what is stored behind them.
const STORED: usize = size_of::<__m256i>();
const HALF: usize = WIDTH / 2;

/// How many bytes [`Sse2::expand`] may write.
pub(crate) const EXPANDED: usize = 3 * HALF + STORED;

/// What a byte of the output is, in bits that a shuffle does not look at. The lower bits are the
/// place that it comes from.
const DIGIT: u8 = 1 << 4;
const HIGH: u8 = 1 << 5;
const PERCENT: u8 = 1 << 6;

#[repr(align(32))]
struct Form([u8; STORED]);

/// For each set of bytes of eight that are escaped, what the output consists of.
static FORMS: [Form; 256] = {
    let mut forms = [const { Form([0; STORED]) }; 256];
    let mut set = 0;
    while set < 256 {
        let mut written = 0;
        let mut place = 0;
        while place < 8 {
            let form = &mut forms[set].0;
            if set >> place & 1 != 0 {
                form[written] = PERCENT | place;
                form[written + 1] = DIGIT | HIGH | place;
                form[written + 2] = DIGIT | place;
                written += 3;
            } else {
                form[written] = place;
                written += 1;
            }
            place += 1;
        }
        set += 1;
    }
    forms
};

/// These methods may only be called where the processor has AVX2, in functions that are compiled
/// for it.
impl Sse2 {
    /// Where the bytes do not stand for themselves, by their two halves as [`UNESCAPED`] says.
    #[inline(always)]
    pub(crate) fn must_be_escaped(self) -> u32 {
        let low_half = avx2!(_mm_set1_epi8(0xF));
        let by_low = avx2!(_mm_shuffle_epi8(
            Sse2::load(&UNESCAPED).0,
            _mm_and_si128(self.0, low_half)
        ));
        let high = avx2!(_mm_and_si128(_mm_srli_epi16::<4>(self.0), low_half));
        let bit = avx2!(_mm_shuffle_epi8(Sse2::load(&HIGH_HALVES).0, high));
        let escaped = avx2!(_mm_movemask_epi8(_mm_cmpeq_epi8(
            _mm_and_si128(by_low, bit),
            _mm_setzero_si128()
        )));
        u32::from_ne_bytes(escaped.to_ne_bytes())
    }

    /// The lanes from `count` on, and zeros behind them.
    #[inline(always)]
    pub(crate) fn behind(self, count: usize) -> Self {
        static PLACES: [u8; 2 * WIDTH] = {
            let mut places = [0x80; 2 * WIDTH];
            let mut place = 0;
            while place < 16 {
                places[place as usize] = place;
                place += 1;
            }
            places
        };
        let places = PLACES[count..]
            .first_chunk()
            .expect("no more lanes than there are");
        Self(avx2!(_mm_shuffle_epi8(self.0, Self::load(places).0)))
    }

    /// Writes the bytes, with the escaped form of those that have a bit in `escaped`, and returns
    /// how many bytes count. All those are written; more may be.
    #[inline(always)]
    pub(crate) fn expand(self, escaped: u32, output: &mut [MaybeUninit<u8>; EXPANDED]) -> usize {
        let twice = avx2!(_mm256_broadcastsi128_si256(self.0));
        let [first, second, ..] = escaped.to_le_bytes();
        let length = HALF + 2 * first.count_ones() as usize;
        store(forms(twice, form(first)), output, 0);
        let place = avx2!(_mm256_or_si256(form(second), splat(8)));
        store(forms(twice, place), output, length);
        length + HALF + 2 * second.count_ones() as usize
    }
}

#[inline(always)]
fn form(set: u8) -> __m256i {
    let form: *const __m256i = FORMS[usize::from(set)].0.as_ptr().cast();
    // SAFETY: an entry has 32 bytes, aligned to as many.
    unsafe { _mm256_load_si256(form) }
}

/// What `form` says of the bytes.
#[inline(always)]
fn forms(bytes: __m256i, form: __m256i) -> __m256i {
    let byte = avx2!(_mm256_shuffle_epi8(bytes, form));
    let low_half = splat(0xF);
    let low = avx2!(_mm256_and_si256(byte, low_half));
    let high = avx2!(_mm256_and_si256(_mm256_srli_epi16::<4>(byte), low_half));
    // The highest bit of each byte chooses.
    let half = avx2!(_mm256_blendv_epi8(low, high, _mm256_slli_epi16::<2>(form)));
    let digits = twice(b"0123456789ABCDEF");
    let digit = avx2!(_mm256_shuffle_epi8(digits, half));
    let chosen = avx2!(_mm256_blendv_epi8(byte, digit, _mm256_slli_epi16::<3>(form)));
    avx2!(_mm256_blendv_epi8(
        chosen,
        splat(b'%'),
        _mm256_slli_epi16::<1>(form)
    ))
}

#[inline(always)]
fn store(bytes: __m256i, output: &mut [MaybeUninit<u8>; EXPANDED], at: usize) {
    let target = output[at..].first_chunk_mut::<STORED>();
    let target = target.expect("half a block takes three times as much at most");
    // SAFETY: the reference is valid for writes of 32 bytes; no alignment is needed.
    unsafe { _mm256_storeu_si256(target.as_mut_ptr().cast(), bytes) }
}
