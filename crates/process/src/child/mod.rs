//! A process that this one started.

mod at_end;
#[cfg_attr(target_os = "macos", path = "../macos/end_event.rs")]
mod end_event;
#[cfg_attr(target_os = "macos", path = "../macos/exit_descriptor.rs")]
mod exit_descriptor;
#[cfg(target_os = "linux")]
mod made;
mod on_drop;
mod readable;
mod reaped;
#[cfg_attr(target_os = "macos", path = "../macos/signal.rs")]
mod signal;
mod standard_streams;
#[cfg_attr(target_os = "macos", path = "../macos/waited.rs")]
mod waited;
mod waiter;

use crate::command::OnDrop;
#[cfg(target_os = "linux")]
use crate::containment::{Contained, Containment};
use crate::exit_status::ExitStatus;
use crate::pipe::Pipe;
use crate::resource_usage::ResourceUsage;
use crate::terminal::Terminal;
pub(crate) use at_end::AtEnd;
pub(crate) use exit_descriptor::ExitDescriptor;
#[cfg(target_os = "macos")]
pub(crate) use exit_descriptor::add_exit;
#[cfg(target_os = "linux")]
pub(crate) use made::{instead_of_pidfd, with_pidfd, with_pidfd_or_waiter, with_waiter};
pub(crate) use readable::poll_timeout;
use reaped::Reaped;
use rustix::io::Errno;
use rustix::process::Pid;
#[cfg(target_os = "linux")]
pub(crate) use signal::send_through;
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::sync::Mutex;
use std::task::Waker;
use std::thread;
use std::time::{Duration, Instant};
#[cfg(feature = "tokio")]
use waiter::Registered;
#[cfg(target_os = "linux")]
pub(crate) use waiter::Waiter;

/// A process that this one started.
///
/// It is held by its pidfd, or, where there is none, by its identifier, which no other process gets
/// before this one is reaped: a signal never hits a later process. There is none before Linux 5.4,
/// and none for a child whose pidfd would be in the upper half of the descriptors that this process
/// may have (`RLIMIT_NOFILE`): those are left to the program, and a thread waits for such a child.
///
/// Dropping it neither ends nor reaps the process: give it to
/// [`reaper::adopt`](crate::reaper::adopt) when nothing will wait for it, or ask for that by
/// [`Command::reap_on_drop`](crate::Command::reap_on_drop), and for both by
/// [`Command::kill_on_drop`](crate::Command::kill_on_drop).
#[derive(Debug)]
pub struct Child {
    pid: Pid,
    exit: ExitDescriptor,
    /// Taken before it was made: this process may run again only when the child has long begun.
    started: Instant,
    /// Locked while the process is reaped, and while it is named by its identifier: these must not
    /// meet.
    reaped: Mutex<Reaped>,
    pipes: Vec<Option<OwnedFd>>,
    pub(crate) terminal: Option<Terminal>,
    pub(crate) on_drop: OnDrop,
    #[cfg(target_os = "linux")]
    pub(crate) contained: Option<Contained>,
    pub(crate) at_end: AtEnd,
}

/// How often to try to reap a process that has ended, but that a debugger reaps first
/// (`ptrace(2)`): no event comes when the debugger detaches.
const TRACED_INTERVAL: Duration = Duration::from_millis(1);

