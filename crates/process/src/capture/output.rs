//! The result of a whole run.

use crate::exit_status::ExitStatus;
#[cfg(unix)]
use crate::resource_usage::ResourceUsage;
use std::io;

/// Which limit ended a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitReached {
    /// [`Capture::timeout`](crate::Capture::timeout).
    Timeout,
    /// [`Capture::max_output`](crate::Capture::max_output).
    Output,
}

/// The result of a whole run.
#[derive(Debug)]
#[non_exhaustive]
pub struct Output {
    /// The process identifier that the child had.
    pub pid: i32,
    /// How it ended, or why that cannot be known (`ECHILD`: this process ignores `SIGCHLD`).
    pub status: io::Result<ExitStatus>,
    /// What the child wrote, by descriptor. `None` where the plan has no pipe, and for standard
    /// input, which is only written to.
    pub output: Vec<Option<Vec<u8>>>,
    /// What it used; `None` when its status cannot be known.
    #[cfg(unix)]
    pub usage: Option<ResourceUsage>,
    /// The limit that was reached.
    pub limit: Option<LimitReached>,
    /// Whether the process still ran when [`Capture::kill_after`](crate::Capture::kill_after) was
    /// over, and was sent `SIGKILL`.
    #[cfg(unix)]
    pub force_killed: bool,
    /// Whether pipes were closed when [`Capture::close_grace`](crate::Capture::close_grace) was
    /// over: what would have come later is missing.
    pub is_cut: bool,
    /// Why the signal could not be sent when a limit was reached. `SIGKILL` was tried then: on
    /// Windows, ending the process.
    #[cfg_attr(
        unix,
        doc = "
`ESRCH` with [`Capture::kill_group`](crate::Capture::kill_group): the process leads no group,
and got the signal alone."
    )]
    pub kill_error: Option<io::Error>,
    /// A pipe failed: `EPIPE` (everywhere of the kind [`BrokenPipe`](io::ErrorKind::BrokenPipe))
    /// when the child did not read all of its input.
    pub pipe_error: Option<io::Error>,
}

impl Output {
    /// How the child ended: what the field of this name says, which stays.
    ///
    /// # Errors
    /// That of the field.
    pub fn status(&self) -> io::Result<ExitStatus> {
        self.status
            .as_ref()
            .copied()
            .map_err(|error| match error.raw_os_error() {
                Some(number) => io::Error::from_raw_os_error(number),
                None => error.kind().into(),
            })
    }

    /// What the child wrote to its standard output; empty when that was no pipe.
    #[must_use]
    pub fn stdout(&self) -> &[u8] {
        self.of(1)
    }

    /// What the child wrote to its standard error; empty when that was no pipe.
    #[must_use]
    pub fn stderr(&self) -> &[u8] {
        self.of(2)
    }

    /// `true` when the process exited with code 0 and within the limits.
    #[must_use]
    pub fn success(&self) -> bool {
        self.limit.is_none() && matches!(self.status, Ok(status) if status.success())
    }

    fn of(&self, position: usize) -> &[u8] {
        self.output
            .get(position)
            .and_then(Option::as_deref)
            .unwrap_or_default()
    }
}
