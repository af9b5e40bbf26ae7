//! The memory that both sides of a binding read and write, and what lies where in it.

use super::boundary::{COLUMNS, LONGEST_KEY, ROWS, header};
use super::key_cache;
use crate::escape::LONGEST;
use alloc::alloc::{alloc_zeroed, dealloc};
use core::ptr::NonNull;
use core::slice;

/// The least number of units that fit into the input.
pub const BLOCK: usize = 1 << 15;

/// Padding behind each region, in bytes: a block of 64 UTF-16 code units may be read or written
/// whole at its end.
const PADDING: usize = 128;
const ALIGNMENT: usize = size_of::<Line>();
/// No text of JavaScript is longer.
const MOST_UNITS: usize = 1 << 29;
/// A position in a row has 30 bits.
const MOST_WIDE_UNITS: usize = 1 << 30;
const HEADER_SIZE: usize = header::WORDS * size_of::<u32>();
/// A block of which every unit is escaped.
const ESCAPED_BLOCK: usize = BLOCK * LONGEST;
/// How many bytes the narrow output may have before another block is escaped behind them. Reading
/// them as one string takes a tenth of the time of joining several.
const COLLECTED: usize = 2 << 20;
const TABLE_SIZE: usize = ROWS * COLUMNS * size_of::<u32>();
const KEYS_SIZE: usize = key_cache::WORDS * size_of::<u64>();

/// What memory is made of: so that it is aligned for the codec's vectors.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Line([u64; 8]);

/// What lies where: header, table, keys, input, narrow output, wide output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    capacity: usize,
    wide_capacity: usize,
    narrow: usize,
    wide: usize,
    size: usize,
}

const TABLE: usize = HEADER_SIZE;
const KEYS: usize = TABLE + TABLE_SIZE;
const INPUT: usize = KEYS + KEYS_SIZE;

impl Layout {
    /// For `capacity` units of input (at least [`BLOCK`]) and `wide_capacity` units of wide output;
    /// none when positions of 32 bits do not suffice.
    #[must_use]
    #[inline]
    pub fn new(capacity: usize, wide_capacity: usize) -> Option<Self> {
        let capacity = capacity.max(BLOCK);
        let wide_capacity = wide_capacity.max(capacity).max(3 * BLOCK);
        if capacity > MOST_UNITS || wide_capacity > MOST_WIDE_UNITS {
            return None;
        }
        // On 32 bits the sum may not fit.
        let behind = |start: usize, size: usize| {
            start
                .checked_add(size)?
                .checked_add(PADDING)?
                .checked_next_multiple_of(ALIGNMENT)
        };
        let narrow = behind(INPUT, capacity * size_of::<u16>())?;
        let wide = behind(narrow, capacity.max(COLLECTED + ESCAPED_BLOCK))?;
        let size = behind(wide, wide_capacity.checked_mul(size_of::<u16>())?)?;
        u32::try_from(size).ok()?;
        Some(Self {
            capacity,
            wide_capacity,
            narrow,
            wide,
            size,
        })
    }

    /// How many [`Line`]s memory of this layout has.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.size / ALIGNMENT
    }

    /// Writes what the header says of the layout into new memory, which is all zeros.
    fn describe(&self, words: &mut [u32; header::WORDS]) {
        words[header::TABLE_OFFSET] = word(TABLE);
        words[header::INPUT_OFFSET] = word(INPUT);
        words[header::NARROW_OFFSET] = word(self.narrow);
        words[header::WIDE_OFFSET] = word(self.wide);
        words[header::CAPACITY] = word(self.capacity);
        words[header::WIDE_CAPACITY] = word(self.wide_capacity);
        words[header::SIZE] = word(self.size);
        words[header::COLLECTED] = word(COLLECTED);
        words[header::LONGEST_KEY] = word(LONGEST_KEY);
    }
}

/// Memory that Rust owns, for bindings where the other side does not own it.
#[derive(Debug)]
pub struct Memory {
    start: NonNull<Line>,
    lines: usize,
}

// SAFETY: a `Memory` owns its allocation, like a `Box`.
unsafe impl Send for Memory {}
// SAFETY: through a shared reference only the address can be read.
unsafe impl Sync for Memory {}

