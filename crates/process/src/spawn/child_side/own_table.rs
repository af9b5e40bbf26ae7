//! A descriptor table of the child's own, where it was made with its parent's.

use super::{ChildSide, EXIT_NOT_EXECUTED};
use crate::raw_result::errno_of;
use crate::spawn::table::FIRST_NUMBERS;
use std::os::fd::RawFd;
use std::sync::atomic::Ordering;
use syscalls::{Sysno, raw_syscall};

/// Takes a copy of the first descriptors of the table that is shared. Where that cannot be done the
/// child ends, and has changed nothing.
///
/// # Safety
/// The caller is a new process, and `witness` was open in its parent's table, above the first
/// numbers, when it was made.
pub(super) unsafe fn take(side: &ChildSide, witness: RawFd) {
    let last = u32::MAX;
    // SAFETY: the call leaves the shared table as it is: what it closes, it closes in the copy. The
    // other one is a question about any number.
    let is_own = unsafe {
        let result = raw_syscall!(Sysno::close_range, FIRST_NUMBERS, last, libc::CLOSE_RANGE_UNSHARE);
        // A sandbox may answer that it was done where it was not, and every step from here on would
        // change the parent's descriptors. The witness is open in the parent's table and in no
        // copy.
        let question = raw_syscall!(Sysno::fcntl, witness, libc::F_GETFD);
        errno_of(result).is_none() && errno_of(question) == Some(libc::EBADF)
    };
    if is_own {
        return;
    }
    side.has_no_table.store(true, Ordering::Release);
    loop {
        // SAFETY: ends this process; the parent goes on.
        unsafe { raw_syscall!(Sysno::exit_group, EXIT_NOT_EXECUTED) };
    }
}
