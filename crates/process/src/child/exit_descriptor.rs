//! The descriptor that is readable once a process has ended, and what the process is called by when it is waited for.

use super::waited::{Waited, wait_id};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, retry_on_intr};
use rustix::process::Pid;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::sync::Arc;

/// How a process is watched.
#[derive(Debug)]
pub(crate) enum ExitDescriptor {
    /// The kernel's own descriptor of the process (`pidfd_open(2)`).
    Pidfd(OwnedFd),
    /// What a waiter thread writes to when the process has ended, where the kernel has no pidfds.
    Event(Arc<OwnedFd>),
}

impl ExitDescriptor {
    /// Asks for the end of the process with `waitid(2)`. `None` when it is not there yet.
    ///
    /// The caller knows that the process was not reaped: its identifier may be used.
    pub fn wait(&self, pid: Pid, options: i32) -> Result<Option<Waited>, Errno> {
        if let Self::Pidfd(pidfd) = self {
            match wait_id(libc::P_PIDFD, pidfd.as_raw_fd(), options) {
                // A kernel that knows no pidfds here would have made none: this is a sandbox that filters system calls by their arguments.
                Err(Errno::INVAL | Errno::NOSYS | Errno::PERM) => {}
                result => return result,
            }
        }
        wait_id(libc::P_PID, pid.as_raw_nonzero().get(), options)
    }

    /// Sleeps until the process has ended.
    pub fn sleep(&self) -> Result<(), Errno> {
        retry_on_intr(|| poll(&mut [PollFd::new(self, PollFlags::IN)], None)).map(drop)
    }
}

impl AsFd for ExitDescriptor {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Pidfd(pidfd) => pidfd.as_fd(),
            Self::Event(event) => event.as_fd(),
        }
    }
}
