//! A terminal for the child.

use super::Command;
use crate::descriptors::ChildDescriptor;
use crate::terminal::{Opened, TerminalSettings};
use std::os::fd::AsRawFd;

impl Command {
    /// Gives the child a new terminal, a pseudo-terminal: its descriptors 0, 1 and 2 are the
    /// terminal, whatever the plan says of them, and it leads a session of its own that the
    /// terminal controls. The other side is [`Child::take_terminal`](crate::Child::take_terminal).
    /// The variable `TERM` of the child's environment is the terminal's name.
    ///
    /// [`capture`](Self::capture) collects what is read from the terminal as
    /// [`Output::stdout`](crate::Output::stdout), writes the input to it, and then the character
    /// for the end of the input (Ctrl-D). As long as the child leaves the terminal in its usual
    /// mode, which passes on whole lines, the kernel cuts each line of the input after 4,095 bytes.
    ///
    /// The spawn fails with [`SpawnStep::Terminal`](crate::SpawnStep::Terminal): `EAGAIN` when
    /// there are as many terminals as there may be.
    ///
    /// ```
    /// use rt_process::{Command, TerminalSettings, TerminalSize};
    ///
    /// let settings = TerminalSettings::new().size(TerminalSize::new(100, 30));
    /// let mut child = Command::new("stty").arg("size").terminal(settings).spawn()?;
    /// let text = std::io::read_to_string(child.take_terminal().unwrap())?;
    /// assert_eq!(text, "30 100\r\n");
    /// assert!(child.wait()?.success());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn terminal(&mut self, settings: TerminalSettings) -> &mut Self {
        self.terminal = Some(Box::new(settings));
        self
    }

    /// This command with a terminal as its descriptors 0, 1 and 2, and as that of a session of its
    /// own.
    ///
    /// # Safety
    /// It is spawned before the terminal is dropped, and not afterwards.
    pub(crate) unsafe fn in_terminal(&self, terminal: &Opened, settings: &TerminalSettings) -> Self {
        let mut command = self.clone();
        // This process's side stands for the other one until the child has opened that.
        // SAFETY: the caller's promise.
        let stand_in = unsafe { ChildDescriptor::inherit(terminal.side().as_raw_fd()) };
        for descriptor in command.descriptors.iter_mut().take(3) {
            *descriptor = stand_in.clone();
        }
        command.terminal_path = Some(terminal.path().to_owned());
        command.new_session(true).env("TERM", &settings.name);
        command
    }
}
