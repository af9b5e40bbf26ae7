//! The stack on which the child runs until it executes its program.

use rustix::io::Errno;
use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr;

const GUARD: usize = 4096;

/// Memory for one child at a time. It is kept for the thread's next spawn: mapping it anew would cost more than the clone's own work.
pub(super) struct Stack {
    base: *mut c_void,
}

impl Stack {
    /// The length in bytes.
    pub const LENGTH: usize = 64 * 1024;

    fn map() -> Result<Self, Errno> {
        // SAFETY: a null hint lets the kernel choose a place that nothing else uses.
        let base = unsafe {
            mmap_anonymous(
                ptr::null_mut(),
                Self::LENGTH,
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::PRIVATE,
            )
        }?;
        let stack = Self { base };
        // SAFETY: `base` starts a fresh mapping of `LENGTH` bytes, larger than the guard; nobody has a reference into it.
        unsafe { mprotect(base, GUARD, MprotectFlags::empty()) }?;
        Ok(stack)
    }

    /// The lowest address.
    pub fn base(&self) -> *mut c_void {
        self.base
    }

    /// One past the highest address: stacks grow down.
    pub fn top(&self) -> *mut c_void {
        self.base.wrapping_byte_add(Self::LENGTH)
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        // SAFETY: the mapping is this value's own, and no child runs on it: `with_stack` returns after the child has left it.
        let _ = unsafe { munmap(self.base, Self::LENGTH) };
    }
}

thread_local! {
    static STACK: RefCell<Option<Stack>> = const { RefCell::new(None) };
}

/// Calls `clone` with this thread's stack for children. Since a clone returns only when its child has executed or exited, one per thread is enough.
pub(super) fn with_stack<R>(clone: impl FnOnce(&Stack) -> Result<R, Errno>) -> Result<R, Errno> {
    STACK.with_borrow_mut(|slot| match slot {
        Some(stack) => clone(stack),
        None => clone(slot.insert(Stack::map()?)),
    })
}
