//! A process from start to end in one call, with its input and output.

mod captured_pipe;
#[path = "../../capture/output.rs"]
mod output;
mod port;
mod run;
#[path = "../../capture/settings.rs"]
mod settings;

use super::command::Command;
use super::error::{SpawnError, SpawnStep};
use super::stdio::{ChildDescriptor, MOST_DESCRIPTORS};
pub use output::{LimitReached, Output};
use settings::Limits;

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

impl Capture<'_> {
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
