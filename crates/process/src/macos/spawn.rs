//! A spawn on macOS, seen from the parent: by `posix_spawn(3)`, and by a fork for what that cannot
//! do. Type-checked and linked, never run; `posix_spawn/` runs in the tests on Linux.

mod child_side;
mod fork;
mod groups;
#[path = "../spawn/image.rs"]
mod image;
#[path = "../spawn/posix_spawn/mod.rs"]
mod posix_spawn;

use crate::child::{Child, ExitDescriptor};
use crate::command::Command;
use crate::descriptors::ConnectedPlan;
use crate::error::{SpawnError, SpawnStep};
use crate::exit_status::ExitStatus;
use crate::terminal::Opened;
use image::Image;
use rustix::io::Errno;
use rustix::process::Pid;
use std::io;

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
        let Some(settings) = &self.terminal else {
            return self.spawn_connected();
        };
        let terminal = Opened::new(settings)?;
        // SAFETY: spawned here, and dropped.
        let command = unsafe { self.in_terminal(&terminal, settings) };
        let mut child = command.spawn_connected()?;
        child.terminal = Some(terminal.into_terminal());
        Ok(child)
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

    fn spawn_connected(&self) -> Result<Child, SpawnError> {
        if self.has_nul.anywhere() {
            return Err(SpawnError::at(SpawnStep::Strings, Errno::INVAL));
        }
        if self.bad_number {
            return Err(SpawnError::at(SpawnStep::Descriptors, Errno::BADF));
        }
        let plan = ConnectedPlan::new(&self.descriptors)?;
        let mut image = Image::new(self);
        let result = posix_spawn::start(self, &mut image, &plan.sources)
            .unwrap_or_else(|| fork::start(self, &mut image, &plan.sources));
        let pipes = plan.into_parent_ends();
        match result {
            Ok(mut child) => {
                child.on_drop = self.on_drop;
                Ok(child.with_pipes(pipes))
            }
            Err(mut error) => {
                error.pipes = pipes;
                Err(error)
            }
        }
    }

    /// Starts the process and waits until it ends.
    ///
    /// # Errors
    /// Those of [`spawn`](Self::spawn) and [`Child::wait`].
    pub fn status(&self) -> io::Result<ExitStatus> {
        self.spawn()?.wait()
    }
}

/// Makes a process, and what watches it; that is there before, so that no process is made that
/// cannot be watched.
fn make_watched(make: impl FnOnce() -> Result<Pid, SpawnError>) -> Result<Child, SpawnError> {
    let watch = ExitDescriptor::prepare().map_err(|errno| SpawnError::at(SpawnStep::Clone, errno))?;
    let pid = make()?;
    Ok(Child::new(pid, watch.watch(pid)))
}
