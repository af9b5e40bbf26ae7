//! A process that this one started.

mod exit_descriptor;
mod signal;
mod waited;
mod waiter;

use crate::exit_status::ExitStatus;
use crate::pipe::Pipe;
use crate::resource_usage::ResourceUsage;
pub(crate) use exit_descriptor::ExitDescriptor;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::Pid;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use waited::Waited;
pub(crate) use waiter::Waiter;

/// A process that this one started.
///
/// It is held by its pidfd, or, where the kernel has none (before Linux 5.4), by its identifier, which no other process gets before this one is reaped: a
/// signal never hits a later process.
///
/// Dropping it neither ends nor reaps the process: give it to [`reaper::adopt`](crate::reaper::adopt) when nobody will wait for it.
#[derive(Debug)]
pub struct Child {
    pid: Pid,
    exit: ExitDescriptor,
    /// Locked while the process is reaped, and while it is named by its identifier: these must not meet.
    reaped: Mutex<Reaped>,
    pipes: Vec<Option<OwnedFd>>,
}

/// Whether the process was waited for.
#[derive(Debug)]
enum Reaped {
    No,
    Yes(Waited),
    /// The kernel did it, because this process ignores `SIGCHLD`, or other code of this process (`ECHILD`).
    BySomebodyElse,
}

/// How often a process is asked about that has ended, but is a debugger's to reap (`ptrace(2)`): nothing tells when that lets go.
const TRACED_INTERVAL: Duration = Duration::from_millis(1);

impl Child {
    pub(crate) const fn new(pid: Pid, exit: ExitDescriptor) -> Self {
        Self {
            pid,
            exit,
            reaped: Mutex::new(Reaped::No),
            pipes: Vec::new(),
        }
    }

    pub(crate) fn with_pipes(self, pipes: Vec<Option<OwnedFd>>) -> Self {
        Self { pipes, ..self }
    }

    /// The process identifier.
    #[must_use]
    pub fn pid(&self) -> i32 {
        self.pid.as_raw_nonzero().get()
    }

    /// This process's end of the pipe that is the child's descriptor of this number; once, and only where the plan asks for a pipe.
    pub fn take_pipe(&mut self, number: usize) -> Option<Pipe> {
        self.pipes.get_mut(number)?.take().map(Pipe::from)
    }

    /// What the child reads as its standard input: [`take_pipe`](Self::take_pipe) of 0.
    pub fn take_stdin(&mut self) -> Option<Pipe> {
        self.take_pipe(0)
    }

    /// What the child writes to its standard output: [`take_pipe`](Self::take_pipe) of 1.
    pub fn take_stdout(&mut self) -> Option<Pipe> {
        self.take_pipe(1)
    }

    /// What the child writes to its standard error: [`take_pipe`](Self::take_pipe) of 2.
    pub fn take_stderr(&mut self) -> Option<Pipe> {
        self.take_pipe(2)
    }

    /// All the pipes that nobody has taken, by the child's descriptor.
    pub fn take_pipes(&mut self) -> Vec<Option<OwnedFd>> {
        std::mem::take(&mut self.pipes)
    }

    /// Waits until the process ends, and reaps it. Later calls give the same answer.
    ///
    /// Pipes that nobody has taken stay open: a child that reads its input to the end does not end before that pipe is taken and dropped.
    ///
    /// # Errors
    /// `ECHILD` when the kernel reaped it already, because this process ignores `SIGCHLD` (`waitid(2)`).
    pub fn wait(&self) -> io::Result<ExitStatus> {
        loop {
            self.exit.sleep()?;
            match self.try_wait()? {
                Some(status) => return Ok(status),
                None => thread::sleep(TRACED_INTERVAL),
            }
        }
    }

    /// Reaps the process if it has ended. `None` when it has not.
    ///
    /// # Errors
    /// `ECHILD` as for [`wait`](Self::wait).
    pub fn try_wait(&self) -> io::Result<Option<ExitStatus>> {
        let mut reaped = self.lock();
        if matches!(*reaped, Reaped::No) {
            match self.exit.wait(self.pid, libc::WNOHANG) {
                Ok(None) => return Ok(None),
                Ok(Some(waited)) => *reaped = Reaped::Yes(waited),
                Err(Errno::CHILD) => *reaped = Reaped::BySomebodyElse,
                Err(errno) => return Err(errno.into()),
            }
        }
        match *reaped {
            Reaped::Yes((status, _)) => Ok(Some(status)),
            _ => Err(Errno::CHILD.into()),
        }
    }

    /// Waits until the process ends and reaps it, for at most `limit`. `None` when it still runs then.
    ///
    /// # Errors
    /// `ECHILD` as for [`wait`](Self::wait).
    pub fn wait_timeout(&self, limit: Duration) -> io::Result<Option<ExitStatus>> {
        // A limit past all time is none.
        let deadline = Instant::now().checked_add(limit);
        loop {
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let timeout = left.and_then(|left| Timespec::try_from(left).ok());
            match poll(&mut [PollFd::new(&self.exit, PollFlags::IN)], timeout.as_ref()) {
                Ok(0) => return Ok(None),
                Ok(_) => match self.try_wait()? {
                    Some(status) => return Ok(Some(status)),
                    None if left.is_some_and(|left| left.is_zero()) => return Ok(None),
                    None => thread::sleep(TRACED_INTERVAL),
                },
                Err(Errno::INTR) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
    }

    /// Reaps a process that exits, or has exited, since it could not execute its program: its exit status says nothing more.
    pub(crate) fn reap_failed(&self) {
        let _ = self.exit.wait(self.pid, 0);
    }

    /// What the process used, once one of the waits has reaped it; `None` before.
    #[must_use]
    pub fn resource_usage(&self) -> Option<ResourceUsage> {
        match *self.lock() {
            Reaped::Yes((_, usage)) => Some(usage),
            _ => None,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Reaped> {
        self.reaped.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A descriptor that is readable once the process has ended: the pidfd (`pidfd_open(2)`), or, where the kernel has none, an event that stands for it.
impl AsFd for Child {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.exit.as_fd()
    }
}
