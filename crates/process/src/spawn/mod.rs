//! A spawn from beginning to end, seen from the parent.

mod child_side;
mod clone;
mod dumpable;
mod image;
mod signals;
mod stack;

use crate::child::Child;
use crate::command::Command;
use crate::descriptors::ConnectedPlan;
use crate::error::{SpawnError, SpawnStep};
use child_side::ChildSide;
use image::Image;
use rustix::io::Errno;
use stack::Stack;
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
        let result = start(self, &mut sources, clone::clone);
        let pipes = plan.into_parent_ends();
        match result {
            Ok(child) => Ok(Spawned { child, pipes }),
            Err(error) => Err(FailedSpawn { error, pipes }),
        }
    }
}

/// How a process is made: what [`clone::clone`] does, or one of the ways that it chooses from.
type Mechanism = fn(&Stack, &ChildSide) -> Result<Child, Errno>;

fn start(command: &Command, sources: &mut [i32], mechanism: Mechanism) -> Result<Child, SpawnError> {
    let mut image = Image::new(command);
    let side = ChildSide::new(command, &mut image, sources);
    let clone_failed = |errno| SpawnError::at(SpawnStep::Clone, errno);
    let changes_identity = command.user.is_some() || command.group.is_some();
    let child = stack::with_stack(|stack| {
        let _kept = changes_identity.then(dumpable::keep);
        // A handler that ran in the child before its program is executed would run on memory that it shares with the parent.
        let _blocked = signals::block_all();
        mechanism(stack, &side)
    })
    .map_err(clone_failed)?;
    match side.failure() {
        None => Ok(child),
        Some(error) => {
            // The child has exited: only its exit status is left, and it says nothing more.
            let _ = child.wait();
            Err(error)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Command, clone, start};
    use crate::descriptors::{ChildDescriptor, ConnectedPlan};
    use crate::error::{SpawnError, SpawnStep};
    use crate::exit_status::ExitStatus;
    use rustix::io::Errno;
    use std::fs::File;
    use std::io::Read;

    /// Starts a shell as where `clone3` is refused, and returns how it ended and what it wrote.
    fn run_without_clone3(command: &mut Command) -> Result<(ExitStatus, String), SpawnError> {
        command.descriptors([
            ChildDescriptor::NullDevice,
            ChildDescriptor::Pipe,
            ChildDescriptor::NullDevice,
        ]);
        let plan = ConnectedPlan::new(&command.descriptors)?;
        let mut sources = plan.sources.clone();
        let started = start(command, &mut sources, clone::clone_of_c_library);
        let mut pipes = plan.into_parent_ends();
        let child = started?;
        let mut text = String::new();
        File::from(pipes[1].take().unwrap())
            .read_to_string(&mut text)
            .unwrap();
        Ok((child.wait().unwrap(), text))
    }

    #[test]
    fn without_clone3_a_child_runs() {
        let mut command = Command::new("sh").unwrap();
        command.arguments(["sh", "-c", "echo here; exit 3"]).unwrap();
        assert_eq!(
            run_without_clone3(&mut command),
            Ok((ExitStatus::Code(3), "here\n".to_owned()))
        );
    }

    #[test]
    fn without_clone3_a_failure_is_reported() {
        let mut command = Command::new("/no/such/program").unwrap();
        assert_eq!(
            run_without_clone3(&mut command),
            Err(SpawnError::at(SpawnStep::Execute, Errno::NOENT))
        );
    }

    #[test]
    fn without_clone3_ignored_signals_are_default_again_in_the_child() {
        // Rust's runtime ignores SIGPIPE.
        let mut command = Command::new("grep").unwrap();
        command
            .arguments(["grep", "-E", "Sig(Ign|Blk)", "/proc/self/status"])
            .unwrap();
        let (_, text) = run_without_clone3(&mut command).unwrap();
        for set in text.lines().map(|line| line.split_whitespace().nth(1).unwrap()) {
            assert_eq!(u64::from_str_radix(set, 16).unwrap() & 0x7fff_ffff, 0);
        }
        assert_eq!(text.lines().count(), 2);
    }
}
