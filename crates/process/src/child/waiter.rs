//! A thread that waits for one process, where the kernel has no pidfds (before Linux 5.4, or in a sandbox).

use super::exit_descriptor::ExitDescriptor;
use super::waited::wait_id;
use crate::own_thread;
use rustix::event::{EventfdFlags, eventfd};
use rustix::io::{Errno, write};
use rustix::process::Pid;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

/// The thread, started before the process, so that no process is made that cannot be watched. Dropping this ends it.
pub(crate) struct Waiter {
    process: Sender<Pid>,
    event: Arc<OwnedFd>,
}

impl Waiter {
    /// # Errors
    /// `EMFILE`, `ENFILE` or `ENOMEM` of `eventfd(2)`; `EAGAIN` when no thread can be started.
    pub fn start() -> Result<Self, Errno> {
        let event = Arc::new(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?);
        let (process, receiver) = channel::<Pid>();
        let of_thread = Arc::clone(&event);
        own_thread::start("rt-waiter", move || {
            let Ok(pid) = receiver.recv() else {
                return;
            };
            // The process is left for its owner to reap: until then its identifier is its own. An error says that there is nothing to wait for (`ECHILD`).
            let _ = wait_id(libc::P_PID, pid.as_raw_nonzero().get(), libc::WNOWAIT);
            // A first write of 1 has room.
            let _ = write(&of_thread, &1u64.to_ne_bytes());
        })?;
        Ok(Self { process, event })
    }

    /// Waits for this process, and returns what tells of its end.
    pub fn watch(self, pid: Pid) -> ExitDescriptor {
        // The thread receives, or it would have ended with this.
        let _ = self.process.send(pid);
        ExitDescriptor::Event(self.event)
    }
}
