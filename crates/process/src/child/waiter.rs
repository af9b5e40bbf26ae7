//! A thread that waits for one process, where there is no pidfd for it: the kernel has none (before
//! Linux 5.4, or in a sandbox), or descriptors are scarce.

use super::end_event;
use super::waited::await_end;
use crate::own_thread;
use crate::sync::{Condvar, Mutex, MutexGuard};
use rustix::io::Errno;
use rustix::process::Pid;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, OnceLock, PoisonError};
use std::task::Waker;
use std::time::Instant;

/// The thread, started before the process, so that no process is made that cannot be watched.
/// Dropping this ends it.
pub(crate) struct Waiter {
    process: Sender<Pid>,
    end: Arc<End>,
}

/// Whether a process has ended, and what to wake when it has. It needs no descriptor unless one is
/// asked for.
#[derive(Debug, Default)]
pub(crate) struct End {
    state: Mutex<State>,
    ended: Condvar,
    /// An `eventfd(2)` that is readable from the end on. Made under the lock.
    event: OnceLock<OwnedFd>,
}

#[derive(Debug, Default)]
struct State {
    has_ended: bool,
    wakers: Vec<Waker>,
}

impl Waiter {
    /// # Errors
    /// `EAGAIN` when no thread can be started.
    pub fn start() -> Result<Self, Errno> {
        let end = Arc::<End>::default();
        let (process, receiver) = channel::<Pid>();
        let of_thread = Arc::clone(&end);
        own_thread::start("rt-waiter", move || {
            let Ok(pid) = receiver.recv() else {
                return;
            };
            // The process is left for its owner to reap: until then its identifier is its own.
            await_end(pid);
            of_thread.mark_ended();
        })?;
        Ok(Self { process, end })
    }

    /// Waits for this process, and returns its end.
    pub fn watch(self, pid: Pid) -> Arc<End> {
        // The thread receives, or it would have ended with this.
        let _ = self.process.send(pid);
        self.end
    }
}

impl End {
    /// Wakes everything that waits for the end of the process.
    pub fn mark_ended(&self) {
        let mut state = self.lock();
        if std::mem::replace(&mut state.has_ended, true) {
            return;
        }
        let wakers = std::mem::take(&mut state.wakers);
        if let Some(event) = self.event.get() {
            end_event::make_readable(event);
        }
        drop(state);
        self.ended.notify_all();
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Sleeps until the process has ended, or until `deadline`. Whether it has ended.
    pub fn sleep(&self, deadline: Option<Instant>) -> bool {
        let mut state = self.lock();
        while !state.has_ended {
            state = match deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())) {
                None => self.ended.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(left) if left.is_zero() => return false,
                Some(left) => {
                    let woken = self.ended.wait_timeout(state, left);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
        true
    }

    /// Wakes `waker` when the process has ended: at once if it has.
    pub fn wake(&self, waker: &Waker) {
        let mut state = self.lock();
        if state.has_ended {
            drop(state);
            waker.wake_by_ref();
        } else if !state.wakers.iter().any(|known| known.will_wake(waker)) {
            state.wakers.push(waker.clone());
        }
    }

    /// # Errors
    /// `EMFILE`, `ENFILE` or `ENOMEM` of `eventfd(2)`.
    pub fn descriptor(&self) -> Result<BorrowedFd<'_>, Errno> {
        let state = self.lock();
        if self.event.get().is_none() {
            let _ = self.event.set(end_event::new(state.has_ended)?);
        }
        // It was made above, if not before.
        self.event.get().map(AsFd::as_fd).ok_or(Errno::BADF)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(test, shuttle))]
mod interleavings {
    use super::End;
    use crate::sync::explore;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use shuttle::thread::spawn;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Wake, Waker};

    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A thread that sleeps, a waker and a descriptor, asked for while the process ends.
    #[test]
    fn everything_that_waits_is_woken_once() {
        explore(|| {
            let end = Arc::<End>::default();
            let count = Arc::<Count>::default();
            let with_end = |work: fn(&End)| {
                let end = Arc::clone(&end);
                spawn(move || work(&end))
            };
            let threads = [
                with_end(End::mark_ended),
                with_end(|end| assert!(end.sleep(None))),
                with_end(|end| assert!(end.descriptor().is_ok())),
            ];
            end.wake(&Waker::from(Arc::clone(&count)));
            for thread in threads {
                thread.join().unwrap();
            }
            assert_eq!(count.0.load(Ordering::Relaxed), 1);
            let mut readable = [PollFd::new(end.event.get().unwrap(), PollFlags::IN)];
            assert_eq!(poll(&mut readable, Some(&Timespec::default())), Ok(1));
        });
    }
}
