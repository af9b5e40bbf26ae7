//! What serves where `clone3` does not: the C library's `clone`.

use super::BORROWED_MEMORY;
use crate::child::{Child, with_pidfd_or_waiter};
use crate::last_errno::last_errno;
use crate::spawn::child_side::{self, ChildSide};
use crate::spawn::stack::Stack;
use rustix::io::Errno;
use rustix::process::Pid;
use std::ffi::{c_int, c_void};
use std::os::fd::RawFd;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

extern "C" fn entry(side: *mut c_void) -> c_int {
    // SAFETY: `clone` below passes a `ChildSide`, in a new process with all signals blocked.
    unsafe { child_side::run(side) }
}

extern "C" fn mark(seen: *mut c_void) -> c_int {
    // SAFETY: `shares_memory` passes an `AtomicBool`, which outlives this process, or is its copy.
    unsafe { &*seen.cast::<AtomicBool>() }.store(true, Ordering::Release);
    0
}

/// Whether a child that is to borrow the memory does. Emulators such as qemu's user mode make it a
/// copy and say nothing of it: what the child reports would be lost. Found out by a child that only
/// leaves a mark; once, since a process does not move to another system.
///
/// # Errors
/// Why there cannot be such a child now.
fn shares_memory(stack: &Stack) -> Result<bool, Errno> {
    static SHARES: OnceLock<bool> = OnceLock::new();
    if let Some(shares) = SHARES.get() {
        return Ok(*shares);
    }
    let seen = AtomicBool::new(false);
    // Without a signal at its end, the program's own handlers and waits do not see it.
    // SAFETY: the stack's top is aligned and nobody else uses it; the child is waited for before
    // `seen` and the stack are used again.
    let pid = unsafe {
        libc::clone(
            mark,
            stack.top(),
            BORROWED_MEMORY,
            ptr::from_ref(&seen).cast_mut().cast::<c_void>(),
        )
    };
    if pid < 0 {
        return Err(last_errno());
    }
    // Asked before the wait: a parent that does not stop for the child is no better.
    let shares = seen.load(Ordering::Acquire);
    // SAFETY: nothing is written through the null pointer.
    while unsafe { libc::waitpid(pid, ptr::null_mut(), libc::__WALL) } < 0 && last_errno() == Errno::INTR {}
    Ok(*SHARES.get_or_init(|| shares))
}

/// `clone(2)` with the memory borrowed.
///
/// # Errors
/// `ENOSYS` also where the memory would be copied.
pub(super) fn clone(stack: &Stack, side: &ChildSide) -> Result<Child, Errno> {
    if !shares_memory(stack)? {
        return Err(Errno::NOSYS);
    }
    let make = |flags, pidfd: &mut RawFd| {
        // SAFETY: the stack's top is aligned and nobody else uses it; `side` outlives the call,
        // which returns after the child has left this memory.
        let pid = unsafe {
            libc::clone(
                entry,
                stack.top(),
                BORROWED_MEMORY | flags | libc::SIGCHLD,
                ptr::from_ref(side).cast_mut().cast::<c_void>(),
                ptr::from_mut(pidfd),
            )
        };
        if pid < 0 {
            return Err(last_errno());
        }
        Pid::from_raw(pid).ok_or(Errno::CHILD)
    };
    // SAFETY: the kernel has opened the pidfd for this call.
    unsafe { with_pidfd_or_waiter(make) }
}
