//! What a channel does when the event loop says that its descriptor is readable or writable.

use super::super::received::ReceivedArguments;
use super::{BYTES_PER_EVENT, OpenChannel, or_errno};
use crate::environment::Environment;
use crate::event_loop::Readiness;
use napi::bindgen_prelude::FnArgs;
use rt_ipc::Reception;
use std::rc::Rc;

impl OpenChannel {
    /// A listener may close the channel, send on it, or throw.
    pub(super) fn ready(self: &Rc<Self>, readiness: Readiness) {
        let Some(environment) = self.environment.upgrade() else {
            return;
        };
        if readiness.writable {
            self.resume(&environment);
        }
        if readiness.readable && self.is_reading() {
            self.read(&environment);
        }
        // Fails only for a descriptor that is not registered with the loop, and this one is.
        let _ = self.watch_for_what_is_needed();
    }

    fn resume(&self, environment: &Environment) {
        if self.sender.is_blocked() {
            let waiting = or_errno(self.sender.resume());
            environment.call(&self.listeners.sent, FnArgs::from((waiting,)));
        }
    }

    fn read(self: &Rc<Self>, environment: &Environment) {
        let mut receiver = self.receiver.borrow_mut();
        // An error of the socket is the end, as in Node: the peer died with bytes unread, which is
        // ECONNRESET.
        let reception = receiver
            .receive(&*self.descriptor, BYTES_PER_EVENT)
            .unwrap_or(Reception::Ended);
        let (frames, _) = receiver.frames();
        let malformed = frames.error().map(|error| error.to_string());
        let any = !frames.is_empty();
        drop(receiver);
        let ended = reception == Reception::Ended || malformed.is_some();
        self.ended.set(ended);
        if any {
            self.peer.received();
            environment.call(
                &self.listeners.frames,
                ReceivedArguments {
                    receiver: Rc::clone(&self.receiver),
                    joins_frames: self.joins_frames,
                },
            );
        }
        let mut receiver = self.receiver.borrow_mut();
        receiver.discard_unclaimed();
        receiver.rest();
        drop(receiver);
        if ended && !self.is_closed() {
            environment.call(&self.listeners.end, FnArgs::from((malformed,)));
        }
    }
}
