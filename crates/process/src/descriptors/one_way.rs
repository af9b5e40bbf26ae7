//! A pipe of `pipe(2)`, of which nothing reaches a child by accident.

use rustix::io::{Errno, ioctl_fionbio};
use rustix::pipe::{PipeFlags, pipe_with};
use std::os::fd::OwnedFd;

/// The parent's end, whose calls do not block, and the child's.
///
/// # Errors
/// `EMFILE` and `ENFILE` when there is no free descriptor.
pub(super) fn one_way(is_read_by_child: bool) -> Result<(OwnedFd, OwnedFd), Errno> {
    let (reads, writes) = pipe_with(PipeFlags::CLOEXEC)?;
    let (parent, child) = if is_read_by_child {
        (writes, reads)
    } else {
        (reads, writes)
    };
    ioctl_fionbio(&parent, true)?;
    Ok((parent, child))
}
