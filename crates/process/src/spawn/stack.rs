//! The stack on which the child runs until it executes its program.

use rustix::io::Errno;
use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use rustix::param::page_size;
use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr;

/// Memory for one child at a time. It is kept for the thread's next spawn: mapping it each time
/// would cost more than the clone itself.
pub(super) struct Stack {
    base: *mut c_void,
    length: usize,
}

/// What the child may use, in bytes.
const USABLE: usize = 64 * 1024;

impl Stack {
    fn map() -> Result<Self, Errno> {
        // The kernel protects whole pages, and a page is 64 KiB on some.
        let guard = page_size();
        let length = guard + USABLE.next_multiple_of(guard);
        // SAFETY: a null hint lets the kernel choose a place that nothing else uses.
        let base = unsafe {
            mmap_anonymous(
                ptr::null_mut(),
                length,
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::PRIVATE,
            )
        }?;
        let stack = Self { base, length };
        // SAFETY: `base` starts a fresh mapping, longer than the guard; nobody has a reference into
        // it.
        unsafe { mprotect(base, guard, MprotectFlags::empty()) }?;
        Ok(stack)
    }

    /// The lowest address, for the next child.
    pub fn base(&self) -> *mut c_void {
        #[cfg(address_sanitizer)]
        self.forget_last_child();
        self.base
    }

    /// The length in bytes, the guard included.
    pub fn length(&self) -> usize {
        self.length
    }

    /// One past the highest address, for the next child: stacks grow down.
    pub fn top(&self) -> *mut c_void {
        self.base().wrapping_byte_add(self.length)
    }

    /// The last child's functions never returned, so that AddressSanitizer still has the bounds of
    /// their variables, which are none of the next child's.
    #[cfg(address_sanitizer)]
    fn forget_last_child(&self) {
        unsafe extern "C" {
            fn __asan_unpoison_memory_region(start: *const c_void, length: usize);
        }
        // SAFETY: the range is that of the mapping, on which nothing runs now.
        unsafe { __asan_unpoison_memory_region(self.base, self.length) };
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        // SAFETY: the mapping is this value's own, and no child runs on it: `with_stack` returns
        // after the child has left it.
        let _ = unsafe { munmap(self.base, self.length) };
    }
}

thread_local! {
    static STACK: RefCell<Option<Stack>> = const { RefCell::new(None) };
}

/// Calls `clone` with this thread's stack for children. Since a clone returns only when its child
/// has executed or exited, one per thread is enough.
pub(super) fn with_stack<R>(clone: impl FnOnce(&Stack) -> Result<R, Errno>) -> Result<R, Errno> {
    // Taken out meanwhile. It is not there the first time, nor where the thread ends: a destructor
    // of a thread's own data may spawn after this one is gone.
    let kept = STACK.try_with(RefCell::take).ok().flatten();
    let stack = kept.map_or_else(Stack::map, Ok)?;
    let result = clone(&stack);
    let _ = STACK.try_with(|slot| slot.replace(Some(stack)));
    result
}
