//! One thread of this process that bounds how long frames are held back.
//!
//! A program that sends and then computes without returning to its event loop cannot write what it held back. This thread does, two milliseconds after the first frame
//! that was held back. It is woken by that frame, and sleeps while no frame is held back.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use crate::CoalescingSender;

/// How long a frame is held back at most, but for the time that the system takes to run the thread.
const PERIOD: Duration = Duration::from_millis(2);

static FLUSHER: Flusher = Flusher {
    watched: Mutex::new(Vec::new()),
    not_empty: Condvar::new(),
};

struct Flusher {
    /// The senders that have held a frame back since the thread last looked at them.
    watched: Mutex<Vec<Weak<CoalescingSender>>>,
    not_empty: Condvar,
}

/// Bounds the delay of a sender that holds a frame back, once. The sender's lock is not held by the caller: it is taken inside of the flusher's.
pub(crate) fn watch(sender: &Arc<CoalescingSender>) {
    static START: Once = Once::new();
    START.call_once(start);
    let mut watched = FLUSHER.lock();
    watched.push(Arc::downgrade(sender));
    if watched.len() == 1 {
        FLUSHER.not_empty.notify_one();
    }
}

/// Writes what any sender of this process holds back: before the process ends, or stops for another reason.
pub fn flush_all() {
    for sender in FLUSHER.lock().iter().filter_map(Weak::upgrade) {
        sender.write_overdue();
    }
}

/// Without a thread (the process may have no more of them), frames that are held back leave when their sender flushes.
fn start() {
    let _ = thread::Builder::new()
        .name("rt-flusher".into())
        .spawn(|| FLUSHER.run());
}

impl Flusher {
    fn lock(&self) -> MutexGuard<'_, Vec<Weak<CoalescingSender>>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        loop {
            let watched = self
                .not_empty
                .wait_while(self.lock(), |watched| watched.is_empty())
                .unwrap_or_else(PoisonError::into_inner);
            drop(watched);
            thread::sleep(PERIOD);
            // With the lock, so that `flush_all` meanwhile misses none.
            for sender in self.lock().drain(..).filter_map(|sender| sender.upgrade()) {
                sender.write_overdue_and_let_go();
            }
        }
    }
}
