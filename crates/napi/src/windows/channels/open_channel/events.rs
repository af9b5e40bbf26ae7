//! What a channel does when libuv has read or written.

use super::super::outcome::or_errno;
use super::super::received::ReceivedArguments;
use super::OpenChannel;
use crate::call_from_loop::call_from_loop;
use napi::bindgen_prelude::{FnArgs, FunctionRef, JsValuesTupleIntoVec};
use std::ffi::c_int;
use std::rc::Rc;

impl OpenChannel {
    /// The system has taken a write, or refused it.
    pub(super) fn written(&self, number: u64, status: c_int) {
        let pipe = self.pipe.borrow();
        let Some(open) = pipe.as_ref() else { return };
        let mut outgoing = self.outgoing.borrow_mut();
        let waiting = match outgoing.written(number, status) {
            Ok(false) => return,
            Ok(true) => self.write(open, &mut outgoing).map(|()| outgoing.frames()),
            Err(error) => Err(error),
        };
        drop(outgoing);
        drop(pipe);
        self.call(&self.listeners.sent, FnArgs::from((or_errno(waiting),)));
    }

    /// Takes what was read, or the end. An error of the pipe is the end, as in Node. A listener may
    /// close the channel, send on it, or throw.
    pub(super) fn read(&self, bytes: Option<&[u8]>) {
        if self.ended.get() || self.is_closed() {
            return;
        }
        let mut receiver = self.receiver.borrow_mut();
        let refused = bytes.and_then(|bytes| receiver.receive(bytes).err());
        let (frames, _) = receiver.frames();
        let malformed = frames
            .error()
            .map(|error| error.to_string())
            .or(refused.map(|error| error.to_string()));
        let any = !frames.is_empty();
        drop(receiver);
        let ended = bytes.is_none() || malformed.is_some();
        self.ended.set(ended);
        if let (true, Some(pipe)) = (ended, self.pipe.borrow().as_ref()) {
            pipe.stop_reading();
        }
        if any {
            let arguments = ReceivedArguments {
                receiver: Rc::clone(&self.receiver),
                joins_frames: self.joins_frames,
            };
            self.call(&self.listeners.frames, arguments);
        }
        let mut receiver = self.receiver.borrow_mut();
        receiver.discard_unclaimed();
        receiver.rest();
        drop(receiver);
        if ended && !self.is_closed() {
            self.call(&self.listeners.end, FnArgs::from((malformed,)));
        }
    }

    fn call<A: JsValuesTupleIntoVec>(&self, function: &FunctionRef<A, ()>, arguments: A) {
        // SAFETY: an environment stays on its thread, and this is called by its loop, outside of
        // any call into JavaScript.
        unsafe { call_from_loop(self.env, function, arguments) };
    }
}
