//! A thread that ends with the process, to start children that are to learn of the parent's death.

use crate::own_thread;
use rustix::io::Errno;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};

type Work = Box<dyn FnOnce() + Send>;

static THREAD: Mutex<Option<Sender<Work>>> = Mutex::new(None);

/// Does `work` on that thread, one at a time, and returns what comes of it.
///
/// # Errors
/// `EAGAIN` when the thread cannot be started.
pub(super) fn run<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> Result<R, Errno> {
    let (sender, result) = channel();
    let work: Work = Box::new(move || {
        // The one who asked waits.
        let _ = sender.send(work());
    });
    thread()?.send(work).map_err(|_| Errno::AGAIN)?;
    result.recv().map_err(|_| Errno::AGAIN)
}

fn thread() -> Result<Sender<Work>, Errno> {
    let mut thread = THREAD.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(sender) = &*thread {
        return Ok(sender.clone());
    }
    let (sender, receiver) = channel::<Work>();
    own_thread::start("rt-spawner", move || receiver.iter().for_each(|work| work()))?;
    Ok(thread.insert(sender).clone())
}
