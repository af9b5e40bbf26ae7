//! How the end of a process is noticed, and how the process is named when it is waited for.

use super::readable::wait_readable;
use super::waited::{Waited, wait_for, wait_id};
use super::waiter::End;
use rustix::io::Errno;
use rustix::process::Pid;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::time::Instant;

/// How a process is watched.
#[derive(Debug)]
pub(crate) enum ExitDescriptor {
    /// The kernel's own descriptor of the process (`pidfd_open(2)`).
    Pidfd(OwnedFd),
    /// A thread waits for the process, where the kernel has no pidfds or descriptors are scarce.
    Thread(Arc<End>),
}

impl ExitDescriptor {
    /// Waits for the process with `waitid(2)`. `None` when it has not ended.
    ///
    /// The process must not have been reaped: its identifier may be used.
    pub fn wait(&self, pid: Pid, options: i32) -> Result<Option<Waited>, Errno> {
        match self {
            Self::Pidfd(pidfd) => match wait_id(libc::P_PIDFD, pidfd.as_raw_fd(), options) {
                // A kernel without this support would have made no pidfd: this is a sandbox that
                // filters system calls by their arguments.
                Err(Errno::INVAL | Errno::NOSYS | Errno::PERM) => {}
                result => return result,
            },
            Self::Thread(end) if end.is_lost(pid) => return Err(Errno::CHILD),
            Self::Thread(_) => {}
        }
        wait_for(pid, options)
    }

    /// Sleeps until the process has ended, or until `deadline`. Whether it has ended.
    pub fn sleep(&self, deadline: Option<Instant>) -> Result<bool, Errno> {
        match self {
            Self::Pidfd(pidfd) => wait_readable(pidfd, deadline),
            Self::Thread(end) => Ok(end.sleep(deadline)),
        }
    }

    /// Notes that the process was reaped: its identifier may be reused from here on, and a thread
    /// that waits may not have begun to.
    pub fn was_reaped(&self) {
        if let Self::Thread(end) = self {
            end.mark_ended();
        }
    }

    /// The kernel's descriptor of the process, where there is one.
    pub fn pidfd(&self) -> Option<BorrowedFd<'_>> {
        match self {
            Self::Pidfd(pidfd) => Some(pidfd.as_fd()),
            Self::Thread(_) => None,
        }
    }

    /// A descriptor that is readable once the process has ended: the pidfd, or one that is made
    /// when it is asked for.
    pub fn descriptor(&self) -> Result<BorrowedFd<'_>, Errno> {
        match self {
            Self::Pidfd(pidfd) => Ok(pidfd.as_fd()),
            Self::Thread(end) => end.descriptor(),
        }
    }
}
