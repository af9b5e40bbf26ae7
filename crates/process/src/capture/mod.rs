//! A process from start to end in one call, with its input and output.

#[cfg(feature = "tokio")]
mod async_loop;
mod output;
mod pipe;
mod poll_loop;
#[cfg(target_os = "linux")]
mod quiet_write;
mod run;
mod settings;
mod traffic;

use crate::command::{Command, MOST_DESCRIPTORS};
use crate::descriptors::ChildDescriptor;
use crate::error::SpawnError;
pub use output::{LimitReached, Output};
use run::Run;
use rustix::io::ioctl_fionbio;
use settings::Limits;
use std::os::fd::OwnedFd;
use traffic::Kind;

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

impl Capture<'_> {
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
        let with_pipes = self.with_pipes();
        let command = with_pipes.as_ref().unwrap_or(self.command);
        let mut child = command.spawn()?;
        let ends = child.take_pipes();
        if cfg!(target_os = "macos") {
            // A send there asks the socket alone whether it blocks, not `MSG_DONTWAIT`.
            for end in ends.iter().flatten() {
                let _ = ioctl_fionbio(end, true);
            }
        }
        let terminal = child.take_terminal().map(OwnedFd::from);
        if let Some(terminal) = &terminal {
            // On a fresh terminal this cannot fail.
            let _ = ioctl_fionbio(terminal, true);
        }
        let kinds = command.one_way.map(Kind::of_pipe);
        let mut run = Run::new(&child, ends, kinds, terminal, &self.input, self.limits);
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
            let command = command.get_or_insert_with(|| self.command.clone());
            command.descriptors[position] = descriptor;
            // Others can be written to by both sides.
            let has_input = matches!(self.input.get(position), Some(Some(_)));
            command.one_way[position] = cfg!(target_os = "linux") && (position == 0 || !has_input);
        }
        command
    }
}
