//! One end of a channel for programs that wait: each call blocks until it is done.

mod environment;
mod error;
mod handles;
mod pair;

use std::collections::VecDeque;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::retry_on_intr;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use environment::CHANNEL_VARIABLES;
pub use error::{ChannelError, JsonError, OpenError};
use handles::Kept;
pub use handles::{Handle, HandleType};
pub use pair::ChildEnd;

use crate::{Decoder, Format, Receiver, Reception, Sender};

/// One end of a channel whose calls block: a message is sent when `send` returns, and `recv` waits for one.
///
/// A child gets its end by [`Channel::from_env`], a parent makes both by [`Channel::pair`]. Either end may be a Node.js program. A message
/// whose `cmd` begins with `NODE_` or `RT_` is one of the protocol's own; it is received like any other, but by
/// [`Channel::recv_json_with_handle`], which deals with those that concern handles.
///
/// Two ends that both block in `send` at once, with more under way than their sockets hold (about 200 KiB), wait for each other for ever. An end
/// in Node.js never blocks.
#[derive(Debug)]
pub struct Channel {
    socket: OwnedFd,
    sender: Sender,
    receiver: Receiver,
    /// How many of the receiver's frames have been handed out.
    taken: usize,
    /// What came while the answer to a handle was waited for, and the first of it once it is lent out.
    kept: VecDeque<Kept>,
    lent: Vec<u8>,
    ended: bool,
}

impl Channel {
    /// The channel to the parent that forked this process (`fork` or `stdio: ['ipc']`), as `RT_CHANNEL_FD`, `RT_CHANNEL_PARENT_PID` and
    /// `NODE_CHANNEL_SERIALIZATION_MODE` name it. The descriptor gets `FD_CLOEXEC`.
    ///
    /// The variables stay in the environment. A program that starts others takes them out by [`Channel::take_from_env`], or out of what it
    /// gives to these: [`CHANNEL_VARIABLES`].
    ///
    /// # Errors
    /// [`OpenError`]: there is no channel, it is meant for another process, or it was opened before.
    pub fn from_env() -> Result<Self, OpenError> {
        environment::open().map(|(socket, format)| Self::new(socket, format))
    }

    /// As [`Channel::from_env`], and takes the variables out of the environment, so that no program started from here finds them. They are
    /// taken out in failure too.
    ///
    /// # Safety
    /// As for [`std::env::remove_var`]: no other thread may read or write the environment meanwhile. At the start of `main`, where there is
    /// one thread, that is so.
    ///
    /// # Errors
    /// As [`Channel::from_env`].
    pub unsafe fn take_from_env() -> Result<Self, OpenError> {
        let opened = Self::from_env();
        // SAFETY: the caller's promise.
        unsafe { environment::forget() };
        opened
    }

    /// A channel on a connected Unix stream socket, blocking or not.
    #[must_use]
    pub fn new(socket: OwnedFd, format: Format) -> Self {
        Self::with_decoder(socket, Decoder::new(format))
    }

    /// A channel that receives with `decoder`, which may have a limit of its own.
    #[must_use]
    pub fn with_decoder(socket: OwnedFd, decoder: Decoder) -> Self {
        Self {
            socket,
            sender: Sender::new(),
            receiver: Receiver::with_decoder(decoder),
            taken: 0,
            kept: VecDeque::new(),
            lent: Vec::new(),
            ended: false,
        }
    }

    /// How frames are told apart: [`Format::Newline`] carries JSON, [`Format::Length`] values in V8's format, which this crate does not
    /// interpret.
    #[must_use]
    pub fn format(&self) -> Format {
        self.receiver.format()
    }

    /// Sends one frame, and returns when the socket has taken all of it.
    ///
    /// # Errors
    /// [`ChannelError::Frame`] when the payload cannot be a frame of this format; [`ChannelError::Io`], `BrokenPipe` when the peer is gone.
    pub fn send(&mut self, payload: &[u8]) -> Result<(), ChannelError> {
        let sent = match self.format() {
            Format::Newline => {
                Format::check_newline_payload(payload)?;
                self.sender.send(&self.socket, &[payload, b"\n"])
            }
            Format::Length => {
                let length = Format::length_field(payload.len())?;
                self.sender.send(&self.socket, &[&length, payload])
            }
        };
        sent.map_err(ChannelError::Io)?;
        self.flush()
    }

