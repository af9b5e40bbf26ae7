//! Many descriptors behind one handle of the event loop.

use super::{EventLoop, Interest, Watch};
use rustix::buffer::spare_capacity;
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::event::{EventfdFlags, Timespec, eventfd};
use rustix::io::{read, write};
use std::cell::Cell;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many descriptors one event of the loop serves, so that timers and other descriptors have
/// their turn.
const MOST_AT_ONCE: usize = 64;

/// Descriptors that become readable once, each known by a key: the pidfds of children.
///
/// They are in an `epoll(7)` of their own, and the loop watches only that. A handle of libuv for
/// each would take five system calls in place of one to make, and could not be closed before a
/// later turn of the loop. Keys without a descriptor are reported by a [`Notifier`].
pub(crate) struct DescriptorSet {
    epoll: Rc<OwnedFd>,
    notifier: Arc<Notifier>,
    watch: Box<dyn Watch>,
    /// How many of the descriptors keep the loop alive.
    referenced: Cell<usize>,
}

/// Reports keys from any thread, as if a descriptor were ready: one `eventfd(2)` for all.
pub(crate) struct Notifier {
    event: OwnedFd,
    keys: Mutex<Vec<u32>>,
}

/// What the epoll calls the notifier; keys are shorter.
const NOTIFIED: u64 = u64::MAX;

impl Notifier {
    fn new() -> io::Result<Arc<Self>> {
        Ok(Arc::new(Self {
            event: eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?,
            keys: Mutex::default(),
        }))
    }

    /// Lets the loop's thread know that what `key` stands for is ready.
    pub fn notify(&self, key: u32) {
        self.keys().push(key);
        // Fails only when 2^64 - 2 writes were not read.
        let _ = write(&self.event, &1u64.to_ne_bytes());
    }

    fn take(&self) -> Vec<u32> {
        // Before the keys: one that comes in between makes the event ready again.
        let _ = read(&self.event, &mut [0; 8]);
        std::mem::take(&mut *self.keys())
    }

    fn keys(&self) -> MutexGuard<'_, Vec<u32>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl DescriptorSet {
    /// An empty set, which does not keep the loop alive. `on_ready` is called on the loop's thread
    /// with the key of each descriptor that is ready.
    ///
    /// # Errors
    /// What `epoll_create1(2)`, `eventfd(2)` and the event loop say.
    pub fn new(event_loop: &dyn EventLoop, on_ready: impl Fn(u32) + 'static) -> io::Result<Self> {
        let epoll = Rc::new(epoll::create(CreateFlags::CLOEXEC)?);
        let descriptor: Rc<dyn AsFd> = Rc::<OwnedFd>::clone(&epoll);
        let of_callback = Rc::clone(&epoll);
        let notifier = Notifier::new()?;
        epoll::add(
            &epoll,
            &notifier.event,
            EventData::new_u64(NOTIFIED),
            EventFlags::IN,
        )?;
        let reported = Arc::clone(&notifier);
        let on_event = Box::new(move |_| {
            for data in ready(&of_callback) {
                match u32::try_from(data) {
                    Ok(key) => on_ready(key),
                    Err(_) => reported.take().into_iter().for_each(&on_ready),
                }
            }
        });
        let watch = event_loop.watch(descriptor, on_event)?;
        watch.watch_for(Interest {
            readable: true,
            writable: false,
        })?;
        watch.keep_alive(false);
        Ok(Self {
            epoll,
            notifier,
            watch,
            referenced: Cell::new(0),
        })
    }

    /// Watches a descriptor. Its owner removes it before closing it: a child that has not executed
    /// its program yet may hold it open as well, and its events would go on.
    ///
    /// # Errors
    /// What `epoll_ctl(2)` says: `ENOMEM`, `ENOSPC`, `EEXIST`.
    pub fn add(&self, descriptor: impl AsFd, key: u32) -> io::Result<()> {
        // Edge-triggered: a child that a debugger traces has ended, but cannot be reaped before the
        // debugger detaches, which is another edge (`ptrace(2)`).
        let flags = EventFlags::IN | EventFlags::ET;
        Ok(epoll::add(
            &self.epoll,
            descriptor,
            EventData::new_u64(key.into()),
            flags,
        )?)
    }

    /// Ends the watch of a descriptor.
    pub fn remove(&self, descriptor: impl AsFd) {
        // Fails only for a descriptor that is not in the set.
        let _ = epoll::delete(&self.epoll, descriptor);
    }

    /// Reports keys that have no descriptor.
    pub fn notifier(&self) -> &Arc<Notifier> {
        &self.notifier
    }

    /// One descriptor more keeps the loop alive.
    pub fn reference(&self) {
        self.referenced.set(self.referenced.get() + 1);
        self.watch.keep_alive(true);
    }

    /// One descriptor less keeps the loop alive.
    pub fn unreference(&self) {
        self.referenced.set(self.referenced.get() - 1);
        if self.referenced.get() == 0 {
            self.watch.keep_alive(false);
        }
    }
}

fn ready(epoll: &OwnedFd) -> impl Iterator<Item = u64> {
    let mut events = Vec::with_capacity(MOST_AT_ONCE);
    let at_once = Timespec::default();
    // EINTR: the loop polls again.
    let _ = epoll::wait(epoll, spare_capacity(&mut events), Some(&at_once));
    events.into_iter().map(|event| event.data.u64())
}
