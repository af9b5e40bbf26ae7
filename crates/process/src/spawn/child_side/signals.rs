//! The child's signals: as if nobody had ever touched them, but for real-time signals (32 to 64)
//! that this process ignores. The child ignores them too, as with libuv: 33 calls more would make
//! every spawn longer.

use crate::spawn::signals::SET_BYTES;
use std::ptr;
use syscalls::{Sysno, raw_syscall};

/// The kernel's `struct sigaction`; all zero is the default action.
#[repr(C)]
struct SignalAction {
    handler: usize,
    flags: u64,
    restorer: usize,
    mask: u64,
}

/// Default actions of the signals from 1 to 31, then an empty mask, while every signal is still
/// blocked: ignored signals and the mask would be inherited through exec.
///
/// # Safety
/// The caller is a new process with signal actions of its own.
pub(super) unsafe fn reset() {
    let default = SignalAction {
        handler: 0,
        flags: 0,
        restorer: 0,
        mask: 0,
    };
    for signal in 1..=31 {
        if signal == libc::SIGKILL || signal == libc::SIGSTOP {
            continue;
        }
        // SAFETY: the pointer is to a kernel-shaped action, the old one is not asked for. Signal
        // handlers are not shared with the parent.
        unsafe {
            let old = ptr::null_mut::<SignalAction>();
            raw_syscall!(Sysno::rt_sigaction, signal, &raw const default, old, SET_BYTES);
        }
    }
    let empty = 0u64;
    // SAFETY: the pointer is to 8 bytes, the size given.
    unsafe {
        let old = ptr::null_mut::<u64>();
        raw_syscall!(
            Sysno::rt_sigprocmask,
            libc::SIG_SETMASK,
            &raw const empty,
            old,
            SET_BYTES
        );
    }
}
