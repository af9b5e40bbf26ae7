//! The open channels of one environment on Windows: pipes of libuv with its frames around the
//! messages. JavaScript has the same functions for them as on Linux.

#[path = "../../channels/json_frame.rs"]
mod json_frame;
mod open_channel;
#[path = "../../channels/outcome.rs"]
mod outcome;
mod outgoing;
#[path = "../../channels/payload_frame.rs"]
mod payload_frame;
#[path = "../../channels/received.rs"]
mod received;
#[path = "../../channels/send_function.rs"]
mod send_function;
#[path = "../../channels/settings.rs"]
mod settings;
#[path = "../../channels/string_values.rs"]
mod string_values;

use crate::numbered::Numbered;
use crate::windows::LibuvLoop;
use napi::sys;
pub(crate) use open_channel::OpenChannel;
pub(crate) use outcome::or_errno;
pub(crate) use received::ReceivedArguments;
pub(crate) use send_function::SendFunction;
pub(crate) use settings::{Listeners, Settings};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::c_int;
use std::io;
use std::rc::Rc;

/// The open channels of one environment. JavaScript holds their ids.
pub(crate) struct Channels {
    env: sys::napi_env,
    event_loop: LibuvLoop,
    open: Numbered<Rc<OpenChannel>>,
    /// The channel of a child, by the child's id.
    of_child: RefCell<HashMap<u32, u32>>,
}

impl Channels {
    pub fn new(env: sys::napi_env, event_loop: &LibuvLoop) -> Self {
        Self {
            env,
            event_loop: event_loop.clone(),
            open: Numbered::default(),
            of_child: RefCell::default(),
        }
    }

    /// Opens a channel on a pipe, begins to read it, and returns it with its id.
    ///
    /// # Errors
    /// Those of libuv; the descriptor is closed then.
    pub fn open(
        &self,
        descriptor: c_int,
        settings: &Settings,
        child: u32,
        listeners: Listeners,
    ) -> io::Result<(u32, Rc<OpenChannel>)> {
        let channel = OpenChannel::open(self.env, &self.event_loop, descriptor, settings, listeners)?;
        let id = self.open.next_id();
        self.open.insert(id, Rc::clone(&channel));
        self.of_child.borrow_mut().insert(child, id);
        Ok((id, channel))
    }

    /// An open channel.
    pub fn find(&self, id: u32) -> Option<Rc<OpenChannel>> {
        self.open.with(id, Rc::clone)
    }

    /// The child at the other end of a channel, by its id.
    pub fn child_of(&self, channel: u32) -> Option<u32> {
        let of_child = self.of_child.borrow();
        of_child
            .iter()
            .find(|&(_, &id)| id == channel)
            .map(|(&child, _)| child)
    }

    /// The loop that they are on.
    pub fn event_loop(&self) -> &LibuvLoop {
        &self.event_loop
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
        let id = self.of_child.borrow().get(&child).copied();
        id.and_then(|id| self.find(id))
            .is_some_and(|channel| channel.has_unread())
    }

    /// Forgets which channel is that of a child.
    pub fn forget_child(&self, child: u32) {
        self.of_child.borrow_mut().remove(&child);
    }
}
