//! One thread of this process that bounds how long frames are held back.
//!
//! A program that sends and then computes without returning to its event loop cannot write what it held back. This thread does, every two milliseconds
//! while there is traffic; without traffic it sleeps until there is some. Nobody has to wake it in time for a frame, which would cost more than writing the
//! frame.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use crate::CoalescingSender;

/// How long a frame is held back at most, but for the time that the system takes to run the thread.
const PERIOD: Duration = Duration::from_millis(2);

/// After so many periods without a frame that was held back, a sender is let go of.
const IDLE_PERIODS: u32 = 25;

static FLUSHER: Flusher = Flusher {
    watched: Mutex::new(Vec::new()),
    not_empty: Condvar::new(),
};

struct Flusher {
    watched: Mutex<Vec<Watched>>,
    not_empty: Condvar,
}

struct Watched {
    sender: Weak<CoalescingSender>,
    idle_periods: u32,
}

/// Bounds the delay of a sender that holds a frame back, until it has had none for a while. The sender's lock is not held by the caller: it is taken inside of
/// the flusher's.
pub(crate) fn watch(sender: &Arc<CoalescingSender>) {
    static START: Once = Once::new();
    START.call_once(start);
    FLUSHER.lock().push(Watched {
        sender: Arc::downgrade(sender),
        idle_periods: 0,
    });
    FLUSHER.not_empty.notify_one();
}

/// Writes what any sender of this process holds back: before the process ends, or stops for another reason.
pub fn flush_all() {
    for watched in FLUSHER.lock().iter() {
        if let Some(sender) = watched.sender.upgrade() {
            sender.write_overdue();
        }
    }
}

/// Without a thread (the process may have no more of them), frames that are held back leave when their sender flushes.
fn start() {
    let _ = thread::Builder::new()
        .name("rt-flusher".into())
        .spawn(|| FLUSHER.run());
}

impl Flusher {
    fn lock(&self) -> MutexGuard<'_, Vec<Watched>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        loop {
            let watched = self.lock();
            let watched = self
                .not_empty
                .wait_while(watched, |watched| watched.is_empty())
                .unwrap_or_else(PoisonError::into_inner);
            drop(watched);
            thread::sleep(PERIOD);
            self.lock().retain_mut(still_busy);
        }
    }
}

/// Writes what has waited, and says whether the sender is to be watched on.
fn still_busy(watched: &mut Watched) -> bool {
    let Some(sender) = watched.sender.upgrade() else {
        return false;
    };
    watched.idle_periods += 1;
    let let_go = watched.idle_periods == IDLE_PERIODS;
    let overdue = sender.write_overdue_or_let_go(let_go);
    if overdue {
        watched.idle_periods = 0;
    }
    overdue || !let_go
}
