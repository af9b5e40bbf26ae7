//! What the frame that was found is in the protocol of handles.

use std::os::fd::OwnedFd;

use memchr::memmem;

use super::envelope::{self, Frame};
use super::handles::{HANDLE, Handle, HandleType};
use super::kept::Message;
use super::state::State;
use crate::Format;

/// What a frame is in the protocol of handles.
pub(super) enum Incoming {
    Message(Message),
    Acknowledged,
    Refused,
    /// A message whose handle was lost: its sender is to send both again.
    Lost,
    /// Nothing for the caller: a handle is answered whose sender has given up.
    Nothing,
}

impl State {
    /// Whether the frame that was found answers a handle whose sender has given up: it is no
    /// message.
    pub fn is_late_answer(&mut self) -> bool {
        if self.unanswered == 0 {
            return false;
        }
        let is_answer = matches!(
            envelope::read(&String::from_utf8_lossy(self.frame())),
            Frame::Acknowledged | Frame::Refused
        );
        self.unanswered -= usize::from(is_answer);
        is_answer
    }

    /// Whether the frame that was found announces a handle.
    pub fn announces_handle(&mut self) -> bool {
        self.format() == Format::Newline
            && memmem::find(self.frame(), HANDLE.as_bytes()).is_some()
            && matches!(
                envelope::read(&String::from_utf8_lossy(self.frame())),
                Frame::Handle { .. }
            )
    }

    /// Interprets that frame. A handle is to be answered, whether it has come or was lost.
    pub(super) fn interpret(&mut self) -> Incoming {
        let payload = self.frame().to_vec();
        // As Node.js reads what is not UTF-8.
        let text = String::from_utf8_lossy(&payload);
        let (handle_type, message) = match envelope::read(&text) {
            Frame::Message => return Incoming::Message((payload, None)),
            Frame::Acknowledged => return self.answered(Incoming::Acknowledged),
            Frame::Refused => return self.answered(Incoming::Refused),
            Frame::Handle { handle_type, message } => (handle_type, message),
        };
        match self.take_handle(handle_type) {
            Some(handle) => Incoming::Message((message.as_bytes().to_vec(), Some(handle))),
            None => Incoming::Lost,
        }
    }

    /// What an answer is to the call that waits for one: that to the last handle is its own.
    fn answered(&mut self, answer: Incoming) -> Incoming {
        self.unanswered = self.unanswered.saturating_sub(1);
        if self.unanswered == 0 {
            answer
        } else {
            Incoming::Nothing
        }
    }

    /// The descriptor of that frame, if it is what the message says.
    fn take_handle(&mut self, handle_type: Option<HandleType>) -> Option<Handle> {
        let (frames, arrivals) = self.receiver.frames();
        let end = frames.ends().nth(self.taken.checked_sub(1)?)?;
        let descriptor: OwnedFd = arrivals.take(end)?.into_iter().next()?;
        let handle_type = handle_type?;
        handle_type.fits(&descriptor).then_some(Handle {
            handle_type,
            descriptor,
        })
    }
}
