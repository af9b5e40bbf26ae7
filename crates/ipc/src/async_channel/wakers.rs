//! Which tasks wait for the socket to take bytes.

use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Wake, Waker};

/// Which half of a channel waits for the socket to take bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Side {
    Sending,
    /// What an earlier call that was given up has left leaves meanwhile.
    Receiving,
}

/// The task that sends, and the one that receives: where two tasks have the halves of a channel,
/// either may be given up while bytes wait, and the other must still let them leave. The event loop
/// remembers one waker for a direction of a socket, so it is given this.
#[derive(Debug, Default)]
pub(super) struct Wakers {
    waiting: Mutex<[Option<Waker>; 2]>,
}

impl Wakers {
    /// Wakes that task too, the next time.
    pub fn add(&self, side: Side, waker: &Waker) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut waiting[side as usize] {
            Some(known) => known.clone_from(waker),
            none => *none = Some(waker.clone()),
        }
    }
}

impl Wake for Wakers {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let woken = std::mem::take(&mut *waiting);
        // A waker may drop its task, and the channel with it.
        drop(waiting);
        woken.into_iter().flatten().for_each(Waker::wake);
    }
}
