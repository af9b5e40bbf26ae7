//! The event loop where there is no libuv, as in Bun and Deno: one thread of the process sleeps in
//! `epoll_wait(2)` for all environments, and queues an event for an environment's own thread when
//! one of its descriptors is ready.

mod thread;

use super::{CleanUp, EventLoop, Interest, OnReady, Readiness, TurnHandle, Watch};
use crate::event_queue::EventQueue;
use crate::status::check;
use napi::bindgen_prelude::{Env, Result};
use napi::sys;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::c_void;
use std::io;
use std::os::fd::AsFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use thread::Reactor;

/// What the reactor calls a watch. It is not used again: an event that was met before its watch
/// ended belongs to no other.
type Key = u64;

/// A watched descriptor is ready.
struct Event {
    key: Key,
    readiness: Readiness,
}

/// What one environment watches.
pub(super) struct ReactorLoop(Rc<Watches>);

struct Watches {
    queue: Arc<EventQueue<Event>>,
    by_key: RefCell<HashMap<Key, Rc<Watched>>>,
    /// How many of them keep the loop alive.
    keeping_alive: Cell<usize>,
}

/// One descriptor that is watched.
struct Watched {
    key: Key,
    descriptor: Rc<dyn AsFd>,
    on_ready: OnReady,
    interest: Cell<Interest>,
    registration: Cell<Registration>,
    referenced: Cell<bool>,
    keeps_alive: Cell<bool>,
}

/// How a descriptor is registered with the kernel.
#[derive(Clone, Copy, PartialEq)]
enum Registration {
    Unknown,
    /// It has reported an event, and reports no other before it is armed again.
    Disarmed,
    Armed,
}

struct ReactorWatch {
    watches: Rc<Watches>,
    watched: Rc<Watched>,
}

impl ReactorLoop {
    /// # Errors
    /// What `napi_create_threadsafe_function` says.
    pub fn new(env: Env) -> Result<Self> {
        let queue = EventQueue::new(env);
        let watches = Rc::new(Watches {
            queue: Arc::clone(&queue),
            by_key: RefCell::default(),
            keeping_alive: Cell::default(),
        });
        let weak = Rc::downgrade(&watches);
        queue.open(env, move |events| {
            if let Some(watches) = weak.upgrade() {
                watches.deliver(events);
            }
        })?;
        Ok(Self(watches))
    }
}

impl EventLoop for ReactorLoop {
    /// # Errors
    /// `EMFILE`, `ENOMEM` or `EAGAIN` when the thread cannot be started.
    fn watch(&self, descriptor: Rc<dyn AsFd>, on_ready: OnReady) -> io::Result<Box<dyn Watch>> {
        let watched = Rc::new(Watched {
            key: Reactor::get()?.register(&self.0.queue),
            descriptor,
            on_ready,
            interest: Cell::default(),
            registration: Cell::new(Registration::Unknown),
            referenced: Cell::new(true),
            keeps_alive: Cell::new(false),
        });
        let mut by_key = self.0.by_key.borrow_mut();
        by_key.insert(watched.key, Rc::clone(&watched));
        Ok(Box::new(ReactorWatch {
            watches: Rc::clone(&self.0),
            watched,
        }))
    }

    /// The loop is another's, and waits for the thread by means of its own.
    fn polls_itself(&self) -> bool {
        false
    }

    fn awake(&self, _on_turn: Box<dyn Fn()>) -> Option<TurnHandle> {
        None
    }

    fn behind_events(&self, _on_turn: Box<dyn Fn()>) -> Option<TurnHandle> {
        None
    }

    /// An ordinary hook: nothing is left for later. (Deno frees the handle of an asynchronous one
    /// twice.)
    fn clean_up_at_end(&self, env: Env, clean_up: CleanUp) -> Result<()> {
        let queue = Arc::clone(&self.0.queue);
        let end = Box::into_raw(Box::new(End { clean_up, queue }));
        // SAFETY: this is the environment's thread. The box is given back to `ended`, once.
        check(unsafe { sys::napi_add_env_cleanup_hook(env.raw(), Some(ended), end.cast()) })
    }
}

struct End {
    clean_up: CleanUp,
    queue: Arc<EventQueue<Event>>,
}

unsafe extern "C" fn ended(end: *mut c_void) {
    // SAFETY: the box that `clean_up_at_end` leaked.
    let End { clean_up, queue } = *unsafe { Box::from_raw(end.cast::<End>()) };
    clean_up();
    queue.close();
}

impl Watches {
    fn deliver(&self, events: Vec<Event>) {
        for Event { key, readiness } in events {
            let Some(watched) = self.by_key.borrow().get(&key).map(Rc::clone) else {
                // The watch ended after the thread had met the event.
                continue;
            };
            watched.registration.set(Registration::Disarmed);
            // A panic must not cross the frames of the runtime. What was being done is lost; the
            // panic hook has printed it.
            let _ = catch_unwind(AssertUnwindSafe(|| (watched.on_ready)(readiness)));
            let goes_on = self.by_key.borrow().contains_key(&key);
            if goes_on && watched.registration.get() == Registration::Disarmed {
                // Fails only for a descriptor that is not registered, and this one is.
                let _ = watched.arm();
            }
        }
    }

    /// Counts whether a watch keeps the loop alive.
    fn count(&self, watched: &Watched) {
        let keeps_alive = watched.referenced.get() && watched.registration.get() != Registration::Unknown;
        if watched.keeps_alive.replace(keeps_alive) == keeps_alive {
            return;
        }
        let before = self.keeping_alive.get();
        let after = if keeps_alive { before + 1 } else { before - 1 };
        self.keeping_alive.set(after);
        if (before == 0) != (after == 0) {
            self.queue.keep_alive(after > 0);
        }
    }
}

impl Watched {
    /// Arms the descriptor for one event. Further ones wait until JavaScript has handled it:
    /// otherwise a level that stays would come again and again meanwhile.
    fn arm(&self) -> io::Result<()> {
        let reactor = Reactor::get()?;
        let (known, interest) = (
            self.registration.get() != Registration::Unknown,
            self.interest.get(),
        );
        if interest.readable || interest.writable {
            reactor.arm(&*self.descriptor, self.key, interest, known)?;
            self.registration.set(Registration::Armed);
        } else if known {
            // Even without interest the kernel would report a hang-up.
            reactor.disarm(&*self.descriptor);
            self.registration.set(Registration::Unknown);
        }
        Ok(())
    }
}

impl Watch for ReactorWatch {
    /// # Errors
    /// What `epoll_ctl(2)` says: `ENOMEM`, `ENOSPC`, `EEXIST`.
    fn watch_for(&self, interest: Interest) -> io::Result<()> {
        if self.watched.interest.replace(interest) == interest {
            return Ok(());
        }
        let armed = self.watched.arm();
        self.watches.count(&self.watched);
        armed
    }

    fn keep_alive(&self, keep_alive: bool) {
        self.watched.referenced.set(keep_alive);
        self.watches.count(&self.watched);
    }
}

impl Drop for ReactorWatch {
    fn drop(&mut self) {
        // Ending a watch cannot fail.
        let _ = self.watch_for(Interest::default());
        let Self { watches, watched } = self;
        watches.by_key.borrow_mut().remove(&watched.key);
        if let Ok(reactor) = Reactor::get() {
            reactor.forget(watched.key);
        }
    }
}
