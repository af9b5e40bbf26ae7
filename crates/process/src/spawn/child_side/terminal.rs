//! The child's terminal.

use super::ChildSide;
use crate::error::SpawnStep;
use crate::raw_result::errno_of;
use syscalls::{Sysno, raw_syscall};

/// Opens the terminal of which the first three sources are the parent's side, in place of these,
/// and makes it the terminal of the session that this process leads.
///
/// # Safety
/// The caller is a new process that leads a session, with descriptors of its own; `side`'s list of
/// sources is valid and nobody else's, and its path a C string.
pub(super) unsafe fn open(side: &ChildSide) {
    // SAFETY: the parent made the list for this child alone and waits.
    let sources = unsafe { std::slice::from_raw_parts_mut(side.sources, side.source_count) };
    let [first, second, third, ..] = sources else {
        side.fail(SpawnStep::Terminal, libc::EINVAL);
    };
    let flags = libc::O_RDWR | libc::O_CLOEXEC;
    // SAFETY: the calls open a descriptor of this process, and change what that file and this
    // process's session are.
    unsafe {
        let mut opened = raw_syscall!(Sysno::ioctl, *first, libc::TIOCGPTPEER, flags);
        if errno_of(opened).is_some() {
            // Unknown before Linux 4.13, or refused by a sandbox.
            opened = raw_syscall!(Sysno::openat, libc::AT_FDCWD, side.terminal_path, flags, 0);
        }
        let opened = side.check(SpawnStep::Terminal, opened);
        side.check(
            SpawnStep::Terminal,
            raw_syscall!(Sysno::ioctl, opened, libc::TIOCSCTTY, 0),
        );
        if let Some(user) = side.user {
            // So that the child may open it by its path. Without the privilege to do that, there is
            // none to become that user either.
            raw_syscall!(Sysno::fchown, opened, user, u32::MAX);
        }
        // Numbers of descriptors fit an i32.
        let opened = i32::try_from(opened).unwrap_or(i32::MAX);
        (*first, *second, *third) = (opened, opened, opened);
    }
}
