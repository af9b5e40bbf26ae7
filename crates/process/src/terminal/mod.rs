//! A terminal for a child: a pseudo-terminal, of which this process has the one side (`pty(7)`).

mod foreground;
mod input_end;
mod modes;
mod open;
mod settings;

pub(crate) use input_end::InputEnd;
pub use modes::TerminalMode;
pub(crate) use open::Opened;
#[cfg(target_os = "macos")]
pub(crate) use open::set_up;
pub use settings::{TerminalSettings, TerminalSize};

use rustix::io::Errno;
use rustix::termios::{tcgetwinsize, tcsetwinsize};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::path::Path;

/// This process's side of a child's terminal: what the child writes is read here, and what is
/// written here the child reads, as if somebody had typed it.
///
/// It comes from [`Child::take_terminal`](crate::Child::take_terminal), for a command with
/// [`Command::terminal`](crate::Command::terminal). Reading gives the end of the stream when the
/// last process that has the terminal has closed it, and all that was written before that is read
/// first. (The kernel's error for that is `EIO`.)
///
/// Dropping it hangs up: the session of the child gets `SIGHUP`, and further reads and writes of
/// the child fail.
///
/// # macOS
/// The last process that closes the terminal waits until what it wrote is read, for 0.6 seconds at
/// most, and then the system drops it: read while the child runs, not after its end.
#[derive(Debug)]
pub struct Terminal {
    side: OwnedFd,
    path: Box<Path>,
}

impl Terminal {
    /// The path by which the child's side can be opened, such as `/dev/pts/3`.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The size of the terminal's window, as a program in the terminal sees it.
    ///
    /// # Errors
    /// None known.
    pub fn size(&self) -> io::Result<TerminalSize> {
        let size = tcgetwinsize(&self.side)?;
        Ok(TerminalSize::new(size.ws_col, size.ws_row).pixels(size.ws_xpixel, size.ws_ypixel))
    }

    /// Changes the size of the terminal's window. The foreground process group gets `SIGWINCH` if
    /// it is another size than before.
    ///
    /// # Errors
    /// None known.
    pub fn resize(&self, size: TerminalSize) -> io::Result<()> {
        Ok(tcsetwinsize(&self.side, size.to_kernel())?)
    }

    /// What is to be written to the terminal so that a program which reads lines reads the end of
    /// its input: the character for that, Ctrl-D, at the beginning of a line, or twice within a
    /// line. Nothing for a program that does not read lines.
    ///
    /// # Errors
    /// None known.
    pub fn end_of_input(&self, within_line: bool) -> io::Result<Vec<u8>> {
        Ok(InputEnd::of(self, within_line)?.rest().to_vec())
    }
}

impl Read for Terminal {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&*self).read(buffer)
    }
}

impl Read for &Terminal {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match rustix::io::read(&self.side, buffer) {
            // No process has the other side any more, and all is read.
            Err(Errno::IO) => Ok(0),
            result => Ok(result?),
        }
    }
}

impl Write for Terminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// When no process has the other side any more, that is the error `EIO`.
impl Write for &Terminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(rustix::io::write(&self.side, bytes)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl From<Terminal> for OwnedFd {
    fn from(terminal: Terminal) -> Self {
        terminal.side
    }
}

impl AsRawFd for Terminal {
    fn as_raw_fd(&self) -> RawFd {
        self.side.as_raw_fd()
    }
}

impl AsFd for Terminal {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.side.as_fd()
    }
}
