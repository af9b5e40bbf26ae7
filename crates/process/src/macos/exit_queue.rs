//! A `kqueue(2)` that watches one process on macOS, which is a descriptor that can be polled.

use super::ExitDescriptor;
use super::waited::{Waited, wait_for};
use super::waiter::{End, Waiter};
use rustix::event::kqueue::{Event, EventFilter, EventFlags, ProcessEvents, kevent_timespec, kqueue};
use rustix::io::{Errno, FdFlags, fcntl_setfd};
use rustix::process::Pid;
use std::os::fd::OwnedFd;
use std::ptr;
use std::sync::Arc;
use std::time::Instant;

/// What will watch a process that is not there yet.
pub(crate) enum Prepared {
    Queue(OwnedFd),
    Thread(Waiter),
}

impl ExitDescriptor {
    /// # Errors
    /// `EAGAIN` when there is no free descriptor, and no thread can be started either.
    pub fn prepare() -> Result<Prepared, Errno> {
        let queue = kqueue().and_then(|queue| {
            fcntl_setfd(&queue, FdFlags::CLOEXEC)?;
            Ok(queue)
        });
        match queue {
            Ok(queue) => Ok(Prepared::Queue(queue)),
            Err(_) => Waiter::start().map(Prepared::Thread),
        }
    }

    /// Waits for the process. `None` when it has not ended.
    ///
    /// The process must not have been reaped: its identifier may be used.
    pub fn wait(&self, pid: Pid, options: i32) -> Result<Option<Waited>, Errno> {
        if matches!(self, Self::Thread(end) if end.is_lost(pid)) {
            return Err(Errno::CHILD);
        }
        // The event comes a moment before the process can be reaped: then the call waits for that.
        let has_ended = options & libc::WNOHANG != 0 && self.sleep(Some(Instant::now()))?;
        let options = if has_ended {
            options & !libc::WNOHANG
        } else {
            options
        };
        match wait_for(pid, options) {
            // A debugger has taken it for the moment, and is who waits for it now (`ptrace(2)`).
            Err(Errno::CHILD) if self.is_still_watched()? => Ok(None),
            outcome => outcome,
        }
    }

    /// Whether there is a queue, and the end of the process has not come to it.
    fn is_still_watched(&self) -> Result<bool, Errno> {
        Ok(matches!(self, Self::Kernel(_)) && !self.sleep(Some(Instant::now()))?)
    }
}

impl Prepared {
    /// Watches this process, a child that was not reaped.
    pub fn watch(self, pid: Pid) -> ExitDescriptor {
        let queue = match self {
            Self::Thread(waiter) => return ExitDescriptor::Thread(waiter.watch(pid)),
            Self::Queue(queue) => queue,
        };
        match add_exit(&queue, pid, 0) {
            Ok(()) => return ExitDescriptor::Kernel(queue),
            // It has ended already.
            Err(Errno::SRCH) => {}
            // The kernel has no memory: a thread needs none of it.
            Err(_) => {
                if let Ok(waiter) = Waiter::start() {
                    return ExitDescriptor::Thread(waiter.watch(pid));
                }
            }
        }
        let end = Arc::<End>::default();
        end.mark_ended();
        ExitDescriptor::Thread(end)
    }
}

/// Lets the queue report the end of a process, once, with this key.
///
/// # Errors
/// `ESRCH` for one that has ended, `ENOMEM`.
pub(crate) fn add_exit(queue: &OwnedFd, pid: Pid, key: usize) -> Result<(), Errno> {
    let filter = EventFilter::Proc {
        pid,
        flags: ProcessEvents::EXIT,
    };
    let event = Event::new(
        filter,
        EventFlags::ADD | EventFlags::ONESHOT,
        ptr::without_provenance_mut(key),
    );
    // SAFETY: the filter names a process, and no descriptor that might be closed.
    unsafe { kevent_timespec(queue, &[event], &mut [] as &mut [Event], None) }.map(drop)
}
