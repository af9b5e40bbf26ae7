//! `posix_spawn(3)`: the way to make a process on macOS. On Linux it is forced by tests
//! ([`force_posix_spawn`]), which run there what nobody has run on macOS.
//!
//! It reports an error number and not the step that failed, so what can fail is done or looked at
//! in the parent where that is possible.

mod actions;
mod attributes;
#[cfg(target_os = "linux")]
mod forced;
mod placed;

use super::image::{Image, SCRIPT_ARGUMENT, SHELL_RUNS_SCRIPTS};
use crate::child::Child;
use crate::command::Command;
use crate::error::{SpawnError, SpawnStep};
use actions::Actions;
use attributes::Attributes;
#[cfg(target_os = "linux")]
pub use forced::force_posix_spawn;
#[cfg(target_os = "linux")]
pub(super) use forced::is_forced;
pub(super) use placed::Placed;
use rustix::fs::stat;
use rustix::io::Errno;
use rustix::process::Pid;
use std::ffi::c_char;
use std::os::fd::RawFd;

/// Starts the process. `None` when the command asks for what `posix_spawn(3)` cannot do: then it is
/// a fork's.
pub(super) fn start(
    command: &Command,
    image: &mut Image<'_>,
    sources: &[RawFd],
) -> Option<Result<Child, SpawnError>> {
    if !is_enough_for(command, image) {
        return None;
    }
    let placed = match Placed::new(sources) {
        Ok(placed) if has_possible_numbers(command, &placed) => placed,
        Ok(_) => return None,
        Err(error) => return Some(Err(error)),
    };
    Some(start_placed(command, image, &placed))
}

fn start_placed(command: &Command, image: &mut Image<'_>, placed: &Placed) -> Result<Child, SpawnError> {
    let actions = Actions::new(command, placed)?;
    let attributes = Attributes::new(command)?;
    super::make_watched(|| execute(command, image, &actions, &attributes))
}

/// Whether all that the command asks for can be said in file actions and attributes.
fn is_enough_for(command: &Command, image: &Image) -> bool {
    let has_identity = command.user.is_some() || command.group.is_some();
    // It leads a group already, and the error of taking another would be that of an execution.
    let takes_group_in_session = command.new_session && command.process_group.is_some_and(|group| group != 0);
    !has_identity
        && command.setup.is_none()
        && command.parent_death_signal.is_none()
        && command.terminal_path.is_none()
        && !takes_group_in_session
        && is_enough_on_this_system(command, image)
}

/// The C library closes what the plan does not name (`closefrom`), and does so before the program
/// is executed.
#[cfg(target_os = "linux")]
fn is_enough_on_this_system(command: &Command, image: &Image) -> bool {
    let kept = command.other_descriptors.kept();
    command.control_group.is_none()
        && kept.is_none_or(<[_]>::is_empty)
        && super::table::names_no_descriptor(command, image)
}

/// macOS reports `ENOENT` for a relative path in another working directory, although it has started
/// the program.
#[cfg(target_os = "macos")]
fn is_enough_on_this_system(command: &Command, image: &Image) -> bool {
    command.working_directory.is_none() || image.candidate_paths().all(|path| path.starts_with(b"/"))
}

/// The C library takes all that the limit allows.
#[cfg(target_os = "linux")]
const fn has_possible_numbers(_: &Command, _: &Placed) -> bool {
    true
}

/// The file actions of macOS take no number from `OPEN_MAX` on (`EBADF`), although the limit of
/// descriptors may be higher.
#[cfg(target_os = "macos")]
fn has_possible_numbers(command: &Command, placed: &Placed) -> bool {
    const OPEN_MAX: RawFd = 10_240;
    let kept = command.other_descriptors.kept().unwrap_or_default();
    RawFd::try_from(placed.sources.len()).is_ok_and(|count| count <= OPEN_MAX)
        && placed.sources.iter().all(|&source| source < OPEN_MAX)
        && kept.iter().all(|descriptor| descriptor.number < OPEN_MAX)
}

/// Tries the candidates as `execvp(3)` does, and as the child's side of the other mechanisms:
/// `posix_spawnp(3)` would look for them in this process's `PATH`.
fn execute(
    command: &Command,
    image: &mut Image<'_>,
    actions: &Actions,
    attributes: &Attributes,
) -> Result<Pid, SpawnError> {
    let call = |path, arguments: &[*const c_char]| loop {
        let mut pid = 0;
        // SAFETY: a C string, initialized actions and attributes, and null-ended lists of C
        // strings, which the C library does not change.
        let result = unsafe {
            libc::posix_spawn(
                &raw mut pid,
                path,
                actions.get(),
                attributes.get(),
                arguments.as_ptr().cast::<*mut c_char>(),
                image.environment.cast::<*mut c_char>(),
            )
        };
        match result {
            0 => break Pid::from_raw(pid).ok_or(Errno::CHILD),
            // On macOS a signal may come while the kernel waits for memory.
            libc::EINTR => {}
            errno => break Err(Errno::from_raw_os_error(errno)),
        }
    };
    let failed = |errno| SpawnError::at(failed_step(command, errno), errno);
    let mut last = Errno::NOENT;
    let mut is_forbidden = false;
    for &path in image.candidates.iter().filter(|path| !path.is_null()) {
        last = match call(path, &image.arguments) {
            Ok(pid) => return Ok(pid),
            Err(errno) => errno,
        };
        match last {
            Errno::NOEXEC if SHELL_RUNS_SCRIPTS => {
                image.shell_arguments[SCRIPT_ARGUMENT] = path;
                return call(c"/bin/sh".as_ptr(), &image.shell_arguments).map_err(failed);
            }
            Errno::ACCESS => is_forbidden = true,
            Errno::NOENT | Errno::NOTDIR | Errno::STALE | Errno::NODEV | Errno::TIMEDOUT => {}
            errno => return Err(failed(errno)),
        }
        if failed_step(command, last) != SpawnStep::Execute {
            break;
        }
    }
    Err(failed(if is_forbidden { Errno::ACCESS } else { last }))
}

/// The step that the error number is of, as far as one can say afterwards.
fn failed_step(command: &Command, errno: Errno) -> SpawnStep {
    let in_group = command.process_group.is_some_and(|group| group != 0);
    match errno {
        // Of `fork(2)`, and hardly ever of `execve(2)`.
        Errno::AGAIN | Errno::NOMEM | Errno::NOSYS => SpawnStep::Clone,
        // A number that the limit does not allow.
        Errno::BADF => SpawnStep::Descriptors,
        Errno::PERM | Errno::SRCH if in_group => SpawnStep::Session,
        _ if !can_be_entered(command) => SpawnStep::WorkingDirectory,
        _ => SpawnStep::Execute,
    }
}

/// Whether the working directory is one, and may be searched: what `chdir(2)` asks for.
fn can_be_entered(command: &Command) -> bool {
    command.working_directory.as_ref().is_none_or(|directory| {
        let itself = [directory.to_bytes(), b"/."].concat();
        !directory.is_empty() && stat(itself.as_slice()).is_ok()
    })
}