impl Child {
    pub(crate) fn new(pid: Pid, exit: ExitDescriptor) -> Self {
        Self {
            pid,
            exit,
            started: Instant::now(),
            reaped: Mutex::new(Reaped::No),
            pipes: Vec::new(),
            terminal: None,
            on_drop: OnDrop::default(),
            #[cfg(target_os = "linux")]
            contained: None,
            at_end: AtEnd::default(),
        }
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn started_at(mut self, started: Instant) -> Self {
        self.started = started;
        self
    }

    pub(crate) fn with_pipes(mut self, pipes: Vec<Option<OwnedFd>>) -> Self {
        self.pipes = pipes;
        self
    }

    /// The process identifier.
    #[must_use]
    pub fn pid(&self) -> i32 {
        self.pid.as_raw_nonzero().get()
    }

    /// By what its descendants are known, if it was started with
    /// [`Command::contain`](crate::Command::contain).
    #[cfg(target_os = "linux")]
    #[must_use]
    pub fn containment(&self) -> Option<Containment> {
        self.contained.as_ref().map(Contained::kind)
    }

    /// This process's end of the pipe that is the child's descriptor of this number; once, and only
    /// where the plan asks for a pipe.
    pub fn take_pipe(&mut self, number: usize) -> Option<Pipe> {
        self.pipes.get_mut(number)?.take().map(Pipe::from)
    }

    /// This process's side of the child's terminal; once, and only where the command asks for one
    /// ([`Command::terminal`](crate::Command::terminal)).
    pub fn take_terminal(&mut self) -> Option<Terminal> {
        self.terminal.take()
    }

    /// All the pipes that were not taken, by the child's descriptor.
    pub fn take_pipes(&mut self) -> Vec<Option<OwnedFd>> {
        std::mem::take(&mut self.pipes)
    }

    /// Waits until the process ends, and reaps it. Later calls give the same answer.
    ///
    /// Pipes that were not taken stay open: a child that reads its input to the end does not end
    /// before that pipe is taken and dropped.
    ///
    /// # Errors
    /// `ECHILD` when the kernel reaped it already, because this process ignores `SIGCHLD`
    /// (`waitid(2)`).
    pub fn wait(&self) -> io::Result<ExitStatus> {
        loop {
            self.exit.sleep(None)?;
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
            let outcome = match self.exit.wait(self.pid, libc::WNOHANG) {
                Ok(None) => return Ok(None),
                Ok(Some((status, usage))) => {
                    let wall_time = self.started.elapsed();
                    Reaped::Yes((status, ResourceUsage { wall_time, ..usage }))
                }
                Err(Errno::CHILD) => Reaped::Elsewhere,
                Err(errno) => return Err(errno.into()),
            };
            self.note_reaped(&mut reaped, outcome);
        }
        match *reaped {
            Reaped::Yes((status, _)) => Ok(Some(status)),
            _ => Err(Errno::CHILD.into()),
        }
    }

    /// Waits until the process ends and reaps it, for at most `limit`. `None` when it still runs
    /// then.
    ///
    /// # Errors
    /// `ECHILD` as for [`wait`](Self::wait).
    pub fn wait_timeout(&self, limit: Duration) -> io::Result<Option<ExitStatus>> {
        // A limit beyond what an Instant can hold is no limit.
        let deadline = Instant::now().checked_add(limit);
        loop {
            if !self.exit.sleep(deadline)? {
                return Ok(None);
            }
            match self.try_wait()? {
                Some(status) => return Ok(Some(status)),
                None if deadline.is_some_and(|deadline| deadline <= Instant::now()) => return Ok(None),
                None => thread::sleep(TRACED_INTERVAL),
            }
        }
    }

    /// Asks the process to end (`SIGTERM`), kills it (`SIGKILL`) when it still runs after `grace`,
    /// and reaps it. Returns how it ended; a process that has ended before gets no signal.
    ///
    /// ```
    /// use rt_process::{Command, ExitStatus};
    /// use std::time::Duration;
    ///
    /// let child = Command::new("sleep").arg("600").spawn()?;
    /// assert_eq!(child.stop(Duration::from_secs(5))?, ExitStatus::Signal(15));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// `EPERM` when the process may not be signalled, which one that has taken another identity may
    /// not be, and `ECHILD` as for [`wait`](Self::wait).
    pub fn stop(&self, grace: Duration) -> io::Result<ExitStatus> {
        if let Some(status) = self.try_wait()? {
            return Ok(status);
        }
        or_gone(self.send_signal(libc::SIGTERM))?;
        if let Some(status) = self.wait_timeout(grace)? {
            return Ok(status);
        }
        or_gone(self.kill())?;
        self.wait()
    }

    /// Reaps a process that exits, or has exited, since it could not execute its program: its exit
    /// status says nothing more.
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

    /// The kernel's descriptor of the process (`pidfd_open(2)`), which is readable once the process
    /// has ended; `None` where a thread waits for it instead. On macOS, a `kqueue(2)` that is
    /// readable once the process has ended.
    #[must_use]
    pub fn pidfd(&self) -> Option<BorrowedFd<'_>> {
        self.exit.pidfd()
    }

    /// A descriptor that is readable once the process has ended, for `poll(2)` and the like: the
    /// pidfd, or, where there is none, an `eventfd(2)` that is made by the first call.
    ///
    /// # Errors
    /// `EMFILE`, `ENFILE` or `ENOMEM` when there is no pidfd and no other descriptor can be had.
    pub fn exit_descriptor(&self) -> io::Result<BorrowedFd<'_>> {
        Ok(self.exit.descriptor()?)
    }

    /// Lets `waker` be woken once the process has ended, where there is no [`pidfd`](Self::pidfd)
    /// to watch: at once, when it has ended already. This needs no descriptor. `false`, and nothing
    /// happens, when there is a pidfd.
    #[must_use = "nothing wakes when there is a pidfd"]
    pub fn wake_at_exit(&self, waker: &Waker) -> bool {
        let ExitDescriptor::Thread(end) = &self.exit else {
            return false;
        };
        end.wake(waker);
        true
    }

    /// The same, as long as what is returned lives; `None` when there is a pidfd.
    #[cfg(feature = "tokio")]
    pub(crate) fn register(&self, waker: &Waker) -> Option<Registered<'_>> {
        let ExitDescriptor::Thread(end) = &self.exit else {
            return None;
        };
        Some(end.register(waker))
    }
}

/// A process that is gone has ended, which is all that was wanted.
pub(crate) fn or_gone(sent: io::Result<()>) -> io::Result<()> {
    sent.or_else(|error| match error.raw_os_error() {
        Some(libc::ESRCH) => Ok(()),
        _ => Err(error),
    })
}