    /// Waits until the socket has taken what waits.
    fn flush(&mut self) -> Result<(), ChannelError> {
        while !self.sender.queue().is_empty() {
            self.wait_for(PollFlags::OUT)?;
            if let Err(error) = self.sender.flush(&self.socket) {
                self.sender.queue_mut().clear();
                return Err(ChannelError::Io(error));
            }
        }
        Ok(())
    }

    /// Waits for the next frame; `None` when the peer has closed the channel. The bytes are JSON or in V8's format: see
    /// [`Channel::format`].
    ///
    /// # Errors
    /// [`ChannelError::Frame`] when what came is no frame, and at every later call; [`ChannelError::Io`], `UnexpectedEof` when the peer
    /// closed within a frame.
    pub fn recv(&mut self) -> Result<Option<&[u8]>, ChannelError> {
        if let Some((payload, _)) = self.kept.pop_front() {
            self.lent = payload;
            return Ok(Some(&self.lent));
        }
        self.next_frame()
    }

    /// The next frame of those that were not kept.
    fn next_frame(&mut self) -> Result<Option<&[u8]>, ChannelError> {
        while self.taken >= self.receiver.frames().0.len() {
            if let Some(error) = self.receiver.frames().0.error() {
                return Err(error.into());
            }
            if self.ended {
                return Ok(None);
            }
            self.read()?;
        }
        self.taken += 1;
        Ok(self.receiver.frames().0.get(self.taken - 1))
    }

    /// Sends a value as JSON.
    ///
    /// # Errors
    /// As [`Channel::send`]; [`ChannelError::Json`] when the value has no JSON text; [`ChannelError::NotJson`].
    pub fn send_json(&mut self, message: &(impl Serialize + ?Sized)) -> Result<(), ChannelError> {
        self.must_be_json()?;
        self.send(&serde_json::to_vec(message)?)
    }

    /// Waits for the next message, as a value of a type of the caller's or as a `serde_json::Value`; `None` when the peer has closed the
    /// channel.
    ///
    /// # Errors
    /// As [`Channel::recv`]; [`ChannelError::Json`] when the message is not the JSON text of a `T`, after which the next message can be
    /// received; [`ChannelError::NotJson`].
    pub fn recv_json<T: DeserializeOwned>(&mut self) -> Result<Option<T>, ChannelError> {
        self.must_be_json()?;
        match self.recv()? {
            Some(text) => Ok(Some(serde_json::from_slice(text)?)),
            None => Ok(None),
        }
    }

    fn must_be_json(&self) -> Result<(), ChannelError> {
        match self.format() {
            Format::Newline => Ok(()),
            Format::Length => Err(ChannelError::NotJson),
        }
    }

    /// Waits until something has come, and reads it.
    fn read(&mut self) -> Result<(), ChannelError> {
        self.wait_for(PollFlags::IN)?;
        // All frames have been handed out: what they left is nobody's.
        self.receiver.discard_unclaimed();
        self.taken = 0;
        // A peer that ends with something unread resets the connection: that is an end too.
        match self.receiver.receive(&self.socket, 1) {
            Ok(Reception::Ended) => self.ended = true,
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => self.ended = true,
            Ok(Reception::Drained | Reception::BudgetSpent) => {}
            Err(error) => return Err(ChannelError::Io(error)),
        }
        let _ = self.receiver.frames();
        if self.ended && self.receiver.pending() > 0 {
            return Err(ChannelError::Io(io::ErrorKind::UnexpectedEof.into()));
        }
        Ok(())
    }

    fn wait_for(&self, what: PollFlags) -> Result<(), ChannelError> {
        retry_on_intr(|| poll(&mut [PollFd::new(&self.socket, what)], None)).map_err(io_error)?;
        Ok(())
    }
}

/// For waiting until there is something to read, with other descriptors or with a time limit. `recv` may hold frames that were read before.
impl AsFd for Channel {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

fn io_error(errno: rustix::io::Errno) -> ChannelError {
    ChannelError::Io(errno.into())
}
