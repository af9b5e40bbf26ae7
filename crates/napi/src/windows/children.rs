//! The running children of one environment, known by ids.

use crate::call_from_loop::call_from_loop;
use crate::channels::Channels;
use crate::errno;
use crate::event_queue::EventQueue;
use crate::numbered::Numbered;
use crate::turns_for_messages::TurnsForMessages;
use napi::bindgen_prelude::{Env, FnArgs, FunctionRef, Result};
use napi::sys;
use rt_process::Child;
use std::cell::Cell;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Wake, Waker};

/// What the exit listener of a child is called with: the child's id.
pub(crate) type ExitArguments = FnArgs<(u32,)>;

/// What [`Children::reap`] finds.
pub(crate) enum Reaped {
    /// The exit code, which the system knows as a number without a sign, or a negative error number
    /// when that cannot be known; and the number of the signal that ended it, or 0.
    Ended { code: f64, signal: i32 },
    /// The child's channel has something to be read, which comes before the exit.
    MessagesLeft,
    /// There is no such child any more.
    Unknown,
}

/// The running children of one environment. JavaScript holds their ids.
pub(crate) struct Children {
    env: sys::napi_env,
    channels: Rc<Channels>,
    running: Numbered<Running>,
    /// The ids of children that have ended.
    ended: Arc<EventQueue<u32>>,
    /// How many keep the event loop alive.
    referenced: Cell<usize>,
}

struct Running {
    child: Child,
    referenced: Cell<bool>,
    /// The function of the copy of this package that started the child.
    on_exit: Rc<FunctionRef<ExitArguments, ()>>,
    turns: TurnsForMessages,
}

/// What a thread of the system wakes at the end of a child.
struct Ending {
    id: u32,
    ended: Arc<EventQueue<u32>>,
}

impl Wake for Ending {
    fn wake(self: Arc<Self>) {
        self.ended.push(self.id);
    }
}

impl Children {
    /// # Errors
    /// What `napi_create_threadsafe_function` says.
    pub fn new(env: Env, channels: &Rc<Channels>) -> Result<Rc<Self>> {
        let ended = EventQueue::new(env);
        let children = Rc::new(Self {
            env: env.raw(),
            channels: Rc::clone(channels),
            running: Numbered::default(),
            ended: Arc::clone(&ended),
            referenced: Cell::default(),
        });
        let weak = Rc::downgrade(&children);
        ended.open(env, move |ids| {
            if let Some(children) = weak.upgrade() {
                for id in ids {
                    children.report(id);
                }
            }
        })?;
        Ok(children)
    }

    /// Watches a new child, for whose end `on_exit` is called, and returns its id.
    ///
    /// # Errors
    /// What the system says when it cannot wait for the child, which is ended then.
    pub fn watch(&self, child: Child, on_exit: FunctionRef<ExitArguments, ()>) -> io::Result<u32> {
        let id = self.running.next_id();
        let ended = Arc::clone(&self.ended);
        if let Err(error) = child.wake_at_exit(&Waker::from(Arc::new(Ending { id, ended }))) {
            let _ = child.kill();
            return Err(error);
        }
        let running = Running {
            child,
            referenced: Cell::new(true),
            on_exit: Rc::new(on_exit),
            turns: TurnsForMessages::default(),
        };
        self.running.insert(id, running);
        self.count(true);
        Ok(id)
    }

    /// Sends a signal. Returns 0 or a negative error number.
    pub fn kill(&self, id: u32, signal: i32) -> i32 {
        let sent = self.running.with(id, |running| running.child.send_signal(signal));
        sent.map_or(errno::ESRCH, |sent| {
            sent.as_ref().err().map_or(0, errno::negative)
        })
    }

    /// The process identifier of a child; `None` when there is no such child any more.
    pub fn pid(&self, id: u32) -> Option<u32> {
        self.running
            .with(id, |running| running.child.pid().cast_unsigned())
    }

    /// Lets a child keep the event loop alive, as it does from the start, or not.
    pub fn reference(&self, id: u32, keep_alive: bool) {
        self.running.with(id, |running| {
            if running.referenced.replace(keep_alive) != keep_alive {
                self.count(keep_alive);
            }
        });
    }

    /// How a child has ended for which `on_exit` was called. Its identifier is its own until then.
    pub fn reap(&self, id: u32) -> Reaped {
        let waits = |running: &Running| running.turns.take_one(|| self.channels.has_unread(id));
        if self.running.with(id, waits) == Some(true) {
            return Reaped::MessagesLeft;
        }
        let Some(child) = self.take(id) else {
            return Reaped::Unknown;
        };
        let (code, signal) = match child.wait() {
            Ok(status) => {
                let code = status.code().unwrap_or(0).cast_unsigned();
                (f64::from(code), status.signal().unwrap_or(0))
            }
            Err(error) => (f64::from(errno::negative(&error)), 0),
        };
        Reaped::Ended { code, signal }
    }

    /// Ends the watch of a child.
    pub fn abandon(&self, id: u32) {
        drop(self.take(id));
    }

    /// Ends the watch of all children: the environment ends.
    pub fn close(&self) {
        drop(self.running.take().collect::<Vec<_>>());
        self.ended.close();
    }

    fn report(&self, id: u32) {
        let on_exit = self.running.with(id, |running| Rc::clone(&running.on_exit));
        if let Some(on_exit) = on_exit {
            // SAFETY: the queue delivers on the environment's thread, from its event loop.
            unsafe { call_from_loop(self.env, &on_exit, FnArgs::from((id,))) };
        }
    }

    fn take(&self, id: u32) -> Option<Child> {
        let running = self.running.remove(id)?;
        self.channels.forget_child(id);
        if running.referenced.get() {
            self.count(false);
        }
        Some(running.child)
    }

    /// One child more keeps the loop alive, or one less.
    fn count(&self, more: bool) {
        let before = self.referenced.get();
        let after = if more { before + 1 } else { before - 1 };
        self.referenced.set(after);
        if (before == 0) != (after == 0) {
            self.ended.keep_alive(after > 0);
        }
    }
}
