//! The running children of one environment: watched on its loop, known by ids.

mod ended;

use crate::channels::Channels;
use crate::environment::Environment;
use crate::errno;
use crate::event_loop::{DescriptorSet, TurnHandle};
use crate::exit_arguments::{End, ExitArguments};
use crate::numbered::Numbered;
use crate::turns_for_messages::TurnsForMessages;
use ended::{Ending, ended, report_ended};
use napi::bindgen_prelude::FunctionRef;
use rt_process::tree::Reached;
use rt_process::{Child, reaper};
use rustix::io::Errno;
use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::task::Waker;

/// What [`Children::reap`] finds.
pub(crate) enum Reaped {
    Ended(End),
    /// The child's channel has something to be read, which comes before the exit.
    MessagesLeft,
    /// There is no such child any more, or a debugger that traces it reaps it first (`ptrace(2)`).
    /// The exit listener is called again when the debugger detaches.
    NotYet,
}

/// The running children of one environment. JavaScript holds their ids.
pub(crate) struct Children {
    environment: Rc<Environment>,
    channels: Rc<Channels>,
    running: Numbered<Running>,
    /// Made with the first child, and gone when the environment ends.
    watched: RefCell<Option<DescriptorSet>>,
    /// The children whose end the loop has found in this turn.
    ended: RefCell<Vec<u32>>,
    /// Reports them behind all that the loop has found together with them: what a child has written
    /// before, and its messages, come first, as in Node, which looks at ended children last.
    behind_events: RefCell<Option<TurnHandle>>,
}

struct Running {
    /// Shared with the process's reaper when that takes over.
    child: Arc<Child>,
    /// Whether it keeps the loop alive.
    referenced: Cell<bool>,
    /// Called when it has ended. Each child has its own, since the JavaScript of this package may
    /// be loaded several times in an environment (by Jest for each test file): the function of the
    /// copy that started the child, which is kept alive no longer than the child.
    on_exit: Rc<FunctionRef<ExitArguments, ()>>,
    /// Whether JavaScript reaps it, when it has read what the child has written.
    has_pipes: bool,
    turns: TurnsForMessages,
}

impl Children {
    pub fn new(environment: &Rc<Environment>, channels: &Rc<Channels>) -> Self {
        Self {
            environment: Rc::clone(environment),
            channels: Rc::clone(channels),
            running: Numbered::default(),
            watched: RefCell::default(),
            ended: RefCell::default(),
            behind_events: RefCell::default(),
        }
    }

    /// Watches a new child, for whose end `on_exit` is called, and returns its id. The child is not
    /// reaped then: that is done by [`reap`](Self::reap). `has_pipes` says that JavaScript holds
    /// ends of pipes to it, or of a channel.
    ///
    /// # Errors
    /// What registering its pidfd with the event loop says. The child is killed then: its end would
    /// never be reported.
    pub fn watch(
        self: &Rc<Self>,
        child: Child,
        has_pipes: bool,
        on_exit: FunctionRef<ExitArguments, ()>,
    ) -> io::Result<u32> {
        let id = self.running.next_id();
        match self.add_to_watched(&child, id) {
            Ok(()) => {
                let running = Running {
                    child: Arc::new(child),
                    referenced: Cell::new(true),
                    on_exit: Rc::new(on_exit),
                    has_pipes,
                    turns: TurnsForMessages::default(),
                };
                self.running.insert(id, running);
                Ok(id)
            }
            Err(error) => {
                let _ = child.kill();
                reaper::abandon(child);
                Err(error)
            }
        }
    }

    fn add_to_watched(self: &Rc<Self>, child: &Child, id: u32) -> io::Result<()> {
        let mut watched = self.watched.borrow_mut();
        let set = match &mut *watched {
            Some(set) => set,
            none => none.insert(self.new_set()?),
        };
        if let Some(pidfd) = child.pidfd() {
            set.add(pidfd, id)?;
        } else {
            let notifier = Arc::clone(set.notifier());
            // There is no pidfd, so this is never refused.
            let _ = child.wake_at_exit(&Waker::from(Arc::new(Ending { id, notifier })));
        }
        set.reference();
        Ok(())
    }

