//! A spawn from beginning to end, seen from the parent.

mod child_side;
mod connected;
mod dumpable;
mod image;
mod lasting_thread;
mod low_numbers;
mod mechanism;
#[cfg(all(feature = "posix-spawn", target_env = "gnu"))]
mod posix_spawn;
mod signals;
mod stack;
mod table;

use crate::child::{AtEnd, Child};
#[cfg(all(feature = "posix-spawn", target_env = "gnu"))]
use crate::child::{Waiter, with_waiter};
use crate::command::{Command, Signals};
use crate::containment::Contained;
use crate::error::{SpawnError, SpawnStep};
use crate::guardian::Guardian;
use child_side::ChildSide;
use image::Image;
pub use low_numbers::hold_reserved_descriptors;
#[cfg(all(feature = "posix-spawn", target_env = "gnu"))]
pub use posix_spawn::force_posix_spawn;
#[cfg(all(feature = "posix-spawn", target_env = "gnu"))]
use rustix::process::Pid;
use std::os::fd::RawFd;
use std::sync::Arc;

impl Command {
    /// Starts the process. When this returns, the child runs its program, or there is no child.
    ///
    /// # Errors
    /// The kernel's error and the step that met it. Nothing is left behind: no process, no
    /// descriptor but the parent's ends of pipes in the error, which close when it is dropped.
    pub fn spawn(&self) -> Result<Child, SpawnError> {
        if self.contained {
            let mut contained = Contained::new().map_err(|errno| SpawnError::at(SpawnStep::Clone, errno))?;
            let mut command = self.clone();
            command.env(contained.variable(), "1").new_session(true);
            let guardian = self.guardian(&contained)?.map(Arc::new);
            let result = command.spawn_in_group(&mut contained);
            if let (Some(guardian), Err(_)) = (&guardian, &result) {
                guardian.dismiss();
            }
            let mut child = result?;
            let group = contained.group().cloned();
            child.contained = Some(contained);
            if group.is_some() || guardian.is_some() {
                let of_end = guardian.clone();
                child.at_end = AtEnd::new(move || {
                    if let Some(guardian) = &of_end {
                        guardian.child_ended();
                    }
                    if let Some(group) = &group {
                        group.remove_if_empty();
                    }
                });
            }
            if let Some(guardian) = guardian {
                guardian.guard(&child);
            }
            return Ok(child);
        }
        self.spawn_in_terminal()
    }

    /// In the control group that was made for it, or outside where the kernel or a sandbox refuses
    /// that.
    fn spawn_in_group(&mut self, contained: &mut Contained) -> Result<Child, SpawnError> {
        self.control_group = contained
            .group()
            .and_then(|group| group.open().ok())
            .map(Arc::new);
        if self.control_group.is_some() {
            match self.spawn_in_terminal() {
                Err(error) if error.step == SpawnStep::Clone => self.control_group = None,
                result => return result,
            }
        }
        contained.give_up_group();
        self.spawn_in_terminal()
    }

    /// The process that signals all that the child contains when this one ends, where that is asked
    /// for. It is there before the child.
    fn guardian(&self, contained: &Contained) -> Result<Option<Guardian>, SpawnError> {
        let Some(signal) = self.parent_death_signal else {
            return Ok(None);
        };
        let mark = contained.mark().to_vec();
        let group = contained.group().map(|group| group.path().to_owned());
        let started = lasting_thread::run(move || {
            let _blocked = signals::block_all();
            // SAFETY: that thread lasts as long as the process, and has blocked all signals.
            unsafe { Guardian::start(&mark, group.as_deref(), signal) }
        });
        started
            .and_then(|guardian| guardian)
            .map(Some)
            .map_err(|errno| SpawnError::at(SpawnStep::Guardian, errno))
    }
}

/// Starts the process, on the thread that lasts as long as this process where its end is to be the
/// parent's. `sources` are written to.
fn start(command: &Command, sources: &mut [RawFd]) -> Result<Child, SpawnError> {
    let mask = (command.signals == Signals::Kept).then(signals::mask);
    if command.parent_death_signal.is_none() {
        return start_here(command, sources, mask);
    }
    let (command, mut sources) = (command.clone(), sources.to_vec());
    lasting_thread::run(move || start_here(&command, &mut sources, mask))
        .unwrap_or_else(|errno| Err(SpawnError::at(SpawnStep::Clone, errno)))
}

/// With a `mask`, the child blocks these signals and ignores what this process does.
fn start_here(command: &Command, sources: &mut [RawFd], mask: Option<u64>) -> Result<Child, SpawnError> {
    let mut image = Image::new(command);
    #[cfg(all(feature = "posix-spawn", target_env = "gnu"))]
    if posix_spawn::is_forced() {
        if let Some(result) = posix_spawn::start(command, &mut image, sources) {
            return result;
        }
    }
    let _substitutes = low_numbers::substitute(sources);
    let witness = table::witness_to_share(command, &image, sources);
    let side = ChildSide::new(command, &mut image, sources, mask);
    let clone_failed = |errno| SpawnError::at(SpawnStep::Clone, errno);
    let changes_identity = command.user.is_some() || command.group.is_some();
    let child = stack::with_stack(|stack| {
        let _kept = changes_identity.then(dumpable::keep).transpose()?;
        // A handler that ran in the child before its program is executed would run on memory that
        // it shares with the parent.
        let _blocked = signals::block_all();
        mechanism::make(stack, &side, witness)
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

/// Makes a process that a thread watches, as where there are no pidfds.
#[cfg(all(feature = "posix-spawn", target_env = "gnu"))]
fn make_watched(make: impl FnOnce() -> Result<Pid, SpawnError>) -> Result<Child, SpawnError> {
    let waiter = Waiter::start().map_err(|errno| SpawnError::at(SpawnStep::Clone, errno))?;
    with_waiter(waiter, make)
}
