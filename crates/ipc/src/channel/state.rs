//! The state of one end of a channel, and what it does without waiting.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::ChannelError;
use super::kept::{Kept, Message};
use super::wait::Flushed;
use crate::{Decoder, Format, Receiver, Reception, Sender};

/// What is sent and received over a socket that others wait for.
#[derive(Debug)]
pub(crate) struct State {
    /// Of both halves of a channel that is split: the one that receives answers handles.
    sender: Arc<Mutex<Sender>>,
    pub(super) receiver: Receiver,
    /// How many of the receiver's frames have been returned.
    pub(super) taken: usize,
    pub(crate) kept: Kept,
    /// How many handles were sent and not answered: that of the call which waits, and those of
    /// calls that were given up. The answers come in the order of the handles.
    pub(super) unanswered: usize,
    ended: bool,
    /// Whether another half of the channel sends, and may wait for the socket meanwhile.
    pub(crate) is_half: bool,
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

impl State {
    pub fn new(decoder: Decoder) -> Self {
        Self {
            sender: Arc::default(),
            receiver: Receiver::with_decoder(decoder),
            taken: 0,
            kept: Kept::default(),
            unanswered: 0,
            ended: false,
            is_half: false,
        }
    }

    /// A state that sends by the same queue, and receives nothing. This one receives from now on,
    /// and sends no more than answers.
    pub fn split_off_sender(&mut self) -> Self {
        self.is_half = true;
        Self {
            sender: Arc::clone(&self.sender),
            ..Self::new(Decoder::new(self.format()))
        }
    }

    fn sender(&self) -> MutexGuard<'_, Sender> {
        self.sender.lock().unwrap_or_else(PoisonError::into_inner)
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
                self.sender().send(socket, &[payload, b"\n"])
            }
            Format::Length => {
                let length = Format::length_field(payload.len())?;
                self.sender().send(socket, &[&length, payload])
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
        let sent = self
            .sender()
            .send_with_descriptors(socket, &[frame], &[descriptor]);
        sent.map_err(ChannelError::Io)?;
        self.unanswered += 1;
        Ok(())
    }

    /// How many bytes wait for the socket.
    pub fn waiting(&self) -> usize {
        self.sender().queue().bytes()
    }

    /// Writes what waits. After an error nothing does.
    pub fn flush(&self, socket: impl AsFd) -> Result<Flushed, ChannelError> {
        let flushed = self.leave(socket);
        if flushed.is_err() {
            self.sender().queue_mut().clear();
        }
        flushed
    }

    /// The same for a call that receives: after an error all of it still waits, for the call that
    /// sends to meet the same.
    pub fn leave(&self, socket: impl AsFd) -> Result<Flushed, ChannelError> {
        let mut sender = self.sender();
        sender.flush(socket).map_err(ChannelError::Io)?;
        Ok(if sender.queue().is_empty() {
            Flushed::All
        } else if sender.lacks_memory() {
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
}
