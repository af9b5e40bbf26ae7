//! One thread of this process that reaps children that nothing else waits for.
//!
//! A child whose owner goes away (a worker that is terminated, a handle that is dropped) would stay
//! a zombie until the whole process ends. [`adopt`] hands it over; the thread starts with the first
//! one and sleeps in `epoll_wait(2)` until a child ends.

mod adopted;
#[cfg_attr(target_os = "macos", path = "../macos/exits.rs")]
mod exits;

use crate::child::Child;
use crate::exit_status::ExitStatus;
use crate::own_thread::{self, OncePerProcess, StartOnce};
use adopted::Adopted;
use exits::Exits;
use rustix::io::Errno;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

type OnExit = Box<dyn FnOnce(io::Result<ExitStatus>) + Send>;

struct Reaper {
    exits: Exits,
    adopted: Adopted<Arc<Child>, OnExit>,
    thread: StartOnce,
}

static REAPER: OncePerProcess<Reaper> = OncePerProcess::new();

/// Takes over a child: it is reaped when it ends, and `on_exit` is called with its status, or with
/// the error when that is unknown (`ECHILD`). A child that has ended already is reaped at once.
///
/// As by [`Child::wait`], a pipe that is the child's standard input is closed before, unless it was
/// taken.
///
/// `on_exit` is called on the reaper's thread, which reaps no other child meanwhile: it must not
/// block. A panic in it is printed and goes no further. A child that the reaper cannot watch,
/// because it has no [`pidfd`](Child::pidfd) or this process has no free descriptor, gets such a
/// thread of its own.
///
/// ```
/// use rt_process::{Command, ExitStatus, reaper};
/// use std::sync::mpsc::channel;
///
/// let (sender, ended) = channel();
/// let child = Command::new("sh").args(["-c", "exit 3"]).spawn()?;
/// reaper::adopt(child, move |status| sender.send(status).unwrap())?;
/// assert_eq!(ended.recv().unwrap()?, ExitStatus::Code(3));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// `EAGAIN` when a thread cannot be started. The child is dropped then; it still runs.
pub fn adopt(
    child: impl Into<Arc<Child>>,
    on_exit: impl FnOnce(io::Result<ExitStatus>) + Send + 'static,
) -> io::Result<()> {
    Ok(take_over(child.into(), Box::new(on_exit))?)
}

/// Takes over a child that nothing waits for any more: it is reaped when it ends.
///
/// Where no thread can be started, the child stays a zombie after its end: nothing more can be done
/// for it.
pub fn abandon(child: impl Into<Arc<Child>>) {
    let _ = take_over(child.into(), Box::new(drop));
}

/// Here, since a child may take a while to end, also after it was killed.
impl Drop for Child {
    fn drop(&mut self) {
        if let Some(left) = self.left_when_dropped() {
            abandon(left);
        }
    }
}

fn take_over(child: Arc<Child>, on_exit: OnExit) -> Result<(), Errno> {
    child.close_stdin();
    let reaper = REAPER.get(Reaper::new).and_then(Reaper::with_thread);
    let Ok(reaper) = reaper else {
        return wait_apart(child, on_exit);
    };
    match reaper.add(child, on_exit) {
        Ok(()) => Ok(()),
        Err((child, on_exit)) => wait_apart(child, on_exit),
    }
}

/// Starts a thread for one child.
fn wait_apart(child: Arc<Child>, on_exit: OnExit) -> Result<(), Errno> {
    own_thread::start("rt-reaper", move || {
        let status = child.wait_for_end();
        drop(child);
        report(on_exit, status);
    })
}

/// A panic must not end the thread that all adopted children rely on; the panic hook has printed
/// it.
fn report(on_exit: OnExit, status: io::Result<ExitStatus>) {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| on_exit(status))) {
        // Dropping it may panic again.
        std::mem::forget(payload);
    }
}

impl Reaper {
    fn new() -> Result<Self, Errno> {
        Ok(Self {
            exits: Exits::new()?,
            adopted: Adopted::new(),
            thread: StartOnce::new(),
        })
    }

    /// Starts the thread, if nobody has.
    fn with_thread(&'static self) -> Result<&'static Self, Errno> {
        self.thread
            .run(|| own_thread::start("rt-reaper", || self.run()))?;
        Ok(self)
    }

    /// Watches a child. Gives it back when it cannot.
    fn add(&self, child: Arc<Child>, on_exit: OnExit) -> Result<(), (Arc<Child>, OnExit)> {
        self.adopted
            .add(child, on_exit, |child, key| self.exits.add(child, key))
    }

    fn run(&self) {
        loop {
            for key in self.exits.wait() {
                self.reap(key);
            }
        }
    }

    fn reap(&self, key: u64) {
        let taken = self.adopted.take(key, |child| self.exits.take(child));
        if let Some((child, on_exit, status)) = taken {
            drop(child);
            report(on_exit, status);
        }
    }
}
