//! A thread that ends with the process, to start children that are to learn of the parent's death.

use crate::own_thread::{self, OncePerProcess};
use rustix::io::Errno;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{SendError, Sender, channel};
use std::thread;

type Work = Box<dyn FnOnce() + Send>;

static THREAD: OncePerProcess<Sender<Work>> = OncePerProcess::new();

/// Does `work` on that thread, one at a time, and returns what comes of it. A panic in it goes on in the caller: the thread lives, since its end would be the
/// parent's death to all the children that it has started.
///
/// # Errors
/// `EAGAIN` when the thread cannot be started.
pub(super) fn run<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> Result<R, Errno> {
    let (sender, result) = channel::<thread::Result<R>>();
    let work: Work = Box::new(move || {
        // The one who asked waits.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    });
    let spawner = THREAD.get(start)?;
    if let Err(SendError(work)) = spawner.send(work) {
        // It has ended, although nothing here ends it.
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
