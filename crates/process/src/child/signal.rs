//! Signals to a child and to its process group.

use super::Child;
use crate::last_errno::last_errno;
use rustix::io::Errno;
use std::io;

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
        Ok(self.send(signal, false)?)
    }

    /// Sends a signal to every process of the group that this one leads (see
    /// [`Command::process_group`](crate::Command::process_group) and
    /// [`Command::new_session`](crate::Command::new_session)), to the process itself too.
    ///
    /// # Errors
    /// As [`send_signal`](Self::send_signal); `ESRCH` also when it leads no group. Before Linux
    /// 6.9, and on macOS, when it was reaped: from then on its identifier may be that of another
    /// group, although others of its own may still run. On macOS `EPERM` also when all processes of
    /// the group have ended.
    pub fn send_signal_to_group(&self, signal: i32) -> io::Result<()> {
        Ok(self.send(signal, true)?)
    }

    fn send(&self, signal: i32, to_group: bool) -> Result<(), Errno> {
        #[cfg(target_os = "linux")]
        if let Some(sent) = self.send_by_pidfd(signal, to_group) {
            return sent;
        }
        let Some(_unreaped) = self.lock_unreaped() else {
            return Err(Errno::SRCH);
        };
        let number = if to_group { -self.pid() } else { self.pid() };
        // SAFETY: the identifier is still this process's, and nobody reaps it while it is locked.
        errno_of(unsafe { libc::kill(number, signal) } == 0)
    }
}

/// The error of the C library's function that was just called, unless it succeeded.
pub(super) fn errno_of(succeeded: bool) -> Result<(), Errno> {
    if succeeded { Ok(()) } else { Err(last_errno()) }
}
