//! A process that this one started.

mod at_end;
#[cfg_attr(target_os = "macos", path = "../macos/end_event.rs")]
mod end_event;
mod exit_descriptor;
#[cfg(target_os = "macos")]
#[path = "../macos/exit_queue.rs"]
mod exit_queue;
#[cfg(target_os = "linux")]
mod made;
mod on_drop;
#[cfg(target_os = "linux")]
mod pidfd;
mod readable;
mod reaped;
mod signal;
mod standard_streams;
mod wait;
#[cfg_attr(target_os = "macos", path = "../macos/waited.rs")]
mod waited;
mod waiter;

use crate::command::OnDrop;
#[cfg(target_os = "linux")]
use crate::containment::{Contained, Containment};
use crate::pipe::Pipe;
use crate::resource_usage::ResourceUsage;
use crate::terminal::Terminal;
pub(crate) use at_end::AtEnd;
pub(crate) use exit_descriptor::ExitDescriptor;
#[cfg(target_os = "macos")]
pub(crate) use exit_queue::add_exit;
#[cfg(target_os = "linux")]
pub(crate) use made::{instead_of_pidfd, with_pidfd, with_pidfd_or_waiter, with_waiter};
#[cfg(target_os = "linux")]
pub(crate) use pidfd::send_through;
pub(crate) use readable::poll_timeout;
use reaped::Reaped;
use rustix::process::Pid;
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::sync::{Mutex, PoisonError};
use std::task::Waker;
use std::time::Instant;
pub(crate) use wait::TRIES_AGAIN;
#[cfg(feature = "tokio")]
pub(crate) use wait::or_gone;
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
    /// A wait closes the first.
    pipes: Mutex<Vec<Option<OwnedFd>>>,
    pub(crate) terminal: Option<Terminal>,
    pub(crate) on_drop: OnDrop,
    #[cfg(target_os = "linux")]
    pub(crate) contained: Option<Contained>,
    pub(crate) at_end: AtEnd,
}

impl Child {
    pub(crate) fn new(pid: Pid, exit: ExitDescriptor) -> Self {
        Self {
            pid,
            exit,
            started: Instant::now(),
            reaped: Mutex::new(Reaped::No),
            pipes: Mutex::default(),
            terminal: None,
            on_drop: OnDrop::default(),
            #[cfg(target_os = "linux")]
            contained: None,
            at_end: AtEnd::default(),
        }
    }

    pub(crate) fn started_at(mut self, started: Instant) -> Self {
        self.started = started;
        self
    }

    pub(crate) fn with_pipes(mut self, pipes: Vec<Option<OwnedFd>>) -> Self {
        self.pipes = Mutex::new(pipes);
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
        self.pipes_mut().get_mut(number)?.take().map(Pipe::from)
    }

    /// This process's side of the child's terminal; once, and only where the command asks for one
    /// ([`Command::terminal`](crate::Command::terminal)).
    pub fn take_terminal(&mut self) -> Option<Terminal> {
        self.terminal.take()
    }

    /// All the pipes that were not taken, by the child's descriptor.
    pub fn take_pipes(&mut self) -> Vec<Option<OwnedFd>> {
        std::mem::take(self.pipes_mut())
    }

    fn pipes_mut(&mut self) -> &mut Vec<Option<OwnedFd>> {
        self.pipes.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the child's standard input, unless it was taken.
    pub(crate) fn close_stdin(&self) {
        let mut pipes = self.pipes.lock().unwrap_or_else(PoisonError::into_inner);
        drop(pipes.first_mut().and_then(Option::take));
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
