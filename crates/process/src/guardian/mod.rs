//! A process of this crate's own that waits for the end of this one, and then signals all that a
//! child contains: the kernel's signal of the parent's death reaches the child alone.
//!
//! It is made by a fork without an exec, in a process that may have many threads. So it makes
//! nothing but system calls, on memory that was laid out before ([`Workspace`]), holds no
//! descriptor, and gives back the copy of this process's memory. It is made with no signal of its
//! end: nobody who waits for any child sees it, and nothing sends `SIGCHLD`.

mod control_group;
mod members;
mod memory;
mod process_files;
mod shared;
mod system_calls;
mod watch;
mod workspace;

use crate::child::{Child, ExitDescriptor, send_through};
use crate::last_errno::last_errno;
use crate::reaper;
use rustix::io::Errno;
use rustix::process::Pid;
use shared::Shared;
use std::ffi::c_void;
use std::os::fd::{AsFd, FromRawFd, OwnedFd, RawFd};
use std::path::Path;
use workspace::{Mapping, Workspace};

/// The guardian of one contained child, seen from this process.
#[derive(Debug)]
pub(crate) struct Guardian {
    shared: Mapping<Shared>,
    /// To end it when its child could not be started.
    pidfd: OwnedFd,
}

impl Guardian {
    /// Starts a guardian.
    ///
    /// # Safety
    /// The calling thread has blocked all signals, so that no handler runs in the new process.
    /// (And it should last as long as this process: its end is what the guardian waits for.)
    ///
    /// # Errors
    /// `ENOMEM`, `EAGAIN` and the like: what the kernel says to a fork; `EMFILE` and `ENFILE`
    /// without a descriptor.
    pub unsafe fn start(mark: &[u8], group: Option<&Path>, signal: i32) -> Result<Self, Errno> {
        let shared: Mapping<Shared> = Mapping::shared()?;
        let workspace: Mapping<Workspace> = Mapping::private()?;
        // SAFETY: a fresh mapping of its own, which nobody else has a reference to.
        let prepared = unsafe { &mut *workspace.address() };
        prepared.prepare(mark, signal, &shared)?;
        prepared.plan.set_group(group);
        let mut pidfd: RawFd = -1;
        // SAFETY: the new process has a copy of this memory and goes on in `watch::run`, on a stack
        // that nobody else uses; signals are blocked, by the caller's promise.
        let pid = unsafe {
            libc::clone(
                watch::run,
                prepared.top_of_stack(),
                libc::CLONE_PIDFD,
                workspace.address().cast::<c_void>(),
                &raw mut pidfd,
            )
        };
        if pid < 0 {
            return Err(last_errno());
        }
        // SAFETY: the kernel opened it for this call, and nothing else owns it.
        let pidfd = unsafe { OwnedFd::from_raw_fd(pidfd) };
        let pid = Pid::from_raw(pid).ok_or(Errno::CHILD)?;
        let guardian = Self {
            shared,
            pidfd: pidfd.try_clone().map_err(|_| Errno::MFILE)?,
        };
        let process = Child::new(pid, ExitDescriptor::Pidfd(pidfd));
        // Until then it may hold descriptors, and would miss this process's end.
        let is_ready = guardian
            .shared
            .get()
            .wait_until_ready(|| matches!(process.try_wait(), Ok(None)));
        reaper::abandon(process);
        if is_ready { Ok(guardian) } else { Err(Errno::AGAIN) }
    }

    /// Says which child is to be guarded, by its process identifier.
    pub fn guard(&self, pid: i32) {
        self.shared.get().set_child(pid);
    }

    /// The child has ended, and its identifier may become another's: from now on, the guardian
    /// looks from time to time whether anything is left, and ends when nothing is.
    pub fn child_ended(&self) {
        self.shared.get().set_ended();
    }

    /// There is nothing to guard.
    pub fn dismiss(&self) {
        // By the signal that it waits for: it finds nothing, and ends.
        let _ = send_through(self.pidfd.as_fd(), watch::SIGNAL, 0);
    }
}
