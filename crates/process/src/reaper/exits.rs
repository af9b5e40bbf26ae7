//! The ends of many children: an `epoll(7)` of their pidfds.

use crate::child::Child;
use crate::exit_status::ExitStatus;
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::io::Errno;
use std::io;
use std::os::fd::OwnedFd;

pub(super) struct Exits(OwnedFd);

impl Exits {
    pub fn new() -> Result<Self, Errno> {
        epoll::create(CreateFlags::CLOEXEC).map(Self)
    }

    /// Lets the end of a child be reported with this key. `false` when it cannot be.
    pub fn add(&self, child: &Child, key: u64) -> bool {
        // Edge-triggered: a child that a debugger traces has ended, but cannot be reaped before the
        // debugger lets it go, which is another edge (ptrace(2)).
        let flags = EventFlags::IN | EventFlags::ET;
        child
            .pidfd()
            .is_some_and(|pidfd| epoll::add(&self.0, pidfd, EventData::new_u64(key), flags).is_ok())
    }

    /// Waits until children have ended, and returns their keys.
    pub fn wait(&self) -> Vec<u64> {
        let mut events = Vec::with_capacity(64);
        let _ = epoll::wait(&self.0, rustix::buffer::spare_capacity(&mut events), None);
        events
            .iter()
            .map(|event: &epoll::Event| event.data.u64())
            .collect()
    }

    /// How a child whose end was reported ended; `None` when it cannot be reaped yet.
    pub fn take(&self, child: &Child) -> Option<io::Result<ExitStatus>> {
        let status = child.try_wait().transpose()?;
        // Closing alone is not enough: another child between clone and exec still holds the pidfd,
        // and its end would be reported again.
        if let Some(pidfd) = child.pidfd() {
            let _ = epoll::delete(&self.0, pidfd);
        }
        Some(status)
    }
}
