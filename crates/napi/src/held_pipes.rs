//! The parent's ends of children's pipes of which JavaScript has made no stream yet.

use crate::environment::Environment;
use crate::event_loop::DescriptorSet;
use crate::numbered::Numbered;
use napi::bindgen_prelude::{FnArgs, FunctionRef};
use rustix::buffer::spare_capacity;
use rustix::io::{Errno, retry_on_intr};
use rustix::net::{RecvFlags, recv};
use std::cell::{Cell, RefCell};
use std::io;
use std::os::fd::OwnedFd;
use std::rc::{Rc, Weak};

/// The least that a read asks for.
const READ_SIZE: usize = 4096;

/// How much is read at once of what nobody wants: as much as the kernel keeps of a socket.
const MOST_DISCARDED: usize = 256 * 1024;

/// Called with the pipe's id.
pub(crate) type FullArguments = FnArgs<(u32,)>;

/// The held ends of one environment. JavaScript has their ids.
pub(crate) struct HeldPipes {
    environment: Rc<Environment>,
    held: Numbered<Rc<HeldPipe>>,
    /// Made with the first pipe that is collected, and gone when the environment ends. It never
    /// keeps the loop alive: as long as a pipe is collected, its child does.
    watched: RefCell<Option<DescriptorSet>>,
}

struct HeldPipe {
    end: OwnedFd,
    bytes: RefCell<Vec<u8>>,
    /// Absent where nothing is collected.
    collected: RefCell<Option<Collected>>,
    has_ended: Cell<bool>,
}

/// How a pipe is collected.
struct Collected {
    /// The most bytes that are kept.
    limit: usize,
    /// Called when there are more.
    on_full: Rc<FunctionRef<FullArguments, ()>>,
}

/// How far a pipe was read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// To its end.
    Ended,
    /// There is nothing more to be read now.
    Empty,
    /// There is more than may be read here, or the system says an error.
    Full,
}

impl HeldPipes {
    pub fn new(environment: &Rc<Environment>) -> Self {
        Self {
            environment: Rc::clone(environment),
            held: Numbered::default(),
            watched: RefCell::default(),
        }
    }

    /// Holds a pipe's end, and returns its id.
    pub fn hold(&self, end: OwnedFd) -> u32 {
        let id = self.held.next_id();
        let pipe = HeldPipe {
            end,
            bytes: RefCell::default(),
            collected: RefCell::default(),
            has_ended: Cell::new(false),
        };
        self.held.insert(id, Rc::new(pipe));
        id
    }

    /// Keeps what comes from a pipe, up to a number of bytes. When more has come, `on_full` is
    /// called once, and nothing more is read.
    ///
    /// # Errors
    /// What registering it with the event loop says.
    pub fn collect(
        self: &Rc<Self>,
        id: u32,
        limit: usize,
        on_full: FunctionRef<FullArguments, ()>,
    ) -> io::Result<()> {
        let pipe = self.find(id).ok_or(Errno::BADF)?;
        let mut watched = self.watched.borrow_mut();
        let set = match &mut *watched {
            Some(set) => set,
            none => {
                let weak = Rc::downgrade(self);
                let on_ready = move |id| ready(&weak, id);
                none.insert(DescriptorSet::new(&*self.environment.event_loop, on_ready)?)
            }
        };
        set.add(&pipe.end, id)?;
        pipe.collected.replace(Some(Collected {
            limit,
            on_full: Rc::new(on_full),
        }));
        Ok(())
    }

    /// Reads a pipe whose child has ended. When it has come to its end, it is closed; what was
    /// collected is returned then.
    pub fn drain(&self, id: u32) -> Option<Vec<u8>> {
        if self.find(id)?.read() != Progress::Ended {
            return None;
        }
        let pipe = self.remove(id)?;
        Some(pipe.bytes.take())
    }

    /// What was collected of a pipe, which goes on being held without that.
    pub fn take_bytes(&self, id: u32) -> Vec<u8> {
        let pipe = self.find(id);
        pipe.map(|pipe| pipe.bytes.take()).unwrap_or_default()
    }

    /// Gives a pipe's end away.
    pub fn take(&self, id: u32) -> Option<OwnedFd> {
        // No event of it is being handled: that ends before JavaScript is called.
        Rc::into_inner(self.remove(id)?).map(|pipe| pipe.end)
    }

    /// Closes a pipe.
    pub fn close(&self, id: u32) {
        drop(self.remove(id));
    }

    /// Closes every pipe.
    pub fn close_all(&self) {
        drop(self.watched.take());
        drop(self.held.take());
    }

    fn find(&self, id: u32) -> Option<Rc<HeldPipe>> {
        self.held.with(id, Rc::clone)
    }

    fn remove(&self, id: u32) -> Option<Rc<HeldPipe>> {
        let pipe = self.held.remove(id)?;
        if pipe.collected.take().is_some()
            && let Some(set) = &*self.watched.borrow()
        {
            set.remove(&pipe.end);
        }
        Some(pipe)
    }
}

impl HeldPipe {
    /// Reads what is there, and keeps it if it is collected.
    fn read(&self) -> Progress {
        if self.has_ended.get() {
            return Progress::Ended;
        }
        let limit = self.collected.borrow().as_ref().map(|collected| collected.limit);
        let mut bytes = self.bytes.borrow_mut();
        let mut discarded = 0;
        loop {
            if bytes.len() > limit.unwrap_or(MOST_DISCARDED) || discarded > MOST_DISCARDED {
                return Progress::Full;
            }
            if bytes.capacity() - bytes.len() < READ_SIZE {
                let more = READ_SIZE.max(bytes.len());
                bytes.reserve(more);
            }
            let read = || recv(&self.end, spare_capacity(&mut *bytes), RecvFlags::DONTWAIT);
            match retry_on_intr(read) {
                Ok((0, _)) => {
                    self.has_ended.set(true);
                    return Progress::Ended;
                }
                Ok((count, _)) if limit.is_none() => {
                    discarded += count;
                    bytes.clear();
                }
                Ok(_) => {}
                Err(Errno::AGAIN) => return Progress::Empty,
                Err(_) => return Progress::Full,
            }
        }
    }
}

fn ready(pipes: &Weak<HeldPipes>, id: u32) {
    let Some(pipes) = pipes.upgrade() else {
        return;
    };
    let Some(pipe) = pipes.find(id) else {
        return;
    };
    if pipe.read() != Progress::Full {
        return;
    }
    let on_full = pipe
        .collected
        .borrow()
        .as_ref()
        .map(|collected| Rc::clone(&collected.on_full));
    drop(pipe);
    if let Some(on_full) = on_full {
        pipes.environment.call(&on_full, FnArgs::from((id,)));
    }
}