impl Memory {
    /// Memory of zeros with that layout; none when there is none left.
    #[must_use]
    pub fn new(layout: Layout) -> Option<Self> {
        let lines = layout.lines();
        let allocation = core::alloc::Layout::array::<Line>(lines).ok()?;
        // SAFETY: the size is not 0.
        let start = NonNull::new(unsafe { alloc_zeroed(allocation) })?.cast();
        let mut memory = Self { start, lines };
        prepare(memory.lines(), layout)?;
        Some(memory)
    }

    /// Where the memory begins. It stays there as long as the `Memory` lives.
    #[must_use]
    pub fn address(&self) -> NonNull<u8> {
        self.start.cast()
    }

    pub(super) fn lines(&mut self) -> &mut [Line] {
        // SAFETY: the allocation has so many lines, which were zeroed, and `&mut self` keeps others
        // away.
        unsafe { slice::from_raw_parts_mut(self.start.as_ptr(), self.lines) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if let Ok(allocation) = core::alloc::Layout::array::<Line>(self.lines) {
            // SAFETY: allocated in `new` with this layout, and freed nowhere else.
            unsafe { dealloc(self.start.as_ptr().cast(), allocation) }
        }
    }
}

/// Prepares new memory, which is all zeros, for that layout; none when it has not its size.
pub(super) fn prepare(lines: &mut [Line], layout: Layout) -> Option<()> {
    if lines.len() != layout.lines() {
        return None;
    }
    let (words, _) = cast::<u32>(lines).split_first_chunk_mut()?;
    layout.describe(words);
    Some(())
}

/// The regions of a codec's memory.
pub(super) struct Regions<'a> {
    pub(super) header: &'a mut [u32; header::WORDS],
    pub(super) keys: &'a mut [u64; key_cache::WORDS],
    pub(super) table: &'a mut [u32],
    pub(super) input: &'a mut [u16],
    pub(super) narrow: &'a mut [u8],
    pub(super) wide: &'a mut [u16],
    pub(super) capacity: usize,
}

impl<'a> Regions<'a> {
    /// The regions of prepared memory. The other side may have written anything anywhere: the
    /// layout in the header is only used if memory of that layout has exactly this size, and then
    /// all regions are inside.
    #[inline]
    pub(super) fn of(lines: &'a mut [Line]) -> Option<Self> {
        let count = lines.len();
        let (header, rest) = cast::<u32>(lines).split_first_chunk_mut::<{ header::WORDS }>()?;
        let layout = Layout::new(
            header[header::CAPACITY] as usize,
            header[header::WIDE_CAPACITY] as usize,
        )?;
        if layout.lines() != count {
            return None;
        }
        let (table, rest) = rest.split_at_mut((KEYS - TABLE) / size_of::<u32>());
        let (keys, rest) = rest.split_at_mut((INPUT - KEYS) / size_of::<u32>());
        let (input, rest) = rest.split_at_mut((layout.narrow - INPUT) / size_of::<u32>());
        let (narrow, wide) = rest.split_at_mut((layout.wide - layout.narrow) / size_of::<u32>());
        Some(Self {
            header,
            keys: cast(keys).first_chunk_mut()?,
            table,
            input: cast(input),
            narrow: cast(narrow),
            wide: cast(wide),
            capacity: layout.capacity,
        })
    }
}

/// Types without padding of which every bit pattern is a value.
trait Plain {}
impl Plain for Line {}
impl Plain for u64 {}
impl Plain for u32 {}
impl Plain for u16 {}
impl Plain for u8 {}

/// The same memory as other numbers.
fn cast<To: Plain>(from: &mut [impl Plain]) -> &mut [To] {
    // SAFETY: both types are plain numbers: no padding, and every bit pattern is a value.
    let (before, to, behind) = unsafe { from.align_to_mut() };
    debug_assert!(before.is_empty() && behind.is_empty(), "regions begin with lines");
    to
}

/// The bytes of units.
pub(super) fn bytes(units: &[u16]) -> &[u8] {
    // SAFETY: every byte of a unit is a `u8`, which has no alignment.
    unsafe { units.align_to().1 }
}

/// A length or position as the other side sees it. Texts of JavaScript are shorter than 2^30 units.
#[expect(
    clippy::cast_possible_truncation,
    reason = "no region comes near 4 GiB: texts are shorter than 2^30 units"
)]
#[inline(always)]
pub(super) fn word(number: usize) -> u32 {
    number as u32
}

const _: () = assert!(HEADER_SIZE % ALIGNMENT == 0 && KEYS % ALIGNMENT == 0 && INPUT % ALIGNMENT == 0);
