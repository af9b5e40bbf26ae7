//! What a pidfd does that a number cannot: it never names a later process.

use super::signal::errno_of;
use super::waited::{Waited, wait_for, wait_id};
use super::{Child, ExitDescriptor};
use rustix::io::{Errno, fcntl_dupfd_cloexec};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::ptr;

/// `PIDFD_SIGNAL_PROCESS_GROUP` of `pidfd_send_signal(2)`: the group that the process leads (Linux
/// 6.9).
const TO_PROCESS_GROUP: u32 = 1 << 2;

impl ExitDescriptor {
    /// Waits for the process with `waitid(2)`. `None` when it has not ended.
    ///
    /// The process must not have been reaped: its identifier may be used.
    pub fn wait(&self, pid: Pid, options: i32) -> Result<Option<Waited>, Errno> {
        match self {
            Self::Kernel(pidfd) => match wait_id(libc::P_PIDFD, pidfd.as_raw_fd(), options) {
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
}

impl Child {
    /// Whether its identifier is still its own, be it as the number of its process group alone.
    /// `false` where nobody can say that: when it was reaped, before Linux 6.9.
    pub(crate) fn owns_number(&self) -> bool {
        if self.is_unreaped() {
            return true;
        }
        let pidfd = self.exit.pidfd();
        pidfd.is_some_and(|pidfd| send_through(pidfd, 0, TO_PROCESS_GROUP).is_ok())
    }

    /// A pidfd of its own; `None` when the process was reaped.
    ///
    /// # Errors
    /// `ENOSYS` where the kernel has none; `EMFILE`, `ENFILE` or `ENOMEM` when no descriptor can be
    /// had.
    pub(crate) fn open_pidfd(&self) -> Result<Option<OwnedFd>, Errno> {
        if let ExitDescriptor::Kernel(pidfd) = &self.exit {
            return fcntl_dupfd_cloexec(pidfd, 3).map(Some);
        }
        let Some(_unreaped) = self.lock_unreaped() else {
            return Ok(None);
        };
        // The identifier is still this process's, and nobody reaps it while it is locked.
        pidfd_open(self.pid, PidfdFlags::empty()).map(Some)
    }

    /// `None` where there is no pidfd, or only `kill(2)` can say what is wrong.
    pub(super) fn send_by_pidfd(&self, signal: i32, to_group: bool) -> Option<Result<(), Errno>> {
        let ExitDescriptor::Kernel(pidfd) = &self.exit else {
            return None;
        };
        let flags = if to_group { TO_PROCESS_GROUP } else { 0 };
        match send_through(pidfd.as_fd(), signal, flags) {
            // A sandbox that filters system calls answers so to those that it does not know, an
            // older kernel to flags. When the permission really lacks or the signal is none,
            // `kill(2)` says the same.
            Err(Errno::NOSYS | Errno::PERM | Errno::INVAL) => None,
            sent => Some(sent),
        }
    }
}

/// `pidfd_send_signal(2)`.
pub(crate) fn send_through(pidfd: BorrowedFd<'_>, signal: i32, flags: u32) -> Result<(), Errno> {
    // SAFETY: takes numbers, and a null pointer for the information that the kernel then fills in
    // itself.
    let result = unsafe {
        let information = ptr::null::<libc::siginfo_t>();
        libc::syscall(
            libc::SYS_pidfd_send_signal,
            pidfd.as_raw_fd(),
            signal,
            information,
            flags,
        )
    };
    errno_of(result == 0)
}
