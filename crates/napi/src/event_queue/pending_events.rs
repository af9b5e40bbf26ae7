//! Events on their way from other threads to an environment's thread, and what wakes that
//! thread. It knows nothing of Node-API, so that its interleavings can be tested
//! (`tests/pending_events.rs`).

#[cfg(shuttle)]
use shuttle::sync::{Mutex, MutexGuard};
use std::sync::PoisonError;
#[cfg(not(shuttle))]
use std::sync::{Mutex, MutexGuard};

/// Events that wait for a thread, which is woken by means of a `W`.
pub struct PendingEvents<E, W>(Mutex<State<E, W>>);

struct State<E, W> {
    events: Vec<E>,
    /// Absent before the queue is opened, and after it was closed.
    waker: Option<W>,
}

impl<E, W: Copy> PendingEvents<E, W> {
    pub const fn new() -> Self {
        Self(Mutex::new(State {
            events: Vec::new(),
            waker: None,
        }))
    }

    /// Takes events from here on.
    pub fn open(&self, waker: W) {
        self.lock().waker = Some(waker);
    }

    /// What wakes the thread.
    pub fn waker(&self) -> Option<W> {
        self.lock().waker
    }

    /// Adds an event, and wakes the thread when it is the first that waits: the thread takes all of
    /// them. `wake` is called under the lock, so never after [`PendingEvents::close`]; it answers
    /// `false` when the thread takes no more. Does nothing while the queue is not open.
    pub fn push(&self, event: E, wake: impl FnOnce(W) -> bool) {
        let mut state = self.lock();
        let Some(waker) = state.waker else {
            return;
        };
        state.events.push(event);
        if state.events.len() == 1 && !wake(waker) {
            state.waker = None;
        }
    }

    /// All events that wait, for the thread that was woken.
    pub fn take(&self) -> Vec<E> {
        std::mem::take(&mut self.lock().events)
    }

    /// Drops what waits, and takes no more. `release` is called under the lock.
    pub fn close(&self, release: impl FnOnce(W)) {
        let mut state = self.lock();
        state.events.clear();
        if let Some(waker) = state.waker.take() {
            release(waker);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<E, W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
