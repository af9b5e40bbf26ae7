//! The open channels of one environment, known by ids; what they receive goes to their listeners.

mod open_channel;
mod received;

use crate::environment::Environment;
pub(crate) use open_channel::{Listeners, OpenChannel};
pub(crate) use received::ReceivedArguments;
use rt_ipc::Format;
use rt_process::Errno;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::cell::{Cell, RefCell, RefMut};
use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::rc::Rc;

/// The open channels of one environment. JavaScript holds ids, counted up and not used again while they are in use.
pub(crate) struct Channels {
    environment: Rc<Environment>,
    open: RefCell<HashMap<u32, Rc<OpenChannel>>>,
    /// The channel of a child, by the child's id.
    of_child: RefCell<HashMap<u32, u32>>,
    last_id: Cell<u32>,
    /// Where a string's bytes are written before they leave.
    text: RefCell<Vec<u8>>,
}

impl Channels {
    pub fn new(environment: &Rc<Environment>) -> Self {
        Self {
            environment: Rc::clone(environment),
            open: RefCell::default(),
            of_child: RefCell::default(),
            last_id: Cell::default(),
            text: RefCell::default(),
        }
    }

    /// Opens a channel on a descriptor, begins to read it, and returns its id.
    ///
    /// # Errors
    /// What registering the descriptor with the event loop says; the descriptor is closed then.
    pub fn open(
        &self,
        descriptor: OwnedFd,
        format: Format,
        child: u32,
        listeners: Listeners,
    ) -> Result<u32, Errno> {
        let channel = OpenChannel::open(&self.environment, descriptor, format, listeners)?;
        let id = self.next_id();
        self.open.borrow_mut().insert(id, channel);
        self.of_child.borrow_mut().insert(child, id);
        Ok(id)
    }

    /// An open channel.
    pub fn find(&self, id: u32) -> Option<Rc<OpenChannel>> {
        self.open.borrow().get(&id).map(Rc::clone)
    }

    /// Closes a channel: what waits is dropped.
    pub fn close(&self, id: u32) {
        let removed = self.open.borrow_mut().remove(&id);
        if let Some(channel) = removed {
            channel.close();
        }
    }

    /// Closes every channel: what waits is dropped.
    pub fn close_all(&self) {
        for (_, channel) in self.open.take() {
            channel.close();
        }
    }

    /// Tells the listeners of what has come by now on a child's channel, its end included. To be called before the child's exit is reported: its last
    /// messages come before its exit, but the loop may meet the two descriptors in either order.
    pub fn deliver_what_has_come(&self, child: u32) {
        let Some(channel) = self
            .of_child
            .borrow_mut()
            .remove(&child)
            .and_then(|id| self.find(id))
        else {
            return;
        };
        // A first round reads what the dead child has left on its socket, a second one finds the end; one more for a descendant that was just writing.
        for _ in 0..3 {
            let readable = channel.is_reading()
                && poll(
                    &mut [PollFd::new(channel.socket(), PollFlags::IN)],
                    Some(&Timespec::default()),
                ) == Ok(1);
            if !readable {
                return;
            }
            channel.read_now();
        }
    }

    /// A buffer for the bytes of a string.
    pub fn text_buffer(&self) -> RefMut<'_, Vec<u8>> {
        self.text.borrow_mut()
    }

    fn next_id(&self) -> u32 {
        let open = self.open.borrow();
        let mut id = self.last_id.get();
        loop {
            id = id.wrapping_add(1);
            if id != 0 && !open.contains_key(&id) {
                self.last_id.set(id);
                return id;
            }
        }
    }
}
