//! The modes of a terminal's line discipline.

use super::Terminal;
use rustix::io::Errno;
use rustix::termios::{InputModes, LocalModes, OptionalActions, OutputModes, Termios, tcgetattr, tcsetattr};
use std::io;
use std::os::fd::AsFd;

/// A mode of a terminal: something that the kernel does with the bytes between both sides
/// (`termios(3)`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TerminalMode {
    /// What is written to the terminal is sent back, as a typist wants to see it (`ECHO`).
    Echo,
    /// The child reads whole lines, which can be corrected before (`ICANON`).
    Lines,
    /// Control characters become signals: Ctrl-C `SIGINT`, Ctrl-\ `SIGQUIT`, Ctrl-Z `SIGTSTP`
    /// (`ISIG`).
    Signals,
    /// Ctrl-S stops the child's output, and Ctrl-Q continues it (`IXON`).
    FlowControl,
    /// A carriage return that is written to the terminal is read as a line feed (`ICRNL`).
    InputNewlines,
    /// Before each line feed of the child a carriage return is sent (`OPOST` and `ONLCR`).
    OutputNewlines,
    /// A character that is erased may have several bytes, as UTF-8 has (`IUTF8`).
    Utf8,
}

impl TerminalMode {
    /// All modes.
    pub const ALL: &'static [Self] = &[
        Self::Echo,
        Self::Lines,
        Self::Signals,
        Self::FlowControl,
        Self::InputNewlines,
        Self::OutputNewlines,
        Self::Utf8,
    ];

    fn is_set(self, termios: &Termios) -> bool {
        match self {
            Self::Echo => termios.local_modes.contains(LocalModes::ECHO),
            Self::Lines => termios.local_modes.contains(LocalModes::ICANON),
            Self::Signals => termios.local_modes.contains(LocalModes::ISIG),
            Self::FlowControl => termios.input_modes.contains(InputModes::IXON),
            Self::InputNewlines => termios.input_modes.contains(InputModes::ICRNL),
            Self::OutputNewlines => termios
                .output_modes
                .contains(OutputModes::OPOST | OutputModes::ONLCR),
            Self::Utf8 => termios.input_modes.contains(InputModes::IUTF8),
        }
    }

    pub(super) fn set(self, termios: &mut Termios, enabled: bool) {
        match self {
            Self::Echo => termios.local_modes.set(LocalModes::ECHO, enabled),
            Self::Lines => termios.local_modes.set(LocalModes::ICANON, enabled),
            Self::Signals => termios.local_modes.set(LocalModes::ISIG, enabled),
            Self::FlowControl => termios.input_modes.set(InputModes::IXON, enabled),
            Self::InputNewlines => termios.input_modes.set(InputModes::ICRNL, enabled),
            Self::OutputNewlines => termios
                .output_modes
                .set(OutputModes::OPOST | OutputModes::ONLCR, enabled),
            Self::Utf8 => termios.input_modes.set(InputModes::IUTF8, enabled),
        }
    }
}

/// Raw, or as a new terminal is.
pub(super) fn set_raw(termios: &mut Termios, enabled: bool) {
    let local = LocalModes::ECHO | LocalModes::ICANON | LocalModes::IEXTEN | LocalModes::ISIG;
    termios.local_modes.set(local, !enabled);
    termios
        .input_modes
        .set(InputModes::ICRNL | InputModes::IXON, !enabled);
}

impl Terminal {
    #[cfg(target_os = "linux")]
    fn change(&self, change: impl FnOnce(&mut Termios)) -> Result<(), Errno> {
        self::change(self, change)
    }

    /// By the child's side, opened for the moment: what the child has written and nobody has read
    /// would be lost by a change on this one.
    ///
    /// It is not opened with `O_NONBLOCK`. Opening does not wait, since this side is open; and were
    /// the child to close the terminal meanwhile, closing would drop at once what is unread.
    #[cfg(target_os = "macos")]
    fn change(&self, change: impl FnOnce(&mut Termios)) -> Result<(), Errno> {
        use rustix::fs::{Mode, OFlags, open};
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        self::change(open(self.path(), flags, Mode::empty())?, change)
    }
}

/// Reads the modes, changes them, and sets them at once.
pub(super) fn change(terminal: impl AsFd, change: impl FnOnce(&mut Termios)) -> Result<(), Errno> {
    let mut termios = tcgetattr(&terminal)?;
    change(&mut termios);
    tcsetattr(&terminal, OptionalActions::Now, &termios)
}

impl Terminal {
    /// Whether a mode is on. Programs in the terminal turn modes on and off as they need them.
    ///
    /// # Errors
    /// None known.
    pub fn mode(&self, mode: TerminalMode) -> io::Result<bool> {
        Ok(mode.is_set(&tcgetattr(self)?))
    }

    /// Turns a mode on or off, at once. A program in the terminal that sets its modes at the same
    /// moment may undo that.
    ///
    /// # Errors
    /// None known on Linux. On macOS those of opening
    /// [`path`](Self::path) (`open(2)`): `EMFILE` and `ENFILE`, or `EACCES` once the terminal is
    /// another user's.
    pub fn set_mode(&self, mode: TerminalMode, enabled: bool) -> io::Result<()> {
        self.set_modes(&[(mode, enabled)])
    }

    /// Turns several modes on or off in one step.
    ///
    /// # Errors
    /// As [`set_mode`](Self::set_mode).
    pub fn set_modes(&self, modes: &[(TerminalMode, bool)]) -> io::Result<()> {
        Ok(self.change(|termios| {
            for (mode, enabled) in modes {
                mode.set(termios, *enabled);
            }
        })?)
    }

    /// Passes bytes on to the child as they are written, without echo, lines, signals and flow
    /// control; what the child writes is processed as before. `false` turns all of these on, as in
    /// a new terminal.
    ///
    /// # Errors
    /// As [`set_mode`](Self::set_mode).
    pub fn set_raw_mode(&self, enabled: bool) -> io::Result<()> {
        Ok(self.change(|termios| set_raw(termios, enabled))?)
    }
}
