//! A process of a tree, held by its pidfd: whatever is sent reaches this process or none.

use super::process_file_system as proc;
use crate::child::send_through;
use crate::process_stat::Stat;
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::os::fd::{AsFd, OwnedFd};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for a process that was stopped. It takes the signal within microseconds, but
/// for one whose threads all wait in the kernel.
const LONGEST_STOP: Duration = Duration::from_millis(100);

pub(super) struct Held {
    pub pid: i32,
    pidfd: OwnedFd,
    /// Whether it may not be signalled (`EPERM`).
    pub is_refused: bool,
}

impl Held {
    /// # Errors
    /// `ESRCH` when there is no such process; `EINVAL` for what can be none's number; `ENOSYS`
    /// where the kernel has no pidfds; `EMFILE`, `ENFILE` or `ENOMEM` when no descriptor can be
    /// had.
    pub fn open(pid: i32) -> Result<Self, Errno> {
        // Of a negative number none can be made.
        let number = Pid::from_raw(pid.max(0)).ok_or(Errno::INVAL)?;
        let pidfd = pidfd_open(number, PidfdFlags::empty())?;
        Ok(Self::new(pid, pidfd))
    }

    pub const fn new(pid: i32, pidfd: OwnedFd) -> Self {
        Self {
            pid,
            pidfd,
            is_refused: false,
        }
    }

    pub fn send(&self, signal: i32) -> Result<(), Errno> {
        send_through(self.pidfd.as_fd(), signal, 0)
    }

    /// What `/proc` says of this process; `None` when it was reaped. Not of a later one with the
    /// same number: it was still there after its file was read.
    ///
    /// # Errors
    /// `EMFILE`, `ENFILE` or `ENOMEM` when the file cannot be opened; so with
    /// [`frozen`](Self::frozen).
    pub fn stat(&self) -> Result<Option<Stat>, Errno> {
        let stat = proc::stat(self.pid)?;
        match self.send(0) {
            Err(Errno::SRCH) => Ok(None),
            _ => Ok(stat),
        }
    }

    /// Asks it to stop. What may not be signalled goes on.
    pub fn freeze(&mut self) {
        self.is_refused = self.send(libc::SIGSTOP) == Err(Errno::PERM);
    }

    /// Waits until it has stopped, and says what it is then. `None` when it has ended.
    pub fn frozen(&self) -> Result<Option<Stat>, Errno> {
        let begun = Instant::now();
        let mut pause = Duration::from_micros(20);
        loop {
            let Some(stat) = self.stat()?.filter(|stat| !stat.has_ended()) else {
                return Ok(None);
            };
            if self.is_refused || begun.elapsed() >= LONGEST_STOP || proc::is_still(self.pid, stat)? {
                return Ok(Some(stat));
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(2));
        }
    }
}
