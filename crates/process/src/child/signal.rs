//! Signals to a child and to its process group.

use super::{Child, ExitDescriptor};
use crate::last_errno::last_errno;
use rustix::io::{Errno, fcntl_dupfd_cloexec};
use rustix::process::{PidfdFlags, pidfd_open};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::ptr;

/// `PIDFD_SIGNAL_PROCESS_GROUP` of `pidfd_send_signal(2)`: the group that the process leads (Linux
/// 6.9).
const TO_PROCESS_GROUP: u32 = 1 << 2;

impl Child {
    /// Ends the process (`SIGKILL`).
    ///
    /// # Errors
    /// As [`send_signal`](Self::send_signal).
    pub fn kill(&self) -> io::Result<()> {
        self.send_signal(libc::SIGKILL)
    }

    /// Ends every process of the group that this one leads (`SIGKILL`).
    ///
    /// # Errors
    /// As [`send_signal_to_group`](Self::send_signal_to_group).
    pub fn kill_group(&self) -> io::Result<()> {
        self.send_signal_to_group(libc::SIGKILL)
    }

    /// Sends a signal by number; 0 only asks whether the process is still there. A process that has
    /// ended and is not reaped still takes signals.
    ///
    /// # Errors
    /// `ESRCH` when the process was reaped, `EINVAL` for a number that is no signal, `EPERM`
    /// without permission.
    pub fn send_signal(&self, signal: i32) -> io::Result<()> {
        Ok(self.send(signal, 0, self.pid())?)
    }

    /// Sends a signal to every process of the group that this one leads (see
    /// [`Command::process_group`](crate::Command::process_group) and
    /// [`Command::new_session`](crate::Command::new_session)), to the process itself too.
    ///
    /// # Errors
    /// As [`send_signal`](Self::send_signal); `ESRCH` also when it leads no group. Before Linux
    /// 6.9, when it was reaped: from then on its identifier may be that of another group, although
    /// others of its own may still run.
    pub fn send_signal_to_group(&self, signal: i32) -> io::Result<()> {
        Ok(self.send(signal, TO_PROCESS_GROUP, -self.pid())?)
    }

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
        if let ExitDescriptor::Pidfd(pidfd) = &self.exit {
            return fcntl_dupfd_cloexec(pidfd, 3).map(Some);
        }
        let Some(_unreaped) = self.lock_unreaped() else {
            return Ok(None);
        };
        // The identifier is still this process's, and nobody reaps it while it is locked.
        pidfd_open(self.pid, PidfdFlags::empty()).map(Some)
    }

    /// Through the pidfd, or by the number that `kill(2)` takes.
    fn send(&self, signal: i32, flags: u32, number: i32) -> Result<(), Errno> {
        if let ExitDescriptor::Pidfd(pidfd) = &self.exit {
            match send_through(pidfd.as_fd(), signal, flags) {
                // A sandbox that filters system calls answers so to those that it does not know, an
                // older kernel to flags. When the permission really lacks or the signal is none,
                // `kill(2)` says the same.
                Err(Errno::NOSYS | Errno::PERM | Errno::INVAL) => {}
                result => return result,
            }
        }
        let Some(_unreaped) = self.lock_unreaped() else {
            return Err(Errno::SRCH);
        };
        // SAFETY: the identifier is still this process's, and nobody reaps it while it is locked.
        errno_of(unsafe { libc::kill(number, signal) } == 0)
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

/// The error of the C library's function that was just called, unless it succeeded.
fn errno_of(succeeded: bool) -> Result<(), Errno> {
    if succeeded { Ok(()) } else { Err(last_errno()) }
}
