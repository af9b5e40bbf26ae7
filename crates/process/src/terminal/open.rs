//! Making a terminal, before the child that gets it.

use super::{Terminal, TerminalMode, TerminalSettings, modes};
use crate::error::{SpawnError, SpawnStep};
use rustix::io::Errno;
use rustix::pty::{OpenptFlags, openpt, ptsname, unlockpt};
use rustix::termios::tcsetwinsize;
use std::ffi::{CStr, CString, OsStr};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// A new terminal, of which this process has its own side open, and nobody the other one.
///
/// The child opens that itself: a copy here, which can be closed only after the child has executed
/// its program, would keep the terminal from ending with a child that ends sooner.
pub(crate) struct Opened {
    side: OwnedFd,
    path: CString,
}

impl Opened {
    /// # Errors
    /// [`SpawnStep::Terminal`]: `EAGAIN` when there are as many terminals as there may be
    /// (`kernel.pty.max`), `ENOENT` or `ENODEV` where the system has none, `EMFILE`, `ENFILE`.
    pub fn new(settings: &TerminalSettings) -> Result<Self, SpawnError> {
        make(settings).map_err(|errno| SpawnError::at(SpawnStep::Terminal, errno))
    }

    /// This process's side.
    pub const fn side(&self) -> &OwnedFd {
        &self.side
    }

    /// The path by which the other side can be opened.
    pub fn path(&self) -> &CStr {
        &self.path
    }

    pub fn into_terminal(self) -> Terminal {
        Terminal {
            side: self.side,
            path: Path::new(OsStr::from_bytes(self.path.to_bytes())).into(),
        }
    }
}

#[cfg(target_os = "linux")]
fn open_side() -> Result<OwnedFd, Errno> {
    openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)
}

#[cfg(target_os = "macos")]
fn open_side() -> Result<OwnedFd, Errno> {
    let side = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    rustix::io::fcntl_setfd(&side, rustix::io::FdFlags::CLOEXEC)?;
    rustix::pty::grantpt(&side)?;
    Ok(side)
}

fn make(settings: &TerminalSettings) -> Result<Opened, Errno> {
    let side = open_side()?;
    unlockpt(&side)?;
    let path = ptsname(&side, Vec::new())?;
    // On macOS the child does that: a terminal whose other side nobody has opened yet has neither
    // size nor modes there (`ENOTTY`).
    if cfg!(target_os = "linux") {
        set_up(&side, settings)?;
    }
    Ok(Opened { side, path })
}

/// Gives a terminal its size and modes, by either side of it. Two system calls, and one that reads,
/// which a child may do before its program is executed: no memory is taken.
pub(crate) fn set_up(terminal: impl AsFd, settings: &TerminalSettings) -> Result<(), Errno> {
    tcsetwinsize(&terminal, settings.size.to_kernel())?;
    modes::change(&terminal, |termios| {
        TerminalMode::Utf8.set(termios, true);
        if settings.raw {
            modes::set_raw(termios, true);
        }
        for (mode, enabled) in &settings.modes {
            mode.set(termios, *enabled);
        }
    })
}
