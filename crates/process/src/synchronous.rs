//! A process from start to end in one call, with its input and output.

use crate::child::Child;
use crate::command::Command;
use crate::exit_status::ExitStatus;
use crate::spawn::FailedSpawn;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio, read, retry_on_intr};
use rustix::net::{SendFlags, send};
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

/// How much room a read is given at least, in bytes.
const READ_SIZE: usize = 64 * 1024;

/// The limits of a synchronous run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// After this time the kill signal is sent. `None`: no limit.
    pub timeout: Option<Duration>,
    /// How many bytes one descriptor may write. Past it the kill signal is sent and reading ends; what the last read brought is kept, so the output may
    /// be longer than this. `None`: no limit.
    pub max_output: Option<usize>,
    /// The signal number sent then.
    pub kill_signal: i32,
}

/// Which limit ended a synchronous run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitReached {
    /// [`Limits::timeout`].
    Timeout,
    /// [`Limits::max_output`].
    Output,
}

/// The outcome of a synchronous run.
#[derive(Debug)]
pub struct Finished {
    /// The process identifier that the child had.
    pub pid: i32,
    /// How it ended, or why that cannot be known (`ECHILD`: this process ignores `SIGCHLD`).
    pub status: Result<ExitStatus, Errno>,
    /// What the child wrote, by descriptor. `None` where the plan has no pipe, and for standard input, which is only written to.
    pub output: Vec<Option<Vec<u8>>>,
    /// The limit that was reached.
    pub limit: Option<LimitReached>,
    /// The signal could not be sent when a limit was reached.
    pub kill_error: Option<Errno>,
    /// A pipe failed: `EPIPE` when the child did not read all of its input.
    pub pipe_error: Option<Errno>,
}

/// Runs `command` to its end: writes `input` (by the child's descriptor; missing or empty is the end of the stream at once) to its pipes, reads all
/// that it writes to them, keeps the limits, and returns when the process has ended and every pipe is closed.
///
/// A descendant of the child that keeps a pipe open delays the return, unless a limit was reached: then the pipes are closed at once.
///
/// # Errors
/// [`FailedSpawn`] when the process could not be started.
pub fn run(command: &Command, input: &[Option<&[u8]>], limits: Limits) -> Result<Finished, FailedSpawn> {
    let mut spawned = command.spawn()?;
    let pid = spawned.child.pid();
    let mut run = Run {
        pipes: std::mem::take(&mut spawned.pipes)
            .into_iter()
            .enumerate()
            .map(|(position, end)| {
                end.map(|end| Pipe::new(end, input.get(position).copied().flatten(), position != 0))
            })
            .collect(),
        child: &spawned.child,
        status: None,
        limits,
        limit: None,
        kill_error: None,
        deadline: limits
            .timeout
            .and_then(|timeout| Instant::now().checked_add(timeout)),
    };
    run.drive();
    Ok(Finished {
        pid,
        status: run.status.unwrap_or(Err(Errno::CHILD)),
        pipe_error: run.pipes.iter().flatten().find_map(|pipe| pipe.error),
        output: run
            .pipes
            .into_iter()
            .map(|pipe| pipe.and_then(|pipe| pipe.output))
            .collect(),
        limit: run.limit,
        kill_error: run.kill_error,
    })
}

/// The parent's end of one pipe: both directions of it.
struct Pipe<'a> {
    end: Option<OwnedFd>,
    input: &'a [u8],
    /// What was read; `None` where nothing is to be read.
    output: Option<Vec<u8>>,
    error: Option<Errno>,
}

impl<'a> Pipe<'a> {
    fn new(end: OwnedFd, input: Option<&'a [u8]>, is_read: bool) -> Self {
        // On a fresh socket this cannot fail.
        let _ = ioctl_fionbio(&end, true);
        let mut pipe = Self {
            end: Some(end),
            input: input.unwrap_or_default(),
            output: is_read.then(Vec::new),
            error: None,
        };
        pipe.finish_input_when_written();
        pipe
    }

    /// What to wait for; nothing once a pipe that is only written has all its input.
    fn interest(&self) -> PollFlags {
        let mut flags = PollFlags::empty();
        flags.set(PollFlags::IN, self.output.is_some());
        flags.set(PollFlags::OUT, !self.input.is_empty());
        flags
    }

