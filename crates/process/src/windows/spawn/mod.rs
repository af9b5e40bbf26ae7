//! Starting a process.

mod create;
mod prepare;

use super::child::Child;
use super::command::Command;
use super::error::{SpawnError, SpawnStep};
use super::job;
use super::system::code;
use crate::ExitStatus;
use create::{create, create_and_assign};
use prepare::{Prepared, prepare};
use std::io;
use std::os::windows::io::OwnedHandle;
use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_DIRECTORY, ERROR_INVALID_PARAMETER, ERROR_NOT_SUPPORTED,
};

/// How a child gets into the job of this process.
#[derive(Clone, Copy, Debug)]
enum Placement {
    /// Not at all: it may outlive this process.
    None,
    /// By an attribute that it is created with (`PROC_THREAD_ATTRIBUTE_JOB_LIST`, Windows 10).
    Attribute,
    /// It is created suspended, assigned, and resumed, as where there is no such attribute.
    #[cfg(test)]
    Assigned,
}

impl Command {
    /// Starts the program.
    ///
    /// # Errors
    /// [`SpawnError`] says at which step it failed.
    pub fn spawn(&self) -> Result<Child, SpawnError> {
        let placement = if self.detached {
            Placement::None
        } else {
            Placement::Attribute
        };
        spawn_placed(self, placement)
    }

    /// Starts the program and waits until it ends.
    ///
    /// # Errors
    /// Those of [`spawn`](Self::spawn), and that of [`Child::wait`] with the step
    /// [`SpawnStep::Watch`].
    pub fn status(&self) -> Result<ExitStatus, SpawnError> {
        let waited = self.spawn()?.wait();
        waited.map_err(|error| SpawnError::at(SpawnStep::Watch, error))
    }
}

fn spawn_placed(command: &Command, placement: Placement) -> Result<Child, SpawnError> {
    let mut pipes = Vec::new();
    let started = prepare(command, &mut pipes).and_then(|prepared| start(&prepared, command, placement));
    match started {
        Ok((process, pid)) => Ok(Child::new(process, pid, pipes, command.kill_on_drop)),
        Err((step, error)) => {
            let mut failure = SpawnError::at(step, error);
            failure.pipes = pipes;
            Err(failure)
        }
    }
}

fn start(
    prepared: &Prepared,
    command: &Command,
    placement: Placement,
) -> Result<(OwnedHandle, u32), (SpawnStep, io::Error)> {
    let job = || job::of_this_process().map_err(|error| (SpawnStep::Create, error));
    let result = match placement {
        Placement::None => create(prepared, &[], false),
        Placement::Attribute => match create(prepared, &[job()?], false) {
            // What systems say that do not know the attribute, or where this process is in a job
            // that cannot be nested.
            Err((_, error))
                if [ERROR_ACCESS_DENIED, ERROR_INVALID_PARAMETER, ERROR_NOT_SUPPORTED]
                    .contains(&code(&error)) =>
            {
                create_and_assign(prepared, job()?)
            }
            result => result,
        },
        #[cfg(test)]
        Placement::Assigned => create_and_assign(prepared, job()?),
    };
    let created = result.map_err(|(step, error)| match code(&error) {
        ERROR_DIRECTORY if command.working_directory.is_some() => (SpawnStep::WorkingDirectory, error),
        _ => (step, error),
    })?;
    Ok((created.process, created.pid))
}

#[cfg(test)]
mod tests {
    use super::{Placement, job, spawn_placed};
    use crate::{ChildDescriptor, Command};
    use std::os::windows::io::{AsHandle, AsRawHandle};
    use windows_sys::Win32::System::JobObjects::IsProcessInJob;

    fn is_in_job(placement: Placement) -> bool {
        let mut command = Command::new("cmd");
        command
            .args(["/d", "/c", "pause"])
            .descriptors([ChildDescriptor::Pipe])
            .kill_on_drop(true);
        let child = spawn_placed(&command, placement).unwrap();
        let mut result = 0;
        let process = child.as_handle().as_raw_handle();
        // SAFETY: both handles are open.
        let asked = unsafe { IsProcessInJob(process, job::of_this_process().unwrap(), &raw mut result) };
        assert_ne!(asked, 0);
        result != 0
    }

    #[test]
    fn a_child_gets_into_the_job_in_both_ways() {
        assert!(is_in_job(Placement::Attribute));
        assert!(is_in_job(Placement::Assigned));
        assert!(!is_in_job(Placement::None));
    }
}
