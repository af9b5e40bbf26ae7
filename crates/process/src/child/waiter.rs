//! A thread that waits for one process, where there is no pidfd for it: the kernel has none (before
//! Linux 5.4, or in a sandbox), or descriptors are scarce.

use super::end_event;
use super::waited::{await_end, wait_for};
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
    /// There was nothing to wait for (any more).
    is_lost: bool,
    /// With the numbers of those that may be taken back; the others have 0.
    wakers: Vec<(u64, Waker)>,
    #[cfg(feature = "tokio")]
    last_number: u64,
}

/// A waker that is taken back when this is dropped.
#[cfg(feature = "tokio")]
#[derive(Debug)]
pub(crate) struct Registered<'end> {
    end: &'end End,
    number: u64,
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
            if !await_end(pid) {
                of_thread.lock().is_lost = true;
            }
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
        for (_, waker) in wakers {
            waker.wake();
        }
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

    /// Whether the kernel, because this process ignores `SIGCHLD`, or other code of this process
    /// has reaped the process: its identifier may be another's by now.
    pub fn is_lost(&self, pid: Pid) -> bool {
        let state = self.lock();
        // One that has ended does not run.
        state.is_lost || state.has_ended && matches!(wait_for(pid, libc::WNOHANG | libc::WNOWAIT), Ok(None))
    }

    /// Wakes `waker` when the process has ended: at once if it has.
    pub fn wake(&self, waker: &Waker) {
        let mut state = self.lock();
        if state.has_ended {
            drop(state);
            waker.wake_by_ref();
        } else if !state
            .wakers
            .iter()
            .any(|(number, known)| *number == 0 && known.will_wake(waker))
        {
            state.wakers.push((0, waker.clone()));
        }
    }

    /// As [`wake`](Self::wake), as long as what is returned lives. One waker may be given several
    /// times: a task may wait more than once.
    #[cfg(feature = "tokio")]
    pub fn register(&self, waker: &Waker) -> Registered<'_> {
        let mut state = self.lock();
        state.last_number += 1;
        let number = state.last_number;
        if state.has_ended {
            drop(state);
            waker.wake_by_ref();
        } else {
            state.wakers.push((number, waker.clone()));
        }
        Registered { end: self, number }
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

#[cfg(feature = "tokio")]
impl Drop for Registered<'_> {
    fn drop(&mut self) {
        let mut state = self.end.lock();
        let position = state.wakers.iter().position(|(number, _)| *number == self.number);
        let waker = position.map(|position| state.wakers.swap_remove(position));
        // What a waker does when it is dropped is not known.
        drop(state);
        drop(waker);
    }
}

#[cfg(all(test, any(feature = "tokio", shuttle)))]
mod counting {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::Wake;

    /// How often it was woken.
    #[derive(Default)]
    pub struct Count(pub AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[cfg(all(test, feature = "tokio", not(shuttle)))]
mod tests {
    use super::{End, counting::Count};
    use std::sync::Arc;
    use std::sync::atomic::Ordering;
    use std::task::Waker;

    #[test]
    fn a_waker_that_is_taken_back_is_forgotten_and_its_equal_is_not() {
        let end = End::default();
        let count = Arc::<Count>::default();
        let waker = Waker::from(Arc::clone(&count));
        for _ in 0..100 {
            drop(end.register(&waker));
        }
        assert!(end.lock().wakers.is_empty());
        let given_up = end.register(&waker);
        let waits = end.register(&waker);
        drop(given_up);
        end.mark_ended();
        assert_eq!(count.0.load(Ordering::Relaxed), 1);
        drop(waits);
        let _late = end.register(&waker);
        assert_eq!(count.0.load(Ordering::Relaxed), 2);
    }
}

#[cfg(all(test, shuttle))]
mod interleavings {
    use super::{End, counting::Count};
    use crate::sync::explore;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use shuttle::thread::spawn;
    use std::sync::Arc;
    use std::sync::atomic::Ordering;
    use std::task::Waker;

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
