//! A process from start to end in one call, with its input and output.

mod captured_pipe;
#[path = "../../capture/output.rs"]
mod output;
mod port;
mod run;

use super::command::Command;
use super::error::{SpawnError, SpawnStep};
use super::stdio::{ChildDescriptor, MOST_DESCRIPTORS};
pub use output::{LimitReached, Output};
use std::time::Duration;

/// A whole run of a command, from [`Command::capture`]: its input, and limits of what it may do.
///
/// ```
/// use rt_process::Command;
/// use std::time::Duration;
///
/// let mut command = Command::new("cmd");
/// command.args(["/d", "/c", "echo hello"]);
/// let output = command.capture().timeout(Duration::from_secs(60)).run()?;
/// assert_eq!(output.stdout(), b"hello\r\n");
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
                kill_signal: 15,
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

    /// What the child reads from the pipe that is its descriptor of this number, with an end behind
    /// it. What the child writes there is lost: a pipe of Windows cannot be closed one way. Input
    /// for a number that is no pipe is ignored.
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

    /// After this time the process is ended, and nothing more is read. Default: never.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.limits.timeout = Some(limit);
        self
    }

    /// How many bytes one descriptor may write. Past it the process is ended, and nothing more is
    /// read; what the last read brought is kept, so the output may be longer than this. Default:
    /// any number.
    pub fn max_output(mut self, bytes: usize) -> Self {
        self.limits.max_output = Some(bytes);
        self
    }

    /// The number of the signal by which a process is ended when a limit is reached, as in
    /// [`Child::send_signal`](crate::Child::send_signal). Default: 15 (`SIGTERM`). Where it cannot
    /// be sent, 9 (`SIGKILL`) is tried, and [`kill_error`](Output::kill_error) says why.
    pub fn kill_signal(mut self, signal: i32) -> Self {
        self.limits.kill_signal = signal;
        self
    }

    /// How long after the end of the process the run waits for its pipes, which a descendant may
    /// keep open for as long as it runs. Then they are closed, and the run returns with what has
    /// been read; [`Output::is_cut`] says so. Default: until they are closed.
    pub fn close_grace(mut self, grace: Duration) -> Self {
        self.limits.close_grace = Some(grace);
        self
    }

    /// Runs the command, and returns when the process has ended, all its output is read and all its
    /// input written or refused.
    ///
    /// A descendant of the child that keeps a pipe open delays the return, unless a limit was
    /// reached (then the pipes are closed at once) or [`close_grace`](Self::close_grace) limits the
    /// delay.
    ///
    /// # Errors
    /// Those of [`Command::spawn`], and [`SpawnStep::Pipes`] when the system has no means to wait
    /// for the pipes; the process is ended then.
    pub fn run(&self) -> Result<Output, SpawnError> {
        let mut command = self.command.clone();
        for (position, descriptor) in command.descriptors.iter_mut().take(3).enumerate() {
            if matches!(descriptor, ChildDescriptor::Default) {
                let has_input = self.input.first().is_some_and(Option::is_some);
                let is_pipe = position != 0 || has_input;
                *descriptor = if is_pipe {
                    ChildDescriptor::Pipe
                } else {
                    ChildDescriptor::NullDevice
                };
            }
        }
        // One that is dropped before it has ended is one of a run that failed.
        command.kill_on_drop(true);
        let child = command.spawn()?;
        run::run(child, &self.input, self.limits).map_err(|error| SpawnError::at(SpawnStep::Pipes, error))
    }
}
