//! The child's signals: as if nobody had ever touched them, but for real-time signals (32 to 64)
//! that this process ignores. The child ignores them too, as with libuv: 33 calls more would make
//! every spawn longer. Or as the parent's.

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

const DEFAULT: SignalAction = SignalAction {
    handler: libc::SIG_DFL,
    flags: 0,
    restorer: 0,
    mask: 0,
};

/// Default actions of the signals from 1 to 31, and of the others that the parent handles, then an
/// empty mask, while every signal is still blocked: ignored signals and the mask would be inherited
/// through exec.
///
/// # Safety
/// The caller is a new process with signal actions of its own, and with `has_handlers` unless the
/// kernel has cleared its parent's handlers.
pub(super) unsafe fn reset(has_handlers: bool) {
    for signal in 1..=31 {
        // SAFETY: the caller's promise.
        unsafe { set_default(signal) };
    }
    if has_handlers {
        for signal in 32..=64 {
            // SAFETY: the caller's promise.
            unsafe { set_default_unless_ignored(signal) };
        }
    }
    // SAFETY: no handler is left: of the signals that were not reset, there was none.
    unsafe { set_mask(0) };
}

/// Leaves alone what is ignored, but for `SIGPIPE`, and blocks these signals. Handlers go before: a
/// signal that waits would run one on the parent's memory.
///
/// # Safety
/// The caller is a new process with signal actions of its own.
pub(super) unsafe fn keep(mask: u64) {
    for signal in 1..=64 {
        // SAFETY: the caller's promise.
        unsafe {
            if signal == libc::SIGPIPE {
                set_default(signal);
            } else {
                set_default_unless_ignored(signal);
            }
        }
    }
    // SAFETY: no handler is left.
    unsafe { set_mask(mask) };
}

/// # Safety
/// As of [`set_default`].
unsafe fn set_default_unless_ignored(signal: i32) {
    let mut action = DEFAULT;
    // SAFETY: the pointer is to a kernel-shaped action, and none is set.
    unsafe {
        let new = ptr::null::<SignalAction>();
        raw_syscall!(Sysno::rt_sigaction, signal, new, &raw mut action, SET_BYTES);
    }
    if action.handler != libc::SIG_IGN {
        // SAFETY: the caller's promise.
        unsafe { set_default(signal) };
    }
}

/// # Safety
/// The caller is a new process with signal actions of its own.
unsafe fn set_default(signal: i32) {
    if signal == libc::SIGKILL || signal == libc::SIGSTOP {
        return;
    }
    let default = DEFAULT;
    // SAFETY: the pointer is to a kernel-shaped action, the old one is not asked for. Signal
    // handlers are not shared with the parent.
    unsafe {
        let old = ptr::null_mut::<SignalAction>();
        raw_syscall!(Sysno::rt_sigaction, signal, &raw const default, old, SET_BYTES);
    }
}

/// # Safety
/// A signal that waits and is unblocked runs no handler.
unsafe fn set_mask(mask: u64) {
    // SAFETY: the pointer is to 8 bytes, the size given.
    unsafe {
        let old = ptr::null_mut::<u64>();
        raw_syscall!(
            Sysno::rt_sigprocmask,
            libc::SIG_SETMASK,
            &raw const mask,
            old,
            SET_BYTES
        );
    }
}
