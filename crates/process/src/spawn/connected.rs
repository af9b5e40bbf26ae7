//! What a spawn does around making the process: its terminal, its pipes, and what is left of them.

use super::start;
use crate::child::Child;
use crate::command::Command;
use crate::descriptors::ConnectedPlan;
use crate::error::{SpawnError, SpawnStep};
use crate::exit_status::ExitStatus;
use crate::terminal::Opened;
use rustix::io::Errno;
use std::time::Instant;

impl Command {
    /// In the terminal that it asks for, if it does.
    pub(super) fn spawn_in_terminal(&self) -> Result<Child, SpawnError> {
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

    fn spawn_connected(&self) -> Result<Child, SpawnError> {
        if self.has_nul.anywhere() {
            return Err(SpawnError::at(SpawnStep::Strings, Errno::INVAL));
        }
        if self.bad_number {
            return Err(SpawnError::at(SpawnStep::Descriptors, Errno::BADF));
        }
        let mut plan = ConnectedPlan::new(&self.descriptors, self.one_way)?;
        let started = Instant::now();
        let result = start(self, &mut plan.sources);
        let pipes = plan.into_parent_ends();
        match result {
            Ok(mut child) => {
                child.on_drop = self.on_drop;
                Ok(child.started_at(started).with_pipes(pipes))
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
    /// Those of [`spawn`](Self::spawn), and that of [`Child::wait`] with the step
    /// [`SpawnStep::Watch`].
    pub fn status(&self) -> Result<ExitStatus, SpawnError> {
        let waited = self.spawn()?.wait();
        waited.map_err(|error| SpawnError::at(SpawnStep::Watch, error))
    }
}
