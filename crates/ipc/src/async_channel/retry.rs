//! Attempts that no event of the socket announces.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::task::Waker;
use std::thread;

use crate::pause::pause;

/// Wakes a task after a pause. A thread does: a runtime of tokio may have no timers.
#[derive(Debug, Default)]
pub(super) struct Retry {
    pauses: AtomicU32,
    /// Whether a thread is about to wake the task. It is no longer so when it does: a task that
    /// finds this set is woken after that.
    is_awaited: Arc<AtomicBool>,
}

impl Retry {
    /// Wakes that task after a pause, which is longer than the one before.
    pub fn wake_later(&self, waker: &Waker) {
        if self.is_awaited.swap(true, Ordering::AcqRel) {
            return;
        }
        let pause = pause(self.pauses.fetch_add(1, Ordering::Relaxed));
        let is_awaited = Arc::clone(&self.is_awaited);
        let woken = waker.clone();
        let thread = thread::Builder::new().name("rt-retry".into()).spawn(move || {
            thread::sleep(pause);
            is_awaited.store(false, Ordering::Release);
            woken.wake();
        });
        if thread.is_err() {
            // The process may have no more threads: other tasks run before the next attempt.
            self.is_awaited.store(false, Ordering::Release);
            waker.wake_by_ref();
        }
    }

    /// Begins with the shortest pause again.
    pub fn reset(&self) {
        self.pauses.store(0, Ordering::Relaxed);
    }
}
