//! What a whole run is given, and what ends it before its time.

use super::{Capture, Command, MOST_DESCRIPTORS, Output, SpawnError};
use std::time::Duration;

/// On Windows too: a number that stands for ending the process.
const SIGTERM: i32 = 15;

/// What ends a run before its time.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub timeout: Option<Duration>,
    pub max_output: Option<usize>,
    pub kill_signal: i32,
    #[cfg(unix)]
    pub kills_group: bool,
    #[cfg(unix)]
    pub kill_after: Option<Duration>,
    pub close_grace: Option<Duration>,
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
    /// ([`ChildDescriptor::Default`](crate::ChildDescriptor::Default)), standard output and error
    /// are pipes, and standard input is one if there is input for it, else the null device. These
    /// are pipes of `pipe(2)` on Linux, which carry bytes one way, and can be opened by their paths
    /// (`/dev/stdin`, `/dev/stdout`). Those of the plan are sockets
    /// ([`ChildDescriptor::Pipe`](crate::ChildDescriptor::Pipe)), and so is an output that has
    /// input.
    pub fn capture(&self) -> Capture<'_> {
        Capture {
            command: self,
            input: Vec::new(),
            limits: Limits {
                timeout: None,
                max_output: None,
                kill_signal: SIGTERM,
                #[cfg(unix)]
                kills_group: false,
                #[cfg(unix)]
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
    /// Input for a number that is no pipe is ignored.
    #[cfg_attr(
        unix,
        doc = "
Default: for standard input its end at once; for any other pipe nothing, so that a child that reads from it
waits until it closes it itself or is ended."
    )]
    #[cfg_attr(
        windows,
        doc = "
What the child writes there is lost: a pipe of Windows cannot be closed one way."
    )]
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

    /// The number of the signal that is sent when a limit is reached, as by
    /// [`Child::send_signal`](crate::Child::send_signal). Default: 15 (`SIGTERM`). Where it cannot
    /// be sent (it does not exist, or is not permitted), 9 (`SIGKILL`) is tried, and
    /// [`Output::kill_error`] says why.
    #[cfg_attr(
        unix,
        doc = "
The run goes on until the process has ended, also when it ignores the signal, unless
[`kill_after`](Self::kill_after) says otherwise."
    )]
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
    /// assert_eq!(output.status()?, ExitStatus::Signal(9));
    /// assert!(output.force_killed);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[cfg(unix)]
    pub fn kill_after(mut self, delay: Duration) -> Self {
        self.limits.kill_after = Some(delay);
        self
    }

    /// How long after the end of the process the run waits for its pipes, which a descendant may
    /// keep open for as long as it runs. Then they are closed, and the run returns with what has
    /// been read; [`Output::is_cut`] says so. Default: until they are closed.
    ///
    /// ```ignore-windows
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
    ///
    /// A process that leads no group, or that has left it, gets the signal nevertheless; when there
    /// is no such group, [`Output::kill_error`] is `ESRCH`. When the process has ended, those that
    /// are left of its group get the signal from Linux 6.9 on (see
    /// [`Child::send_signal_to_group`](crate::Child::send_signal_to_group)), and are not waited
    /// for.
    #[cfg(unix)]
    pub fn kill_group(mut self, enabled: bool) -> Self {
        self.limits.kills_group = enabled;
        self
    }
}
