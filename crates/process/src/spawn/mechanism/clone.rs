//! What serves where `clone3` does not: the C library's `clone`.

use super::{BORROWED_MEMORY, with_pidfd_or_waiter};
use crate::child::Child;
use crate::last_errno::last_errno;
use crate::spawn::child_side::{self, ChildSide};
use crate::spawn::stack::Stack;
use rustix::io::Errno;
use rustix::process::Pid;
use std::ffi::{c_int, c_void};

extern "C" fn entry(side: *mut c_void) -> c_int {
    // SAFETY: `clone` below passes a `ChildSide`, in a new process with all signals blocked.
    unsafe { child_side::run(side) }
}

/// `clone(2)` with the memory borrowed.
pub(super) fn clone(stack: &Stack, side: &ChildSide) -> Result<Child, Errno> {
    with_pidfd_or_waiter(|flags, pidfd| {
        // SAFETY: the stack's top is aligned and nobody else uses it; `side` outlives the call,
        // which returns after the child has left this memory.
        let pid = unsafe {
            libc::clone(
                entry,
                stack.top(),
                BORROWED_MEMORY | flags | libc::SIGCHLD,
                std::ptr::from_ref(side).cast_mut().cast::<c_void>(),
                std::ptr::from_mut(pidfd),
            )
        };
        if pid < 0 {
            return Err(last_errno());
        }
        Pid::from_raw(pid).ok_or(Errno::CHILD)
    })
}
