//! The state of one end of a channel, and what it does without waiting.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use super::ChannelError;
use super::envelope::{self, Frame};
use super::handles::{Handle, HandleType};
use super::kept::{Kept, Message};
use super::wait::Flushed;
use crate::{Decoder, Format, Receiver, Reception, Sender};

/// What is sent and received over a socket that others wait for.
#[derive(Debug)]
pub(crate) struct State {
    sender: Sender,
    receiver: Receiver,
    /// How many of the receiver's frames have been returned.
    taken: usize,
    pub(crate) kept: Kept,
    /// How many handles were sent and not answered: that of the call which waits, and those of
    /// calls that were given up. The answers come in the order of the handles.
    unanswered: usize,
    ended: bool,
}

/// What [`State::peek`] has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// A frame: [`State::advance`] goes to it.
    Frame,
    /// The peer has closed the channel.
    End,
    /// Nothing before more is read.
    Unread,
}

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
    pub fn new(decoder: Decoder) -> Self {
        Self {
            sender: Sender::new(),
            receiver: Receiver::with_decoder(decoder),
            taken: 0,
            kept: Kept::default(),
            unanswered: 0,
            ended: false,
        }
    }

    /// What is to leave, as a state of its own, which receives nothing.
    pub fn split_off_sender(&mut self) -> Self {
        Self {
            sender: std::mem::take(&mut self.sender),
            ..Self::new(Decoder::new(self.format()))
        }
    }

    /// Whether there is something to return before more is read: a frame, the end or an error.
    pub fn is_buffered(&mut self) -> bool {
        !self.kept.is_empty() || !matches!(self.peek(), Ok(Next::Unread))
    }

    /// Keeps a message that came while something else was waited for.
    pub fn keep(&mut self, message: Message) -> Result<(), ChannelError> {
        self.kept.push(message);
        self.kept.check(self.receiver.limit())
    }

    pub fn format(&self) -> Format {
        self.receiver.format()
    }

    /// Sends one frame, or as much of it as the socket takes. The rest waits.
    pub fn send(&mut self, socket: impl AsFd, payload: &[u8]) -> Result<(), ChannelError> {
        let sent = match self.format() {
            Format::Newline => {
                Format::check_newline_payload(payload)?;
                self.sender.send(socket, &[payload, b"\n"])
            }
            Format::Length => {
                let length = Format::length_field(payload.len())?;
                self.sender.send(socket, &[&length, payload])
            }
        };
        sent.map(drop).map_err(ChannelError::Io)
    }

    /// The same for a frame, complete with its newline, and a handle, which the peer will answer.
    pub fn send_with_handle(
        &mut self,
        socket: impl AsFd,
        frame: &[u8],
        descriptor: BorrowedFd<'_>,
    ) -> Result<(), ChannelError> {
        let sent = self.sender.send_with_descriptors(socket, &[frame], &[descriptor]);
        sent.map_err(ChannelError::Io)?;
        self.unanswered += 1;
        Ok(())
    }

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

    /// How many bytes wait for the socket.
    pub fn waiting(&self) -> usize {
        self.sender.queue().bytes()
    }

    /// Writes what waits.
    pub fn flush(&mut self, socket: impl AsFd) -> Result<Flushed, ChannelError> {
        if let Err(error) = self.sender.flush(socket) {
            self.sender.queue_mut().clear();
            return Err(ChannelError::Io(error));
        }
        Ok(if self.sender.queue().is_empty() {
            Flushed::All
        } else if self.sender.lacks_memory() {
            Flushed::UntilNoMemory
        } else {
            Flushed::UntilFull
        })
    }

    /// What comes next of that which was read.
    pub fn peek(&mut self) -> Result<Next, ChannelError> {
        let (frames, _) = self.receiver.frames();
        if self.taken < frames.len() {
            return Ok(Next::Frame);
        }
        if let Some(error) = frames.error() {
            return Err(error.into());
        }
        Ok(if self.ended { Next::End } else { Next::Unread })
    }

    /// Goes to the frame that [`State::peek`] has found.
    pub fn advance(&mut self) {
        self.taken += 1;
    }

    /// The frame that [`State::advance`] went to.
    pub fn frame(&mut self) -> &[u8] {
        let (frames, _) = self.receiver.frames();
        self.taken
            .checked_sub(1)
            .and_then(|position| frames.get(position))
            .unwrap_or_default()
    }

    /// Gives back the memory that is not needed until more bytes come, once all frames have been
    /// returned.
    pub fn rest(&mut self) {
        // No frame claimed these descriptors.
        self.receiver.discard_unclaimed();
        self.taken = 0;
        self.receiver.rest();
    }

    /// Reads what has come, once all frames have been returned. `false` when nothing has.
    pub fn read(&mut self, socket: impl AsFd) -> Result<bool, ChannelError> {
        // No frame claimed these descriptors.
        self.receiver.discard_unclaimed();
        self.taken = 0;
        let pending = self.receiver.pending();
        // A peer that ends with something unread resets the connection: that is an end too.
        match self.receiver.receive(socket, 1) {
            Ok(Reception::Ended) => self.ended = true,
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => self.ended = true,
            Ok(Reception::Drained | Reception::BudgetSpent) => {}
            Err(error) => return Err(ChannelError::Io(error)),
        }
        let any = !self.receiver.frames().0.is_empty() || self.receiver.frames().0.error().is_some();
        if self.ended && self.receiver.pending() > 0 {
            return Err(ChannelError::Io(io::ErrorKind::UnexpectedEof.into()));
        }
        let has_come = any || self.ended || self.receiver.pending() != pending;
        if !has_come {
            self.receiver.rest();
        }
        Ok(has_come)
    }

    /// How many bytes of the stream were read.
    pub fn received(&self) -> u64 {
        self.receiver.received()
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
