//! Session, process group and signals of a child.

use super::actions::check;
use crate::command::{Command, Signals};
use crate::error::{SpawnError, SpawnStep};
use rustix::io::Errno;
use std::ffi::c_int;
use std::mem::MaybeUninit;

/// `posix_spawnattr_t`, which is destroyed with this.
pub(super) struct Attributes(libc::posix_spawnattr_t);

#[cfg(target_os = "linux")]
const SET_SESSION: c_int = libc::POSIX_SPAWN_SETSID as c_int;
/// `POSIX_SPAWN_SETSID` (macOS 10.15), which the `libc` crate does not have.
#[cfg(target_os = "macos")]
const SET_SESSION: c_int = 0x0400;

impl Attributes {
    /// # Errors
    /// `ENOMEM`; `EINVAL` for a process group that can be none.
    pub fn new(command: &Command) -> Result<Self, SpawnError> {
        let no_memory = |errno| SpawnError::at(SpawnStep::Clone, errno);
        let mut attributes = Self::empty().map_err(no_memory)?;
        let mut flags = attributes.set_signals(command.signals).map_err(no_memory)?;
        if command.new_session {
            flags |= SET_SESSION;
        } else if let Some(group) = command.process_group {
            if group < 0 {
                return Err(SpawnError::at(SpawnStep::Session, Errno::INVAL));
            }
            flags |= libc::POSIX_SPAWN_SETPGROUP;
            // SAFETY: initialized attributes and a number.
            let set = unsafe { libc::posix_spawnattr_setpgroup(&raw mut attributes.0, group) };
            check(set).map_err(|errno| SpawnError::at(SpawnStep::Session, errno))?;
        }
        #[cfg(target_os = "macos")]
        if command.other_descriptors.kept().is_some() {
            flags |= libc::POSIX_SPAWN_CLOEXEC_DEFAULT;
        }
        attributes.set_flags(flags).map_err(no_memory)?;
        Ok(attributes)
    }

    pub const fn get(&self) -> *const libc::posix_spawnattr_t {
        &raw const self.0
    }

    fn empty() -> Result<Self, Errno> {
        let mut attributes = MaybeUninit::uninit();
        // SAFETY: initializes what the pointer is to, unless it fails.
        unsafe {
            check(libc::posix_spawnattr_init(attributes.as_mut_ptr()))?;
            Ok(Self(attributes.assume_init()))
        }
    }

    /// The signals that have their default actions, and an empty mask or the thread's. Returns the
    /// flags for that.
    fn set_signals(&mut self, signals: Signals) -> Result<c_int, Errno> {
        let (mut reset, mut none) = (MaybeUninit::uninit(), MaybeUninit::uninit());
        // SAFETY: the sets are filled before they are used, and the attributes are initialized. The
        // two signals that have no other action may not be set.
        unsafe {
            if signals == Signals::Kept {
                libc::sigemptyset(reset.as_mut_ptr());
                libc::sigaddset(reset.as_mut_ptr(), libc::SIGPIPE);
                check(libc::posix_spawnattr_setsigdefault(
                    &raw mut self.0,
                    reset.as_ptr(),
                ))?;
                return Ok(libc::POSIX_SPAWN_SETSIGDEF);
            }
            libc::sigfillset(reset.as_mut_ptr());
            libc::sigdelset(reset.as_mut_ptr(), libc::SIGKILL);
            libc::sigdelset(reset.as_mut_ptr(), libc::SIGSTOP);
            libc::sigemptyset(none.as_mut_ptr());
            check(libc::posix_spawnattr_setsigdefault(
                &raw mut self.0,
                reset.as_ptr(),
            ))?;
            check(libc::posix_spawnattr_setsigmask(&raw mut self.0, none.as_ptr()))?;
        }
        Ok(libc::POSIX_SPAWN_SETSIGDEF | libc::POSIX_SPAWN_SETSIGMASK)
    }

    fn set_flags(&mut self, flags: c_int) -> Result<(), Errno> {
        let flags = flags.try_into().map_err(|_| Errno::INVAL)?;
        // SAFETY: initialized attributes and a number.
        check(unsafe { libc::posix_spawnattr_setflags(&raw mut self.0, flags) })
    }
}

impl Drop for Attributes {
    fn drop(&mut self) {
        // SAFETY: initialized, and not used any more.
        unsafe { libc::posix_spawnattr_destroy(&raw mut self.0) };
    }
}
