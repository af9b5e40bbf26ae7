//! What a child does with its descriptors and its working directory before its program is executed.

use super::placed::Placed;
use crate::command::Command;
#[cfg(target_os = "macos")]
use crate::descriptors::is_open;
use crate::descriptors::{LEAVE_CLOSED, NOT_PLANNED, OPEN_NULL_DEVICE};
use crate::error::{SpawnError, SpawnStep};
use rustix::io::Errno;
use std::ffi::{c_char, c_int};
use std::mem::MaybeUninit;
use std::os::fd::RawFd;

/// `posix_spawn_file_actions_t`, which is destroyed with this.
pub(super) struct Actions(libc::posix_spawn_file_actions_t);

unsafe extern "C" {
    /// glibc 2.29, macOS 10.15.
    fn posix_spawn_file_actions_addchdir_np(
        actions: *mut libc::posix_spawn_file_actions_t,
        path: *const c_char,
    ) -> c_int;

    /// glibc 2.34.
    #[cfg(target_os = "linux")]
    fn posix_spawn_file_actions_addclosefrom_np(
        actions: *mut libc::posix_spawn_file_actions_t,
        first: c_int,
    ) -> c_int;

    /// macOS 10.7.
    #[cfg(target_os = "macos")]
    fn posix_spawn_file_actions_addinherit_np(
        actions: *mut libc::posix_spawn_file_actions_t,
        number: c_int,
    ) -> c_int;
}

impl Actions {
    /// # Errors
    /// `ENOMEM`, and `EBADF` for a number that no descriptor may have here.
    pub fn new(command: &Command, placed: &Placed) -> Result<Self, SpawnError> {
        let mut actions = Self::empty().map_err(|errno| SpawnError::at(SpawnStep::Descriptors, errno))?;
        actions
            .add_descriptors(command, placed)
            .map_err(|errno| SpawnError::at(SpawnStep::Descriptors, errno))?;
        if let Some(path) = &command.working_directory {
            // SAFETY: initialized actions and a C string, which is copied.
            let added = unsafe { posix_spawn_file_actions_addchdir_np(&raw mut actions.0, path.as_ptr()) };
            check(added).map_err(|errno| SpawnError::at(SpawnStep::WorkingDirectory, errno))?;
        }
        Ok(actions)
    }

    pub const fn get(&self) -> *const libc::posix_spawn_file_actions_t {
        &raw const self.0
    }

    fn empty() -> Result<Self, Errno> {
        let mut actions = MaybeUninit::uninit();
        // SAFETY: initializes what the pointer is to, unless it fails.
        unsafe {
            check(libc::posix_spawn_file_actions_init(actions.as_mut_ptr()))?;
            Ok(Self(actions.assume_init()))
        }
    }

    fn add_descriptors(&mut self, command: &Command, placed: &Placed) -> Result<(), Errno> {
        for (target, source) in (0..).zip(&placed.sources) {
            match *source {
                OPEN_NULL_DEVICE => self.open_null_device(target)?,
                LEAVE_CLOSED if is_to_be_closed(command, target) => self.close(target)?,
                NOT_PLANNED if is_other_closed(command) => self.close(target)?,
                LEAVE_CLOSED | NOT_PLANNED => {}
                source if source == target => self.keep(source)?,
                source => self.duplicate(source, target)?,
            }
        }
        self.close_others(command, &placed.sources)
    }

    fn duplicate(&mut self, source: RawFd, target: RawFd) -> Result<(), Errno> {
        // SAFETY: initialized actions and two numbers.
        check(unsafe { libc::posix_spawn_file_actions_adddup2(&raw mut self.0, source, target) })
    }

    fn open_null_device(&mut self, number: RawFd) -> Result<(), Errno> {
        let access = if number == 0 { libc::O_RDONLY } else { libc::O_RDWR };
        let path = c"/dev/null".as_ptr();
        // SAFETY: initialized actions, numbers, and a C string, which is copied.
        check(unsafe { libc::posix_spawn_file_actions_addopen(&raw mut self.0, number, path, access, 0) })
    }

    /// The child has this descriptor under the same number. (A duplicate of itself loses the
    /// close-on-exec flag.)
    #[cfg(target_os = "linux")]
    fn keep(&mut self, number: RawFd) -> Result<(), Errno> {
        self.duplicate(number, number)
    }

    /// The child has this descriptor under the same number.
    #[cfg(target_os = "macos")]
    fn keep(&mut self, number: RawFd) -> Result<(), Errno> {
        // SAFETY: initialized actions and a number.
        check(unsafe { posix_spawn_file_actions_addinherit_np(&raw mut self.0, number) })
    }

    fn close(&mut self, number: RawFd) -> Result<(), Errno> {
        // SAFETY: initialized actions and a number.
        check(unsafe { libc::posix_spawn_file_actions_addclose(&raw mut self.0, number) })
    }

    /// There is no flag that sets close-on-exec for all. This closes even what another thread opens
    /// meanwhile.
    #[cfg(target_os = "linux")]
    fn close_others(&mut self, command: &Command, plan: &[RawFd]) -> Result<(), Errno> {
        if !is_other_closed(command) {
            return Ok(());
        }
        let first = c_int::try_from(plan.len()).map_err(|_| Errno::MFILE)?;
        // SAFETY: initialized actions and a number.
        check(unsafe { posix_spawn_file_actions_addclosefrom_np(&raw mut self.0, first) })
    }

    /// The attribute closes them; those that may stay are named.
    #[cfg(target_os = "macos")]
    fn close_others(&mut self, command: &Command, plan: &[RawFd]) -> Result<(), Errno> {
        let kept = command.other_descriptors.kept().unwrap_or_default();
        for descriptor in kept.iter().filter(|descriptor| descriptor.is_still_open()) {
            let Ok(number) = usize::try_from(descriptor.number) else {
                continue;
            };
            if plan.get(number).is_none_or(|&source| source == NOT_PLANNED) {
                self.keep(descriptor.number)?;
            }
        }
        Ok(())
    }
}

/// What the parent left inheritable at this number is not in the plan. To close what is not open is
/// no error.
#[cfg(target_os = "linux")]
const fn is_to_be_closed(_: &Command, _: RawFd) -> bool {
    true
}

/// As [`close_others`](Actions::close_others) does behind the plan.
#[cfg(target_os = "linux")]
fn is_other_closed(command: &Command) -> bool {
    command.other_descriptors.kept().is_some()
}

/// The attribute closes them.
#[cfg(target_os = "macos")]
const fn is_other_closed(_: &Command) -> bool {
    false
}

/// Nothing that is not named stays open (`POSIX_SPAWN_CLOEXEC_DEFAULT`), unless all that is
/// inheritable does. To close what is not open is an error.
#[cfg(target_os = "macos")]
fn is_to_be_closed(command: &Command, number: RawFd) -> bool {
    command.other_descriptors.kept().is_none() && is_open(number)
}

impl Drop for Actions {
    fn drop(&mut self) {
        // SAFETY: initialized, and not used any more.
        unsafe { libc::posix_spawn_file_actions_destroy(&raw mut self.0) };
    }
}

/// The functions return their errors.
pub(super) const fn check(result: c_int) -> Result<(), Errno> {
    match result {
        0 => Ok(()),
        errno => Err(Errno::from_raw_os_error(errno)),
    }
}
