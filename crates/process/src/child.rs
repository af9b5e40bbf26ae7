//! A process that this one started.

use crate::exit_status::ExitStatus;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, retry_on_intr};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process, pidfd_send_signal, test_kill_process, waitid,
};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

/// A process that this one started and that nobody has reaped yet, held by its pidfd.
///
/// Dropping it neither ends nor reaps the process: give it to [`reaper::adopt`](crate::reaper::adopt) when nobody will wait for it.
#[derive(Debug)]
pub struct Child {
    pid: Pid,
    pidfd: OwnedFd,
}

impl Child {
    pub(crate) const fn new(pid: Pid, pidfd: OwnedFd) -> Self {
        Self { pid, pidfd }
    }

    /// The process identifier.
    #[must_use]
    pub fn pid(&self) -> i32 {
        self.pid.as_raw_nonzero().get()
    }

    /// Waits until the process ends, and reaps it.
    ///
    /// # Errors
    /// `ECHILD` when the kernel reaped it already, because this process ignores `SIGCHLD` (`waitid(2)`); `EAGAIN` while it runs when the pidfd was set to
    /// non-blocking, as event loops do (`pidfd_open(2)`).
    pub fn wait(&self) -> Result<ExitStatus, Errno> {
        self.wait_with(WaitIdOptions::EXITED)?.ok_or(Errno::CHILD)
    }

    /// Reaps the process if it has ended.
    ///
    /// # Errors
    /// `ECHILD` as for [`wait`](Self::wait).
    pub fn try_wait(&self) -> Result<Option<ExitStatus>, Errno> {
        self.wait_with(WaitIdOptions::EXITED | WaitIdOptions::NOHANG)
    }

    /// Waits until the process ends and reaps it, for at most `limit`. `None` when it still runs then.
    ///
    /// # Errors
    /// `ECHILD` as for [`wait`](Self::wait).
    pub fn wait_timeout(&self, limit: Duration) -> Result<Option<ExitStatus>, Errno> {
        // A limit past all time is none.
        let deadline = Instant::now().checked_add(limit);
        loop {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let timeout = left.and_then(|left| Timespec::try_from(left).ok());
            match poll(&mut [PollFd::new(&self.pidfd, PollFlags::IN)], timeout.as_ref()) {
                Ok(0) => return Ok(None),
                Ok(_) => return self.try_wait(),
                Err(Errno::INTR) => {}
                Err(errno) => return Err(errno),
            }
        }
    }

    /// Sends a signal by number; 0 only asks whether the process is still there. Through the pidfd: a later process with the same
    /// identifier is never hit (`pidfd_send_signal(2)`).
    ///
    /// # Errors
    /// `ESRCH` when the process is gone, `EINVAL` for a number that is no signal, `EPERM` without permission.
    pub fn kill(&self, signal: i32) -> Result<(), Errno> {
        if signal == 0 {
            self.check_unreaped()?;
            return test_kill_process(self.pid);
        }
        // SAFETY: the number is only handed to the kernel, which refuses what is no signal; it installs no handler.
        let signal = unsafe { Signal::from_raw_unchecked(signal) };
        match pidfd_send_signal(&self.pidfd, signal) {
            // Sandboxes that filter system calls answer so to those that they do not know. When the permission really lacks, this says so too.
            Err(Errno::NOSYS | Errno::PERM) => {
                self.check_unreaped()?;
                kill_process(self.pid, signal)
            }
            result => result,
        }
    }

    /// `ESRCH` when the process was reaped: its identifier may be a later process's then.
    fn check_unreaped(&self) -> Result<(), Errno> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::PidFd(self.pidfd.as_fd()), options) {
            Err(Errno::CHILD) => Err(Errno::SRCH),
            _ => Ok(()),
        }
    }

    fn wait_with(&self, options: WaitIdOptions) -> Result<Option<ExitStatus>, Errno> {
        let status = retry_on_intr(|| waitid(WaitId::PidFd(self.pidfd.as_fd()), options))?;
        Ok(status.as_ref().map(ExitStatus::from_wait))
    }
}

/// The pidfd: readable once the process has ended (`pidfd_open(2)`).
impl AsFd for Child {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.pidfd.as_fd()
    }
}
