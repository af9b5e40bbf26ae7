//! The memory that both sides of a binding see, and what lies where in it.

use crate::escape::LONGEST;
use alloc::alloc::{alloc_zeroed, dealloc, handle_alloc_error};
use core::alloc::Layout;
use core::ptr::NonNull;

/// The units of input that every block of memory has room for.
pub const BLOCK: usize = 1 << 15;

/// Of the allocation. With a larger one, allocators clear the memory instead of asking the system for pages that are clear already, and a program that reads short
/// texts pays for megabytes that it does not touch.
const ALLOCATED_ALIGNMENT: usize = 8;

/// Room behind each region, in octets: a block of 64 UTF-16 code units may be read or written whole at its end.
const PADDING: usize = 128;
const ALIGNMENT: usize = 64;
const HEADER_SIZE: usize = header::WORDS * size_of::<u32>();
/// A block of which every unit is escaped.
const ESCAPED_BLOCK: usize = BLOCK * LONGEST;
/// How many octets the narrow output may have before a block is escaped behind them. As one string they are read in a tenth of the time that joining strings
/// of them takes.
const COLLECTED: usize = 2 << 20;
const TABLE_SIZE: usize = super::ROWS * super::COLUMNS * size_of::<u32>();

/// The words of the header, as indices into the memory seen as 32-bit integers.
pub mod header {
    /// Result: how far the call came in the input.
    pub const CONSUMED: usize = 0;
    /// Result: octets in the narrow output.
    pub const NARROW_LENGTH: usize = 1;
    /// Result: code units in the wide output.
    pub const WIDE_LENGTH: usize = 2;
    /// Result: how many pairs may still come, 0 when there is no limit.
    pub const REMAINING: usize = 3;
    /// Result: 1 when the limit was reached.
    pub const LIMIT_REACHED: usize = 4;
    /// Where the table begins, in octets.
    pub const TABLE_OFFSET: usize = 5;
    /// Where the input begins, in octets.
    pub const INPUT_OFFSET: usize = 6;
    /// Where the narrow output begins, in octets.
    pub const NARROW_OFFSET: usize = 7;
    /// Where the wide output begins, in octets.
    pub const WIDE_OFFSET: usize = 8;
    /// How many units the input has room for.
    pub const CAPACITY: usize = 9;
    /// The size of the memory, in octets.
    pub const SIZE: usize = 10;
    /// Result: the most different keys that the pairs may have.
    pub const DIFFERENT_KEYS: usize = 11;
    /// Result: what [`Codec::parse`](super::super::Codec::parse) returned, for bindings whose function returns something else.
    pub const OUTCOME: usize = 12;
    /// How many octets the narrow output may have before another block is escaped behind them.
    pub const COLLECTED: usize = 13;
    /// For a binding whose function takes the text itself: how many units it has, its syntax and its limit, as numbers of Node-API would take longer.
    pub const TEXT_LENGTH: usize = 14;
    /// As [`Syntax::of_word`](super::super::Syntax::of_word) takes it.
    pub const SYNTAX: usize = 15;
    /// As [`Codec::parse`](super::super::Codec::parse) takes it.
    pub const LIMIT: usize = 16;
    /// How many words the header has.
    pub const WORDS: usize = 32;
}

/// One allocation: header, table, input, narrow output, wide output.
///
/// The other side of a binding holds its address ([`Memory::address`]) and may read and write it while no function of the
/// [`Codec`](super::Codec) runs.
#[derive(Debug)]
pub struct Memory {
    /// The allocation, in which the memory begins at the next multiple of [`ALIGNMENT`].
    allocation: NonNull<u8>,
    start: NonNull<u8>,
    size: usize,
    input: usize,
    narrow: usize,
    wide: usize,
}

// SAFETY: a `Memory` owns its allocation, and hands out nothing but its address.
unsafe impl Send for Memory {}
// SAFETY: through a shared reference only the address can be read; `regions` is unsafe.
unsafe impl Sync for Memory {}

/// The regions of a [`Memory`], for the length of one call.
pub(super) struct Regions<'a> {
    pub(super) header: &'a mut [u32; header::WORDS],
    pub(super) table: &'a mut [u32],
    pub(super) octets: &'a [u8],
    pub(super) units: &'a [u16],
    pub(super) narrow: &'a mut [u8],
    pub(super) wide: &'a mut [u16],
}

