//! Writing to a pipe of `pipe(2)` that nobody may read any more, without the signal of that.

use rustix::io::{Errno, write};
use std::mem::MaybeUninit;
use std::os::fd::AsFd;
use std::ptr;

/// As `write(2)`; where nobody reads, that is the error `EPIPE` alone, also in a program that lets
/// `SIGPIPE` end it.
pub(super) fn quiet_write(end: impl AsFd, bytes: &[u8]) -> Result<usize, Errno> {
    let mut signal = MaybeUninit::uninit();
    let mut pending = MaybeUninit::uninit();
    let mut mask = MaybeUninit::uninit();
    // SAFETY: each set is filled before it is used. None of these calls can fail with such
    // arguments.
    let was_pending = unsafe {
        libc::sigemptyset(signal.as_mut_ptr());
        libc::sigaddset(signal.as_mut_ptr(), libc::SIGPIPE);
        libc::pthread_sigmask(libc::SIG_BLOCK, signal.as_ptr(), mask.as_mut_ptr());
        libc::sigpending(pending.as_mut_ptr());
        libc::sigismember(pending.as_ptr(), libc::SIGPIPE) == 1
    };
    let written = write(end, bytes);
    // SAFETY: as above. The signal is this thread's own, and waits: it is taken at once.
    unsafe {
        if written == Err(Errno::PIPE) && !was_pending {
            let at_once = libc::timespec {
                tv_sec: 0,
                tv_nsec: 0,
            };
            libc::sigtimedwait(signal.as_ptr(), ptr::null_mut(), &raw const at_once);
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, mask.as_ptr(), ptr::null_mut());
    }
    written
}
