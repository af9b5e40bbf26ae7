//! How the end of a process is noticed.

use super::readable::wait_readable;
use super::waiter::End;
use rustix::io::Errno;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::time::Instant;

/// How a process is watched.
#[derive(Debug)]
pub(crate) enum ExitDescriptor {
    /// The kernel's own descriptor of the process, readable once it has ended: a pidfd
    /// (`pidfd_open(2)`); on macOS a `kqueue(2)`, whose one event is never taken.
    Kernel(OwnedFd),
    /// A thread waits for the process, where the kernel has no pidfds or descriptors are scarce; or
    /// it has ended already.
    Thread(Arc<End>),
}

impl ExitDescriptor {
    /// Sleeps until the process has ended, or until `deadline`. Whether it has ended.
    pub fn sleep(&self, deadline: Option<Instant>) -> Result<bool, Errno> {
        match self {
            Self::Kernel(descriptor) => wait_readable(descriptor, deadline),
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
            Self::Kernel(descriptor) => Some(descriptor.as_fd()),
            Self::Thread(_) => None,
        }
    }

    /// A descriptor that is readable once the process has ended: the kernel's, or one that is made
    /// when it is asked for.
    pub fn descriptor(&self) -> Result<BorrowedFd<'_>, Errno> {
        match self {
            Self::Kernel(descriptor) => Ok(descriptor.as_fd()),
            Self::Thread(end) => end.descriptor(),
        }
    }
}
