//! The running children of one environment: watched on its loop, known by ids.

use crate::channels::Channels;
use crate::environment::Environment;
use crate::event_loop::{Interest, PollHandle};
use crate::numbered::Numbered;
use napi::bindgen_prelude::{FnArgs, FunctionRef};
use rt_process::{Child, Errno, ExitStatus, reaper};
use std::cell::OnceCell;
use std::os::fd::AsFd;
use std::rc::{Rc, Weak};
use std::sync::Arc;

/// What the exit listener is called with: the child's id, its exit code (or a negative error number when that cannot be known), the number of the
/// signal that ended it (0: none).
pub(crate) type ExitArguments = FnArgs<(u32, i32, i32)>;

/// The running children of one environment. JavaScript holds their ids.
pub(crate) struct Children {
    environment: Rc<Environment>,
    channels: Rc<Channels>,
    running: Numbered<Running>,
    on_exit: OnceCell<FunctionRef<ExitArguments, ()>>,
}

struct Running {
    /// Shared with the watch, and with the process's reaper when that takes over.
    child: Arc<Child>,
    watch: PollHandle,
}

impl Children {
    pub fn new(environment: &Rc<Environment>, channels: &Rc<Channels>) -> Self {
        Self {
            environment: Rc::clone(environment),
            channels: Rc::clone(channels),
            running: Numbered::default(),
            on_exit: OnceCell::new(),
        }
    }

    /// Sets the function that is told of every exit. A second call keeps the first function: there is one wrapper in an environment.
    pub fn tell(&self, on_exit: FunctionRef<ExitArguments, ()>) {
        let _ = self.on_exit.set(on_exit);
    }

    /// Watches a new child, and returns its id.
    ///
    /// # Errors
    /// What registering its pidfd with the event loop says. The child is killed then: nobody would ever be told of its end, and no child is better
    /// than half of one.
    pub fn watch(self: &Rc<Self>, child: Child) -> Result<u32, Errno> {
        let id = self.running.next_id();
        let child = Arc::new(child);
        let descriptor: Rc<dyn AsFd> = Rc::new(Arc::clone(&child));
        let weak = Rc::downgrade(self);
        let on_ready = Box::new(move |_| ended(&weak, id));
        let Environment {
            event_loop,
            open_handles,
            ..
        } = &*self.environment;
        let watch = PollHandle::new(*event_loop, open_handles, descriptor, on_ready).and_then(|watch| {
            watch.watch(Interest {
                readable: true,
                writable: false,
            })?;
            Ok(watch)
        });
        match watch {
            Ok(watch) => {
                self.running.insert(id, Running { child, watch });
                Ok(id)
            }
            Err(errno) => {
                let _ = child.kill(SIGKILL);
                hand_over(child);
                Err(errno)
            }
        }
    }

    /// # Errors
    /// `ESRCH` when there is no such child any more, and what [`Child::kill`] says.
    pub fn kill(&self, id: u32, signal: i32) -> Result<(), Errno> {
        let killed = self.running.with(id, |running| running.child.kill(signal));
        killed.unwrap_or(Err(Errno::SRCH))
    }

    /// Lets a child keep the event loop alive, as it does from the start, or not.
    pub fn reference(&self, id: u32, keep_alive: bool) {
        self.running.with(id, |running| {
            if keep_alive {
                running.watch.reference();
            } else {
                running.watch.unreference();
            }
        });
    }

    /// Ends the watch of a child; the process's reaper takes it.
    pub fn abandon(&self, id: u32) {
        if let Some(running) = self.running.remove(id) {
            hand_over(running.child);
        }
    }

    /// Hands every running child to the process's reaper, which knows no environment, and ends the watches.
    pub fn give_away(&self) {
        for running in self.running.take() {
            hand_over(running.child);
        }
    }
}

const SIGKILL: i32 = 9;

/// When the reaper cannot take it either, the child stays a zombie after its end: nothing more can be done for it.
fn hand_over(child: Arc<Child>) {
    let _ = reaper::adopt(child, Box::new(|_| {}));
}

fn ended(children: &Weak<Children>, id: u32) {
    let Some(children) = children.upgrade() else {
        return;
    };
    let Some(waited) = children.running.with(id, |running| running.child.try_wait()) else {
        return;
    };
    let (code, signal) = match waited {
        // It has ended, but a debugger that traces it is to learn of that first (`ptrace(2)`). The loop asks again until it has let go.
        Ok(None) => return,
        Ok(Some(ExitStatus::Code(code))) => (code, 0),
        Ok(Some(ExitStatus::Signal(signal))) => (0, signal),
        Err(errno) => (-errno.raw_os_error(), 0),
    };
    children.running.remove(id);
    children.channels.deliver_what_has_come(id);
    if let Some(on_exit) = children.on_exit.get() {
        children
            .environment
            .call(on_exit, FnArgs::from((id, code, signal)));
    }
}
