//! A spawn from beginning to end, seen from the parent.

mod child_side;
mod dumpable;
mod image;
mod low_numbers;
mod mechanism;
mod signals;
mod stack;
mod table;

use crate::child::Child;
use crate::command::Command;
use crate::descriptors::ConnectedPlan;
use crate::error::{SpawnError, SpawnStep};
use child_side::ChildSide;
use image::Image;
pub use low_numbers::hold_low_descriptors;
use std::fmt;
use std::os::fd::OwnedFd;

/// A process that was started.
#[derive(Debug)]
pub struct Spawned {
    /// The process.
    pub child: Child,
    /// The parent's ends of pipes, by the child's descriptor. `None` where the plan asks for no pipe.
    pub pipes: Vec<Option<OwnedFd>>,
}

/// A process that could not be started, and what is left of the attempt.
#[derive(Debug)]
pub struct FailedSpawn {
    /// Why.
    pub error: SpawnError,
    /// The parent's ends of the pipes that were made, by the child's descriptor. Their other ends are closed: reading gives the end of the stream.
    pub pipes: Vec<Option<OwnedFd>>,
}

impl fmt::Display for FailedSpawn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(formatter)
    }
}

impl std::error::Error for FailedSpawn {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl Command {
    /// Starts the process. When this returns, the child runs its program, or there is no child.
    ///
    /// # Errors
    /// [`FailedSpawn`] with the kernel's error and the step that met it. Nothing is left behind: no process, no descriptor but the parent's
    /// ends of pipes in the error, which close when it is dropped.
    pub fn spawn(&self) -> Result<Spawned, FailedSpawn> {
        let plan = ConnectedPlan::new(&self.descriptors).map_err(|error| FailedSpawn {
            error,
            pipes: Vec::new(),
        })?;
        let mut sources = plan.sources.clone();
        let result = start(self, &mut sources);
        let pipes = plan.into_parent_ends();
        match result {
            Ok(child) => Ok(Spawned { child, pipes }),
            Err(error) => Err(FailedSpawn { error, pipes }),
        }
    }
}

fn start(command: &Command, sources: &mut [i32]) -> Result<Child, SpawnError> {
    let mut image = Image::new(command);
    let _lent = low_numbers::lend(sources);
    let share_table = table::is_to_be_shared(command, &image, sources);
    let side = ChildSide::new(command, &mut image, sources);
    let clone_failed = |errno| SpawnError::at(SpawnStep::Clone, errno);
    let changes_identity = command.user.is_some() || command.group.is_some();
    let child = stack::with_stack(|stack| {
        let _kept = changes_identity.then(dumpable::keep);
        // A handler that ran in the child before its program is executed would run on memory that it shares with the parent.
        let _blocked = signals::block_all();
        mechanism::make(stack, &side, share_table)
    })
    .map_err(clone_failed)?;
    match side.failure() {
        None => Ok(child),
        Some(error) => {
            child.reap_failed();
            Err(error)
        }
    }
}