    fn new_set(self: &Rc<Self>) -> io::Result<DescriptorSet> {
        let weak = Rc::downgrade(self);
        let event_loop = &*self.environment.event_loop;
        let set = DescriptorSet::new(event_loop, move |id| ended(&weak, id))?;
        let weak = Rc::downgrade(self);
        let on_turn = move || report_ended(&weak);
        self.behind_events
            .replace(event_loop.behind_events(Box::new(on_turn)));
        Ok(set)
    }

    /// # Errors
    /// `ESRCH` when there is no such child any more, and what [`Child::send_signal`] says.
    pub fn kill(&self, id: u32, signal: i32) -> io::Result<()> {
        let killed = self.running.with(id, |running| running.child.send_signal(signal));
        killed.unwrap_or_else(|| Err(Errno::SRCH.into()))
    }

    /// Signals a child and all its descendants. Nothing is reached when there is no such child any
    /// more.
    ///
    /// # Errors
    /// What [`Child::send_signal_to_tree`] says.
    pub fn kill_tree(&self, id: u32, signal: i32) -> io::Result<Reached> {
        let reached = self
            .running
            .with(id, |running| running.child.send_signal_to_tree(signal));
        reached.unwrap_or_else(|| Ok(Reached::default()))
    }

    /// A running child, for one who holds it beyond its end.
    pub fn share(&self, id: u32) -> Option<Arc<Child>> {
        self.running.with(id, |running| Arc::clone(&running.child))
    }

    /// Lets a child keep the event loop alive, as it does from the start, or not.
    pub fn reference(&self, id: u32, keep_alive: bool) {
        self.running.with(id, |running| {
            if running.referenced.replace(keep_alive) != keep_alive {
                self.count_reference(keep_alive);
            }
        });
    }

    /// Reaps a child that has ended. Its identifier is its own until then, so this is done when its
    /// exit is reported and not before.
    pub fn reap(&self, id: u32) -> Reaped {
        let waits = |running: &Running| running.turns.take_one(|| self.channels.has_unread(id));
        if self.running.with(id, waits) == Some(true) {
            return Reaped::MessagesLeft;
        }
        self.reap_now(id).map_or(Reaped::NotYet, Reaped::Ended)
    }

    fn reap_now(&self, id: u32) -> Option<End> {
        let (code, signal) = match self.running.with(id, |running| running.child.try_wait()) {
            None | Some(Ok(None)) => return None,
            Some(Ok(Some(status))) => (status.code().unwrap_or(0), status.signal().unwrap_or(0)),
            Some(Err(error)) => (errno::negative(&error), 0),
        };
        let usage = self.take(id).and_then(|running| running.child.resource_usage());
        Some(End { code, signal, usage })
    }

    fn exit_listener(&self, id: u32) -> Option<Rc<FunctionRef<ExitArguments, ()>>> {
        self.running.with(id, |running| Rc::clone(&running.on_exit))
    }

    fn has_pipes(&self, id: u32) -> bool {
        self.running.with(id, |running| running.has_pipes) == Some(true)
    }

    /// Ends the watch of a child; the process's reaper takes it.
    pub fn abandon(&self, id: u32) {
        if let Some(running) = self.take(id) {
            reaper::abandon(running.child);
        }
    }

    /// Takes a child out of those that are watched.
    fn take(&self, id: u32) -> Option<Running> {
        let running = self.running.remove(id)?;
        self.channels.forget_child(id);
        if let (Some(set), Some(pidfd)) = (&*self.watched.borrow(), running.child.pidfd()) {
            set.remove(pidfd);
        }
        if running.referenced.get() {
            self.count_reference(false);
        }
        Some(running)
    }

    fn count_reference(&self, one_more: bool) {
        match &*self.watched.borrow() {
            Some(set) if one_more => set.reference(),
            Some(set) => set.unreference(),
            None => {}
        }
    }

    /// Hands every running child to the process's reaper, which knows no environment, and ends the
    /// watch.
    pub fn hand_to_reaper(&self) {
        drop(self.watched.take());
        drop(self.behind_events.take());
        for running in self.running.take() {
            reaper::abandon(running.child);
        }
    }
}