impl Memory {
    /// Allocates room for `capacity` units of input (at least [`BLOCK`]) and `wide_capacity` units of wide output.
    pub(super) fn new(capacity: usize, wide_capacity: usize) -> Self {
        let capacity = capacity.max(BLOCK);
        let wide_capacity = wide_capacity.max(capacity).max(3 * BLOCK);
        let input = HEADER_SIZE + TABLE_SIZE;
        let narrow = (input + capacity * size_of::<u16>() + PADDING).next_multiple_of(ALIGNMENT);
        let wide = (narrow + capacity.max(COLLECTED + ESCAPED_BLOCK) + PADDING).next_multiple_of(ALIGNMENT);
        let size = (wide + wide_capacity * size_of::<u16>() + PADDING).next_multiple_of(ALIGNMENT);
        let layout = Self::layout(size);
        // SAFETY: the size is not 0.
        let Some(allocation) = NonNull::new(unsafe { alloc_zeroed(layout) }) else {
            handle_alloc_error(layout)
        };
        // SAFETY: less than `ALIGNMENT`, which is how much longer than the memory the allocation is.
        let start = unsafe { allocation.add(allocation.align_offset(ALIGNMENT)) };
        let memory = Self {
            allocation,
            start,
            size,
            input,
            narrow,
            wide,
        };
        // SAFETY: nobody else knows the address yet.
        let words = unsafe { memory.regions() }.header;
        words[header::TABLE_OFFSET] = word(HEADER_SIZE);
        words[header::INPUT_OFFSET] = word(input);
        words[header::NARROW_OFFSET] = word(narrow);
        words[header::WIDE_OFFSET] = word(wide);
        words[header::CAPACITY] = word(capacity);
        words[header::SIZE] = word(size);
        words[header::COLLECTED] = word(COLLECTED);
        memory
    }

    fn layout(size: usize) -> Layout {
        Layout::from_size_align(size + ALIGNMENT, ALLOCATED_ALIGNMENT)
            .expect("an allocation fits into the address space")
    }

    /// Where the memory begins. It stays there as long as the `Memory` lives.
    #[must_use]
    pub fn address(&self) -> NonNull<u8> {
        self.start
    }

    /// The size of the memory, in octets.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The regions.
    ///
    /// # Safety
    /// Nobody else reads or writes the memory as long as the result lives.
    pub(super) unsafe fn regions(&self) -> Regions<'_> {
        let at = |offset: usize| {
            // SAFETY: all offsets are inside the allocation.
            unsafe { self.start.add(offset) }
        };
        let (input_size, narrow_size, wide_size) = (
            self.narrow - self.input,
            self.wide - self.narrow,
            self.size - self.wide,
        );
        // SAFETY: the regions follow each other, so the mutable ones overlap nothing; the two views of the input are read only. Each offset is
        // a multiple of 64, so all are aligned. The memory was zeroed, and every bit pattern is a valid integer. That
        // nobody else uses it is the caller's promise.
        unsafe {
            Regions {
                header: at(0).cast().as_mut(),
                table: core::slice::from_raw_parts_mut(
                    at(HEADER_SIZE).cast().as_ptr(),
                    TABLE_SIZE / size_of::<u32>(),
                ),
                octets: core::slice::from_raw_parts(at(self.input).as_ptr(), input_size),
                units: core::slice::from_raw_parts(
                    at(self.input).cast().as_ptr(),
                    input_size / size_of::<u16>(),
                ),
                narrow: core::slice::from_raw_parts_mut(at(self.narrow).as_ptr(), narrow_size),
                wide: core::slice::from_raw_parts_mut(
                    at(self.wide).cast().as_ptr(),
                    wide_size / size_of::<u16>(),
                ),
            }
        }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout, and freed nowhere else.
        unsafe { dealloc(self.allocation.as_ptr(), Self::layout(self.size)) }
    }
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

const _: () = assert!((HEADER_SIZE + TABLE_SIZE) % ALIGNMENT == 0);