    fn finish_input_when_written(&mut self) {
        if let (Some(end), true) = (&self.end, self.input.is_empty()) {
            let _ = rustix::net::shutdown(end, rustix::net::Shutdown::Write);
        }
        if self.interest().is_empty() {
            self.end = None;
        }
    }

    fn write(&mut self) {
        while let (Some(end), false) = (&self.end, self.input.is_empty()) {
            match retry_on_intr(|| send(end, self.input, SendFlags::NOSIGNAL)) {
                Ok(written) => self.input = &self.input[written..],
                Err(Errno::AGAIN) => return,
                Err(errno) => {
                    self.error.get_or_insert(errno);
                    self.input = &[];
                }
            }
            self.finish_input_when_written();
        }
    }

    /// Reads what is there. `true` when the output has grown past `limit`.
    fn read(&mut self, limit: Option<usize>) -> bool {
        while let (Some(end), Some(output)) = (&self.end, &mut self.output) {
            if output.capacity() - output.len() < READ_SIZE {
                output.reserve(READ_SIZE.max(output.len()));
            }
            match retry_on_intr(|| read(end, rustix::buffer::spare_capacity(output))) {
                Ok(0) => self.end = None,
                Ok(_) => {
                    if limit.is_some_and(|limit| output.len() > limit) {
                        return true;
                    }
                }
                Err(Errno::AGAIN) => return false,
                Err(errno) => {
                    self.error.get_or_insert(errno);
                    self.end = None;
                }
            }
        }
        false
    }
}

struct Run<'a> {
    pipes: Vec<Option<Pipe<'a>>>,
    child: &'a Child,
    status: Option<Result<ExitStatus, Errno>>,
    limits: Limits,
    limit: Option<LimitReached>,
    kill_error: Option<Errno>,
    deadline: Option<Instant>,
}

impl Run<'_> {
    fn drive(&mut self) {
        loop {
            let mut positions = Vec::with_capacity(self.pipes.len());
            let mut polled = Vec::with_capacity(self.pipes.len() + 1);
            for (position, pipe) in self.pipes.iter().enumerate() {
                if let Some(Pipe { end: Some(end), .. }) = pipe {
                    positions.push(position);
                    polled.push(PollFd::new(
                        end,
                        pipe.as_ref().map_or(PollFlags::empty(), Pipe::interest),
                    ));
                }
            }
            if self.status.is_none() {
                polled.push(PollFd::from_borrowed_fd(self.child.as_fd(), PollFlags::IN));
            }
            if polled.is_empty() {
                return;
            }
            let timeout = self.time_left();
            let ready = retry_on_intr(|| poll(&mut polled, timeout.as_ref()));
            let events: Vec<PollFlags> = polled.iter().map(PollFd::revents).collect();
            drop(polled);
            if ready == Ok(0) {
                self.reach(LimitReached::Timeout);
                continue;
            }
            self.serve(&positions, &events);
        }
    }

    fn time_left(&self) -> Option<Timespec> {
        let deadline = self.deadline.filter(|_| self.limit.is_none())?;
        Timespec::try_from(deadline.saturating_duration_since(Instant::now())).ok()
    }

    fn serve(&mut self, positions: &[usize], events: &[PollFlags]) {
        let mut over = false;
        for (&position, &event) in positions.iter().zip(events) {
            let Some(pipe) = &mut self.pipes[position] else {
                continue;
            };
            if event.intersects(PollFlags::OUT | PollFlags::HUP | PollFlags::ERR) {
                pipe.write();
            }
            if event.intersects(PollFlags::IN | PollFlags::HUP | PollFlags::ERR) {
                over |= pipe.read(self.limits.max_output);
            }
        }
        if over {
            self.reach(LimitReached::Output);
        }
        let child_ended = events.get(positions.len()).is_some_and(|event| !event.is_empty());
        if child_ended && self.status.is_none() {
            self.status = Some(self.child.wait());
        }
    }

    fn reach(&mut self, limit: LimitReached) {
        if self.limit.is_some() {
            return;
        }
        self.limit = Some(limit);
        if self.status.is_none() {
            self.kill_error = self
                .child
                .kill(self.limits.kill_signal)
                .err()
                .filter(|&errno| errno != Errno::SRCH);
        }
        for pipe in self.pipes.iter_mut().flatten() {
            pipe.end = None;
        }
    }
}
