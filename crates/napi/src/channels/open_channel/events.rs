//! What a channel does when its descriptor is readable or writable.

use super::super::outcome::or_errno;
use super::super::received::ReceivedArguments;
use super::{BYTES_PER_EVENT, OpenChannel};
use crate::environment::Environment;
use crate::event_loop::Readiness;
use napi::bindgen_prelude::FnArgs;
use rt_ipc::Reception;
use std::rc::Rc;

/// What is done with an end that was read together with frames.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EndBehindFrames {
    /// The listener is called, right behind that of the frames.
    Told,
    /// It will be read once more.
    Left,
}

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
            self.read(&environment, EndBehindFrames::Told);
        }
        // Fails only for a descriptor that is not registered with the loop, and this one is.
        let _ = self.watch_for_what_is_needed();
    }

    /// Calls the listeners for what has come by now, the end included, when the event loop would
    /// find it too late. To be called from the event loop.
    pub fn deliver_what_has_come(self: &Rc<Self>) {
        self.read_what_has_come(EndBehindFrames::Told);
    }

    /// The same in a callback of the event loop. No tick runs between two calls of listeners there,
    /// so messages, each of which has a tick, would be handled behind an end that came with them.
    /// That end is left for the next call, or the event loop. Returns whether more can be read.
    pub fn deliver_within_callback(self: &Rc<Self>) -> bool {
        self.read_what_has_come(EndBehindFrames::Left);
        self.is_readable()
    }

    fn read_what_has_come(self: &Rc<Self>, end: EndBehindFrames) {
        // A first round reads what a dead peer has left on its socket, a second one finds the end;
        // one more for a descendant that was just writing.
        for _ in 0..3 {
            if !self.is_readable() {
                return;
            }
            let Some(environment) = self.environment.upgrade() else {
                return;
            };
            let has_delivered = self.read(&environment, end);
            // Fails only for a descriptor that is not registered with the loop, and this one is.
            let _ = self.watch_for_what_is_needed();
            if has_delivered && end == EndBehindFrames::Left {
                return;
            }
        }
    }

    fn resume(&self, environment: &Environment) {
        if self.sender.is_blocked() {
            let waiting = or_errno(self.sender.resume());
            environment.call(&self.listeners.sent, FnArgs::from((waiting,)));
        }
    }

    /// Calls the listeners for what it reads; whether there were frames.
    fn read(self: &Rc<Self>, environment: &Environment, end: EndBehindFrames) -> bool {
        self.has_begun.set(false);
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
        let is_end_left = any && end == EndBehindFrames::Left;
        let ended = malformed.is_some() || (reception == Reception::Ended && !is_end_left);
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
        any
    }
}
