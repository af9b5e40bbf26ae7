//! A process from start to end in one call, with its input and output.

#[cfg(feature = "tokio")]
mod async_loop;
mod output;
mod pipe;
mod poll_loop;
mod run;

use crate::command::{Command, MOST_DESCRIPTORS};
use crate::descriptors::ChildDescriptor;
use crate::error::SpawnError;
pub use output::{LimitReached, Output};
use run::Run;
use rustix::io::ioctl_fionbio;
use std::os::fd::OwnedFd;
use std::time::Duration;

/// A whole run of a command, from [`Command::capture`]: its input, and limits of what it may do.
///
/// ```
/// use rt_process::{Command, LimitReached};
/// use std::time::Duration;
///
/// let sorted = Command::new("sort").capture().input(b"b\na\n").run()?;
/// assert_eq!(sorted.stdout(), b"a\nb\n");
///
/// let mut yes = Command::new("yes");
/// let endless = yes.capture().max_output(1000).timeout(Duration::from_secs(10)).run()?;
/// assert_eq!(endless.limit, Some(LimitReached::Output));
/// # Ok::<(), rt_process::SpawnError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is started before `run`"]
pub struct Capture<'a> {
    command: &'a Command,
    /// By the child's descriptor.
    input: Vec<Option<&'a [u8]>>,
    limits: Limits,
}

/// What ends a run before its time.
#[derive(Clone, Copy, Debug)]
struct Limits {
    timeout: Option<Duration>,
    max_output: Option<usize>,
    kill_signal: i32,
    kills_group: bool,
    kill_after: Option<Duration>,
    close_grace: Option<Duration>,
}

impl Command {
    /// Runs the command to its end and returns all that it writes to its standard output and error,
    /// without limits.
    ///
    /// # Errors
    /// Those of [`spawn`](Self::spawn).
    pub fn output(&self) -> Result<Output, SpawnError> {
        self.capture().run()
    }

    /// A whole run of the command in one call, with input and limits.
    ///
    /// What is written to the pipes of the plan is captured. Where the plan says nothing
    /// ([`ChildDescriptor::Default`]), standard output and error are pipes, and standard input is
    /// one if there is input for it, else the null device.
    pub fn capture(&self) -> Capture<'_> {
        Capture {
            command: self,
            input: Vec::new(),
            limits: Limits {
                timeout: None,
                max_output: None,
                kill_signal: libc::SIGTERM,
                kills_group: false,
                kill_after: None,
                close_grace: None,
            },
        }
    }
}

impl<'a> Capture<'a> {
    /// What the child reads from its standard input. Default: its end at once.
    pub fn input(self, bytes: &'a [u8]) -> Self {
        self.input_of(0, bytes)
    }

    /// What the child reads from the pipe that is its descriptor of this number, and then its end.
    /// Default: for standard input its end at once; for any other pipe nothing, so that a child
    /// that reads from it waits until it closes it itself or is ended. Input for a number that is
    /// no pipe is ignored.
    pub fn input_of(mut self, number: usize, bytes: &'a [u8]) -> Self {
        if number >= MOST_DESCRIPTORS {
            return self;
        }
        if self.input.len() <= number {
            self.input.resize(number + 1, None);
        }
        self.input[number] = Some(bytes);
        self
    }

    /// After this time the kill signal is sent, and nothing more is read. Default: never.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.limits.timeout = Some(limit);
        self
    }

    /// How many bytes one descriptor may write. Past it the kill signal is sent, and nothing more
    /// is read; what the last read brought is kept, so the output may be longer than this. Default:
    /// any number.
    pub fn max_output(mut self, bytes: usize) -> Self {
        self.limits.max_output = Some(bytes);
        self
    }

    /// The number of the signal that is sent when a limit is reached. Default: `SIGTERM`. The run
    /// goes on until the process has ended, also when it ignores the signal, unless
    /// [`kill_after`](Self::kill_after) says otherwise. Where the signal cannot be sent (it does
    /// not exist, or is not permitted), `SIGKILL` is tried, and [`kill_error`](Output::kill_error)
    /// says why.
    pub fn kill_signal(mut self, signal: i32) -> Self {
        self.limits.kill_signal = signal;
        self
    }

    /// How long after the kill signal a process that still runs gets `SIGKILL`, which it cannot
    /// ignore; [`Output::force_killed`] says whether it did. Default: never.
    ///
    /// ```
    /// use rt_process::{Command, ExitStatus};
    /// use std::time::Duration;
    ///
    /// let mut stubborn = Command::new("sh");
    /// let output = stubborn
    ///     .args(["-c", "trap '' TERM; while :; do sleep 1; done"])
    ///     .capture()
    ///     .timeout(Duration::from_millis(100))
    ///     .kill_after(Duration::from_millis(100))
    ///     .run()?;
    /// assert_eq!(output.status?, ExitStatus::Signal(9));
    /// assert!(output.force_killed);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn kill_after(mut self, delay: Duration) -> Self {
        self.limits.kill_after = Some(delay);
        self
    }

    /// How long after the end of the process the run waits for its pipes, which a descendant may
    /// keep open for as long as it runs. Then they are closed, and the run returns with what has
    /// been read; [`Output::is_cut`] says so. Default: until they are closed.
    ///
    /// ```
    /// use rt_process::Command;
    /// use std::time::Duration;
    ///
    /// let mut shell = Command::new("sh");
    /// shell.args(["-c", "sleep 1 & echo started"]);
    /// let output = shell.capture().close_grace(Duration::from_millis(100)).run()?;
    /// assert_eq!(output.stdout(), b"started\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn close_grace(mut self, grace: Duration) -> Self {
        self.limits.close_grace = Some(grace);
        self
    }

    /// Whether the signal goes to the whole group that the process leads
    /// ([`Command::process_group`], [`Command::new_session`]). Default: `false`.
    pub fn kill_group(mut self, enabled: bool) -> Self {
        self.limits.kills_group = enabled;
        self
    }

    /// Runs the command, and returns when the process has ended, all its output is read and all its
    /// input written or refused.
    ///
    /// This process keeps its ends of the pipes open until then. A descendant of the child that
    /// keeps a pipe open delays the return, unless a limit was reached (then the pipes are closed
    /// at once) or [`close_grace`](Self::close_grace) limits the delay.
    ///
    /// # Errors
    /// Those of [`Command::spawn`].
    pub fn run(&self) -> Result<Output, SpawnError> {
        let mut child = self.with_pipes().as_ref().unwrap_or(self.command).spawn()?;
        let ends = child.take_pipes();
        let terminal = child.take_terminal().map(OwnedFd::from);
        if let Some(terminal) = &terminal {
            // On a fresh terminal this cannot fail.
            let _ = ioctl_fionbio(terminal, true);
        }
        let mut run = Run::new(&child, ends, terminal, &self.input, self.limits);
        poll_loop::drive(&mut run);
        Ok(run.finish())
    }

    /// The command with pipes in place of what its plan leaves open; nothing when that is none.
    fn with_pipes(&self) -> Option<Command> {
        let is_open =
            |position: &usize| matches!(self.command.descriptors[*position], ChildDescriptor::Default);
        let mut command = None;
        if self.command.terminal.is_some() {
            return command;
        }
        for position in (0..3).filter(is_open) {
            let descriptor = match (position, self.input.first()) {
                (0, None | Some(None)) => ChildDescriptor::NullDevice,
                _ => ChildDescriptor::Pipe,
            };
            command.get_or_insert_with(|| self.command.clone()).descriptors[position] = descriptor;
        }
        command
    }
}
