//! A spawn on macOS, seen from the parent: by `posix_spawn(3)`, and by a fork for what that cannot
//! do. Type-checked and linked, never run; `posix_spawn/` runs in the tests on Linux.

mod child_side;
#[path = "../spawn/connected.rs"]
mod connected;
mod fork;
mod groups;
#[path = "../spawn/image.rs"]
mod image;
#[path = "../spawn/posix_spawn/mod.rs"]
mod posix_spawn;

use crate::child::{Child, ExitDescriptor};
use crate::command::Command;
use crate::error::{SpawnError, SpawnStep};
use image::Image;
use rustix::io::Errno;
use rustix::process::Pid;
use std::os::fd::RawFd;

impl Command {
    /// Starts the process. When this returns, the child runs its program, or there is no child.
    ///
    /// # Errors
    /// The kernel's error and the step that met it. Nothing is left behind: no process, no
    /// descriptor but the parent's ends of pipes in the error, which close when it is dropped.
    ///
    /// `ENOTSUP` for what macOS does not have: the signal of the parent's death
    /// ([`SpawnStep::ParentDeathSignal`]), a choice of processors ([`SpawnStep::CpuAffinity`]), and
    /// doing without new privileges ([`SpawnStep::NoNewPrivileges`]).
    pub fn spawn(&self) -> Result<Child, SpawnError> {
        if let Some(step) = self.unsupported_step() {
            return Err(SpawnError::at(step, Errno::NOTSUP));
        }
        self.spawn_in_terminal()
    }

    fn unsupported_step(&self) -> Option<SpawnStep> {
        let setup = self.setup.as_deref();
        if self.parent_death_signal.is_some() {
            Some(SpawnStep::ParentDeathSignal)
        } else if setup.is_some_and(|setup| setup.cpus.is_some()) {
            Some(SpawnStep::CpuAffinity)
        } else if setup.is_some_and(|setup| setup.no_new_privileges) {
            Some(SpawnStep::NoNewPrivileges)
        } else {
            None
        }
    }
}

/// `sources` are written to on Linux.
fn start(command: &Command, sources: &mut [RawFd]) -> Result<Child, SpawnError> {
    let mut image = Image::new(command);
    posix_spawn::start(command, &mut image, sources)
        .unwrap_or_else(|| fork::start(command, &mut image, sources))
}

/// Makes a process, and what watches it; that is there before, so that no process is made that
/// cannot be watched.
fn make_watched(make: impl FnOnce() -> Result<Pid, SpawnError>) -> Result<Child, SpawnError> {
    let watch = ExitDescriptor::prepare().map_err(|errno| SpawnError::at(SpawnStep::Clone, errno))?;
    let pid = make()?;
    Ok(Child::new(pid, watch.watch(pid)))
}
