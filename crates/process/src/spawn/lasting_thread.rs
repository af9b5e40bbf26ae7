//! A thread that ends with the process, to start children that get a signal when their parent ends.

use crate::own_thread::{self, OncePerProcess};
use rustix::io::Errno;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{SendError, Sender, channel};
use std::thread;

type Work = Box<dyn FnOnce() + Send>;

static THREAD: OncePerProcess<Sender<Work>> = OncePerProcess::new();

/// Runs `work` on that thread and returns its result. A panic in it continues in the caller and
/// does not end the thread: to the kernel, its end would be the death of the parent of all children
/// that it started.
///
/// # Errors
/// `EAGAIN` when the thread cannot be started.
pub(super) fn run<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> Result<R, Errno> {
    let (sender, result) = channel::<thread::Result<R>>();
    let work: Work = Box::new(move || {
        // The caller waits for it.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    });
    let spawner = THREAD.get(start)?;
    if let Err(SendError(work)) = spawner.send(work) {
        // The thread has ended, although nothing in this crate ends it.
        let spawner = THREAD.get_instead_of(spawner, start)?;
        spawner.send(work).map_err(|_| Errno::AGAIN)?;
    }
    match result.recv().map_err(|_| Errno::AGAIN)? {
        Ok(done) => Ok(done),
        Err(panic) => resume_unwind(panic),
    }
}

fn start() -> Result<Sender<Work>, Errno> {
    let (sender, receiver) = channel::<Work>();
    own_thread::start("rt-spawner", move || receiver.iter().for_each(|work| work()))?;
    Ok(sender)
}

#[cfg(all(test, not(shuttle)))]
mod tests {
    use super::{THREAD, Work, channel, run};

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no sigfillset(3)")]
    fn a_thread_that_has_ended_is_replaced() {
        // Nothing receives from this one.
        THREAD.get(|| Ok(channel::<Work>().0)).unwrap();
        assert_eq!(run(|| 6 * 7), Ok(42));
        assert_eq!(run(|| 6 * 8), Ok(48));
    }
}
