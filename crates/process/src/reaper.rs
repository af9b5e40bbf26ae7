//! One thread of this process that reaps children nobody else waits for.
//!
//! A child whose owner goes away (a worker that is terminated, a handle that is dropped) would stay a zombie until the whole process ends.
//! [`adopt`] hands it over; the thread starts with the first one and sleeps in `epoll_wait(2)` until a child ends.

use crate::child::Child;
use crate::exit_status::ExitStatus;
use crate::own_thread;
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::io::Errno;
use std::collections::HashMap;
use std::io;
use std::os::fd::OwnedFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

type OnExit = Box<dyn FnOnce(io::Result<ExitStatus>) + Send>;

struct Reaper {
    epoll: OwnedFd,
    adopted: Mutex<Adopted>,
}

#[derive(Default)]
struct Adopted {
    children: HashMap<u64, (Arc<Child>, OnExit)>,
    next_key: u64,
}

static REAPER: OnceLock<Arc<Reaper>> = OnceLock::new();

/// Takes over a child: it is reaped when it ends, and `on_exit` is told how, or why that cannot be known (`ECHILD`). A child that has ended already is reaped at once.
///
/// `on_exit` is called on the reaper's thread; a panic in it is printed and goes no further.
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
/// The error of `epoll_create1(2)` or `epoll_ctl(2)` (`EMFILE`, `ENOMEM`, `ENOSPC`), or `EAGAIN` when the thread cannot be started. The child
/// is dropped then; it still runs.
pub fn adopt(
    child: impl Into<Arc<Child>>,
    on_exit: impl FnOnce(io::Result<ExitStatus>) + Send + 'static,
) -> io::Result<()> {
    Ok(take_over(child.into(), Box::new(on_exit))?)
}

/// Takes over a child whose end nobody asks about any more: it is reaped when it ends.
///
/// Where the system has no room for the reaper, the child stays a zombie after its end: nothing more can be done for it.
pub fn abandon(child: impl Into<Arc<Child>>) {
    let _ = take_over(child.into(), Box::new(drop));
}

fn take_over(child: Arc<Child>, on_exit: OnExit) -> Result<(), Errno> {
    let reaper = match REAPER.get() {
        Some(reaper) => reaper,
        None => start()?,
    };
    let mut adopted = reaper.lock();
    adopted.next_key += 1;
    let key = adopted.next_key;
    // By edge: a child that a debugger traces has ended, but cannot be reaped before the debugger has let go, which is another edge (`ptrace(2)`).
    let flags = EventFlags::IN | EventFlags::ET;
    epoll::add(&reaper.epoll, &child, EventData::new_u64(key), flags)?;
    adopted.children.insert(key, (child, on_exit));
    Ok(())
}

fn start() -> Result<&'static Arc<Reaper>, Errno> {
    static STARTING: Mutex<()> = Mutex::new(());
    let _only_one = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(reaper) = REAPER.get() {
        return Ok(reaper);
    }
    let epoll = epoll::create(CreateFlags::CLOEXEC)?;
    let reaper = Arc::new(Reaper {
        epoll,
        adopted: Mutex::default(),
    });
    let of_thread = Arc::clone(&reaper);
    own_thread::start("rt-reaper", move || of_thread.run())?;
    Ok(REAPER.get_or_init(|| reaper))
}

impl Reaper {
    fn lock(&self) -> MutexGuard<'_, Adopted> {
        self.adopted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let mut events = Vec::with_capacity(64);
        loop {
            events.clear();
            if epoll::wait(&self.epoll, rustix::buffer::spare_capacity(&mut events), None).is_err() {
                continue;
            }
            for event in &events {
                let data = event.data;
                self.reap(data.u64());
            }
        }
    }

    fn reap(&self, key: u64) {
        let mut adopted = self.lock();
        let Some((child, _)) = adopted.children.get(&key) else {
            return;
        };
        let Some(status) = child.try_wait().transpose() else {
            return;
        };
        // Closing alone is not enough: a sibling between clone and exec still holds the pidfd, and it would be reported again.
        let _ = epoll::delete(&self.epoll, child);
        let Some((child, on_exit)) = adopted.children.remove(&key) else {
            return;
        };
        drop(adopted);
        drop(child);
        // A panic must not end the thread that all adopted children rely on; the panic hook has printed it.
        let _ = catch_unwind(AssertUnwindSafe(|| on_exit(status)));
    }
}
