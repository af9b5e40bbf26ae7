//! The ends of many children on macOS: one `kqueue(2)` that watches them by their identifiers.

use crate::child::{Child, add_exit};
use crate::exit_status::ExitStatus;
use rustix::event::kqueue::{Event, kevent_timespec, kqueue};
use rustix::io::{Errno, FdFlags, fcntl_setfd};
use rustix::process::Pid;
use std::io;
use std::os::fd::OwnedFd;

pub(super) struct Exits(OwnedFd);

impl Exits {
    pub fn new() -> Result<Self, Errno> {
        let queue = kqueue()?;
        fcntl_setfd(&queue, FdFlags::CLOEXEC)?;
        Ok(Self(queue))
    }

    /// Lets the end of a child be reported with this key. `false` when it cannot be, since it has
    /// ended already.
    pub fn add(&self, child: &Child, key: u64) -> bool {
        let pid = Pid::from_raw(child.pid());
        let watched = pid.zip(usize::try_from(key).ok());
        watched.is_some_and(|(pid, key)| add_exit(&self.0, pid, key).is_ok())
    }

    /// Waits until children have ended, and returns their keys.
    pub fn wait(&self) -> Vec<u64> {
        let mut events = Vec::with_capacity(64);
        let buffer = rustix::buffer::spare_capacity(&mut events);
        // SAFETY: nothing is added to the queue.
        let _ = unsafe { kevent_timespec(&self.0, &[], buffer, None) };
        let key = |event: &Event| u64::try_from(event.udata().addr()).unwrap_or_default();
        events.iter().map(key).collect()
    }

    /// How a child whose end was reported ended. The report comes once, and a moment before the
    /// child can be reaped: then this waits.
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "on Linux it is another function, with the same callers"
    )]
    pub fn take(&self, child: &Child) -> Option<io::Result<ExitStatus>> {
        Some(child.wait())
    }
}
