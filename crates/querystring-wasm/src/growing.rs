//! The allocator of the module.

use core::alloc::{GlobalAlloc, Layout};
use core::arch::wasm32::{memory_grow, memory_size};
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const PAGE: usize = 1 << 16;

/// Allocates memory that the module has not used before, and frees nothing: an instance allocates
/// its codec's memory once. For a larger one, another instance is made, because the memory of a
/// module never shrinks.
pub(crate) struct Growing {
    /// The first address that is free; 0 before the first allocation.
    free: AtomicUsize,
}

impl Growing {
    pub(crate) const fn new() -> Self {
        Self {
            free: AtomicUsize::new(0),
        }
    }
}

// SAFETY: every block begins behind the one before it and inside the module's memory, which never
// moves or shrinks. The module has one thread.
unsafe impl GlobalAlloc for Growing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let end = memory_size(0) * PAGE;
        let free = match self.free.load(Relaxed) {
            // What the linker placed lies below.
            0 => end,
            free => free,
        };
        let Some(start) = free.checked_next_multiple_of(layout.align()) else {
            return core::ptr::null_mut();
        };
        let Some(new_free) = start.checked_add(layout.size()) else {
            return core::ptr::null_mut();
        };
        let missing = new_free.saturating_sub(end).div_ceil(PAGE);
        if missing > 0 && memory_grow(0, missing) == usize::MAX {
            return core::ptr::null_mut();
        }
        self.free.store(new_free, Relaxed);
        core::ptr::with_exposed_provenance_mut(start)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise is the same. Memory that was never used is zero.
        unsafe { self.alloc(layout) }
    }

    unsafe fn dealloc(&self, _start: *mut u8, _layout: Layout) {}
}
