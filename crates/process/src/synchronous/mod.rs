//! A process from start to end in one call, with its input and output.

mod pipe;
mod poll_loop;

use crate::command::Command;
use crate::exit_status::ExitStatus;
use crate::spawn::{FailedSpawn, Spawned};
use pipe::Pipe;
use poll_loop::PollLoop;
use rustix::io::Errno;
use std::time::Duration;

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
    let Spawned { child, pipes } = command.spawn()?;
    let pipes = pipes.into_iter().enumerate().map(|(position, end)| {
        let input = input.get(position).copied().flatten();
        end.map(|end| Pipe::new(end, input, position != 0))
    });
    let mut poll_loop = PollLoop::new(&child, pipes.collect(), limits);
    poll_loop.run();
    Ok(poll_loop.finish())
}
