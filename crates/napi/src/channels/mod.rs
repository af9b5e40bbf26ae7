//! The open channels of one environment, known by ids; what they receive goes to their listeners.

mod json_frame;
mod open_channel;
mod outcome;
mod payload_frame;
mod process_exit;
mod prompt_peer;
mod received;
mod send_function;
mod settings;
mod string_values;

use crate::environment::Environment;
use crate::numbered::Numbered;
pub(crate) use open_channel::OpenChannel;
pub(crate) use outcome::or_errno;
pub(crate) use received::ReceivedArguments;
pub(crate) use send_function::SendFunction;
pub(crate) use settings::{Listeners, Settings};
use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::os::fd::OwnedFd;
use std::rc::Rc;

/// The open channels of one environment. JavaScript holds their ids.
pub(crate) struct Channels {
    environment: Rc<Environment>,
    open: Numbered<Rc<OpenChannel>>,
    /// The channel of a child, by the child's id.
    of_child: RefCell<HashMap<u32, u32>>,
}

impl Channels {
    pub fn new(environment: &Rc<Environment>) -> Self {
        Self {
            environment: Rc::clone(environment),
            open: Numbered::default(),
            of_child: RefCell::default(),
        }
    }

    /// Opens a channel on a descriptor, begins to read it, and returns it with its id.
    ///
    /// # Errors
    /// Those of registering the descriptor with the event loop; the descriptor is closed then.
    pub fn open(
        &self,
        descriptor: OwnedFd,
        settings: &Settings,
        child: u32,
        listeners: Listeners,
    ) -> io::Result<(u32, Rc<OpenChannel>)> {
        process_exit::flush_at_exit();
        let channel = OpenChannel::open(&self.environment, descriptor, settings, listeners)?;
        let id = self.open.next_id();
        self.open.insert(id, Rc::clone(&channel));
        self.of_child.borrow_mut().insert(child, id);
        Ok((id, channel))
    }

    /// An open channel.
    pub fn find(&self, id: u32) -> Option<Rc<OpenChannel>> {
        self.open.with(id, Rc::clone)
    }

    /// Closes a channel.
    pub fn close(&self, id: u32) {
        if let Some(channel) = self.open.remove(id) {
            channel.close();
        }
    }

    /// Closes every channel.
    pub fn close_all(&self) {
        for channel in self.open.take() {
            channel.close();
        }
    }

    /// Whether something can be read from a child's channel, its end included.
    pub fn has_unread(&self, child: u32) -> bool {
        self.of_child(child).is_some_and(|channel| channel.is_readable())
    }

    /// [`OpenChannel::deliver_what_has_come`] for a child's channel.
    pub fn deliver_what_has_come(&self, child: u32) {
        if let Some(channel) = self.of_child(child) {
            channel.deliver_what_has_come();
        }
    }

    fn of_child(&self, child: u32) -> Option<Rc<OpenChannel>> {
        let id = self.of_child.borrow().get(&child).copied();
        id.and_then(|id| self.find(id))
    }

    /// Forgets which channel is that of a child.
    pub fn forget_child(&self, child: u32) {
        self.of_child.borrow_mut().remove(&child);
    }
}
