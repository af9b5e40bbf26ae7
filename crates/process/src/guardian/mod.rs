//! A process of this crate's own that waits for the end of this one, and then signals all that a
//! child contains: the kernel's signal of the parent's death reaches the child alone.
//!
//! It is made by a fork without an exec, in a process that may have many threads. So it makes
//! nothing but system calls, on memory that was laid out before ([`Workspace`]), holds no
//! descriptor, and gives back the copy of this process's memory. It is made with no signal of its
//! end, where the system can do that: nobody who waits for any child sees it, and nothing sends
//! `SIGCHLD`.

mod control_group;
mod members;
mod memory;
mod process_files;
mod search;
mod shared;
mod system_calls;
mod watch;
mod workspace;

use crate::child::{Child, with_pidfd_or_waiter};
use crate::last_errno::last_errno;
use crate::reaper;
use rustix::io::Errno;
use rustix::process::Pid;
use shared::Shared;
use std::ffi::c_void;
use std::os::fd::RawFd;
use std::path::Path;
use std::ptr;
use std::sync::Arc;
use workspace::{Mapping, Workspace};

/// The guardian of one contained child, seen from this process.
#[derive(Debug)]
pub(crate) struct Guardian {
    shared: Mapping<Shared>,
    /// The reaper waits for it.
    process: Arc<Child>,
}

impl Guardian {
    /// Starts a guardian.
    ///
    /// # Safety
    /// The calling thread has blocked all signals, so that no handler runs in the new process.
    /// (And it should last as long as this process: its end is what the guardian waits for.)
    ///
    /// # Errors
    /// `ENOMEM`, `EAGAIN` and the like: what the kernel says to a fork, and to a thread that has to
    /// stand for a pidfd.
    pub unsafe fn start(mark: &[u8], group: Option<&Path>, signal: i32) -> Result<Self, Errno> {
        let shared: Mapping<Shared> = Mapping::shared()?;
        let workspace: Mapping<Workspace> = Mapping::private()?;
        // SAFETY: a fresh mapping of its own, which nobody else has a reference to.
        let prepared = unsafe { &mut *workspace.address() };
        prepared.prepare(mark, signal, &shared)?;
        prepared.plan.set_group(group);
        let stack = prepared.top_of_stack();
        let attempt = |signal_of_end| {
            let make = |flags, pidfd: &mut RawFd| {
                // SAFETY: the new process has a copy of this memory and goes on in `watch::run`, on
                // a stack that nobody else uses; signals are blocked, by the caller's promise.
                let pid = unsafe {
                    libc::clone(
                        watch::run,
                        stack,
                        flags | signal_of_end,
                        workspace.address().cast::<c_void>(),
                        ptr::from_mut(pidfd),
                    )
                };
                if pid < 0 {
                    return Err(last_errno());
                }
                Pid::from_raw(pid).ok_or(Errno::CHILD)
            };
            // SAFETY: the kernel has opened the pidfd for this call.
            unsafe { with_pidfd_or_waiter(make) }
        };
        let process = match attempt(0) {
            // What qemu's user mode says to a process without that signal.
            Err(Errno::INVAL) => attempt(libc::SIGCHLD)?,
            result => result?,
        };
        // Until then it may hold descriptors, and would miss this process's end.
        let is_ready = shared
            .get()
            .wait_until_ready(|| matches!(process.try_wait(), Ok(None)));
        let process = Arc::new(process);
        reaper::abandon(Arc::clone(&process));
        if is_ready {
            Ok(Self { shared, process })
        } else {
            Err(Errno::AGAIN)
        }
    }

    /// Says which child is to be guarded, by its process identifier and by when it was started: a
    /// later process may get the identifier, and this one may not notice, where the kernel or other
    /// code reaps.
    pub fn guard(&self, child: &Child) {
        let stat = process_files::stat(child.pid(), &mut [0; 1024]);
        // Asked afterwards: of one that was reaped before, another process may have been read. And
        // what follows its end is done then.
        let is_unreaped = child.is_unreaped();
        let started = stat.filter(|_| is_unreaped).map_or(0, |stat| stat.started);
        self.shared.get().set_child(child.pid(), started);
    }

    /// The child has ended, and its identifier may become another's: from now on, the guardian
    /// looks whether anything is left, at once and then from time to time, and ends when nothing
    /// is.
    pub fn child_ended(&self) {
        self.shared.get().set_ended();
        // Fails where this process has changed identity: the guardian looks after its pause then.
        let _ = self.process.send_signal(watch::WAKE);
    }

    /// There is nothing to guard.
    pub fn dismiss(&self) {
        // By the signal that it waits for: it finds nothing, and ends.
        let _ = self.process.send_signal(watch::SIGNAL);
    }
}
