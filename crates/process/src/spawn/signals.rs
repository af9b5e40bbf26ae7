//! The signals that a thread blocks: all of them around a clone.

use syscalls::{Sysno, raw_syscall};

/// The kernel's signal set is one bit for each of 64 signals.
pub(super) const SET_BYTES: usize = 8;

/// Blocks the thread's signals. Dropping it restores the earlier mask.
pub(super) struct Blocked {
    previous: u64,
}

/// The signals that this thread blocks.
pub(super) fn mask() -> u64 {
    let mut mask = 0u64;
    // SAFETY: the pointer is to 8 bytes, the size given, and nothing is set.
    unsafe {
        let new = std::ptr::null::<u64>();
        raw_syscall!(
            Sysno::rt_sigprocmask,
            libc::SIG_SETMASK,
            new,
            &raw mut mask,
            SET_BYTES
        );
    }
    mask
}

/// Blocks all signals for this thread, also 32 and 33, which the C library reserves and its
/// `sigprocmask` leaves out: its handlers for them must not run in a child that shares the parent's
/// memory.
pub(super) fn block_all() -> Blocked {
    let all = u64::MAX;
    let mut previous = 0u64;
    // SAFETY: both pointers are to 8 bytes, the size given. This call has no failure with these
    // arguments.
    unsafe {
        raw_syscall!(
            Sysno::rt_sigprocmask,
            libc::SIG_SETMASK,
            &raw const all,
            &raw mut previous,
            SET_BYTES
        );
    }
    Blocked { previous }
}

impl Drop for Blocked {
    fn drop(&mut self) {
        // SAFETY: the pointer is to 8 bytes, the size given, and the old mask is not asked for.
        unsafe {
            raw_syscall!(
                Sysno::rt_sigprocmask,
                libc::SIG_SETMASK,
                &raw const self.previous,
                std::ptr::null_mut::<u64>(),
                SET_BYTES
            );
        }
    }
}
