//! The thread, and what it watches.

use super::{Event, Key};
use crate::event_loop::{Interest, Readiness};
use crate::event_queue::EventQueue;
use rustix::buffer::spare_capacity;
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use std::collections::HashMap;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::Builder;

const MOST_AT_ONCE: usize = 64;

static REACTOR: OnceLock<Arc<Reactor>> = OnceLock::new();

/// One thread of this process, started when it is first needed.
pub(super) struct Reactor {
    epoll: OwnedFd,
    next_key: AtomicU64,
    /// Where the events of each watch go.
    queues: Mutex<HashMap<Key, Arc<EventQueue<Event>>>>,
}

impl Reactor {
    /// # Errors
    /// `EMFILE`, `ENFILE` or `ENOMEM` of `epoll_create1(2)`; `EAGAIN` when no thread can be
    /// started.
    pub fn get() -> io::Result<&'static Arc<Self>> {
        static STARTING: Mutex<()> = Mutex::new(());
        if let Some(reactor) = REACTOR.get() {
            return Ok(reactor);
        }
        let _only_one = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reactor) = REACTOR.get() {
            return Ok(reactor);
        }
        let reactor = Arc::new(Self {
            epoll: epoll::create(CreateFlags::CLOEXEC)?,
            next_key: AtomicU64::new(0),
            queues: Mutex::default(),
        });
        let of_thread = Arc::clone(&reactor);
        Builder::new()
            .name("rt-reactor".to_owned())
            .spawn(move || of_thread.run())?;
        Ok(REACTOR.get_or_init(|| reactor))
    }

    /// A key under which events go to `queue`.
    pub fn register(&self, queue: &Arc<EventQueue<Event>>) -> Key {
        let key = self.next_key.fetch_add(1, Ordering::Relaxed);
        self.queues().insert(key, Arc::clone(queue));
        key
    }

    pub fn forget(&self, key: Key) {
        self.queues().remove(&key);
    }

    /// Asks for one event of a descriptor.
    ///
    /// # Errors
    /// What `epoll_ctl(2)` says.
    pub fn arm(&self, descriptor: impl AsFd, key: Key, interest: Interest, known: bool) -> io::Result<()> {
        let mut flags = EventFlags::ONESHOT;
        flags.set(EventFlags::IN, interest.readable);
        flags.set(EventFlags::OUT, interest.writable);
        let data = EventData::new_u64(key);
        if known {
            epoll::modify(&self.epoll, descriptor, data, flags)?;
        } else {
            epoll::add(&self.epoll, descriptor, data, flags)?;
        }
        Ok(())
    }

    /// Ends the events of a descriptor. To be called before it is closed: a child that has not
    /// executed its program yet may hold it open as well, and its events would go on.
    pub fn disarm(&self, descriptor: impl AsFd) {
        // Fails only for a descriptor that is not watched.
        let _ = epoll::delete(&self.epoll, descriptor);
    }

    fn queues(&self) -> MutexGuard<'_, HashMap<Key, Arc<EventQueue<Event>>>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let mut events = Vec::with_capacity(MOST_AT_ONCE);
        loop {
            events.clear();
            // EINTR: retry.
            if epoll::wait(&self.epoll, spare_capacity(&mut events), None).is_err() {
                continue;
            }
            for event in &events {
                let (data, flags) = (event.data, event.flags);
                let key = data.u64();
                let Some(queue) = self.queues().get(&key).map(Arc::clone) else {
                    continue;
                };
                let readiness = readiness(flags);
                queue.push(Event { key, readiness });
            }
        }
    }
}

fn readiness(flags: EventFlags) -> Readiness {
    let failed = flags.intersects(EventFlags::ERR | EventFlags::HUP);
    Readiness {
        readable: failed || flags.contains(EventFlags::IN),
        writable: failed || flags.contains(EventFlags::OUT),
    }
}
