//! One end of a channel for programs that wait: each call blocks until it is done.

pub(crate) mod end;
mod envelope;
mod environment;
mod error;
mod halves;
mod handles;
pub(crate) mod json;
mod pair;
pub(crate) mod state;
pub(crate) mod wait;

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

use end::End;
pub use environment::CHANNEL_VARIABLES;
pub use error::{ChannelError, JsonError, OpenError};
pub use halves::{RecvHalf, SendHalf};
pub use handles::{Handle, HandleType};
pub use pair::ChildEnd;
use wait::{Blocking, now};

use crate::{Decoder, Format};

/// One end of a channel whose calls block: a message is sent when `send` returns, and `recv` waits
/// for one.
///
/// A child gets its end by [`Channel::from_env`], a parent makes both by [`Channel::pair`]. Either
/// end may be a Node.js program. A message whose `cmd` begins with `NODE_` or `RT_` is one of the
/// protocol's own; it is received like any other, but by [`Channel::recv_json_with_handle`], which
/// deals with those that concern handles.
///
/// Two ends that both block in `send` at once, with more under way than their sockets hold (about
/// 200 KiB), wait for each other for ever. An end in Node.js never blocks.
#[derive(Debug)]
pub struct Channel {
    end: End<Blocking>,
    /// A message that came while the answer to a handle was waited for: `recv` returns a reference
    /// to it.
    returned: Vec<u8>,
}

impl Channel {
    /// The channel to the parent that forked this process (`fork` or `stdio: ['ipc']`). The
    /// descriptor gets `FD_CLOEXEC`.
    ///
    /// It is the one that `RT_CHANNEL_FD` names, when `RT_CHANNEL_PARENT_PID` is this process's
    /// parent; otherwise that of `NODE_CHANNEL_FD`, which an unmodified Node.js sets.
    /// `NODE_CHANNEL_SERIALIZATION_MODE` says the format.
    ///
    /// The variables stay in the environment. A program that starts others takes them out by
    /// [`Channel::take_from_env`], or out of what it gives to these: [`CHANNEL_VARIABLES`].
    ///
    /// ```no_run
    /// // SAFETY: the first statement of the program: nothing else has taken a descriptor yet.
    /// let mut channel = unsafe { rt_ipc::Channel::from_env() }?;
    /// channel.send_json("ready")?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Safety
    /// The descriptor that the variables name is this process's by inheritance, and nobody else in
    /// the process owns it or will: the channel closes it. That it is a Unix stream socket is
    /// checked, and that it is taken once; not whose it is. At the start of `main` it is so, unless
    /// a program in between has handed the variables on, but not the descriptor, and the number is
    /// now that of another socket.
    ///
    /// # Errors
    /// [`OpenError`]: there is no channel, it is for another process, or it was opened before.
    pub unsafe fn from_env() -> Result<Self, OpenError> {
        // SAFETY: the caller's promise.
        unsafe { environment::open() }.map(|(socket, format)| Self::new(socket, format))
    }

    /// As [`Channel::from_env`], and takes the variables out of the environment, so that no program
    /// started from here finds them. They are taken out in failure too.
    ///
    /// # Safety
    /// As for [`Channel::from_env`], and for [`std::env::remove_var`]: no other thread may read or
    /// write the environment meanwhile. At the start of `main`, where there is one thread, that is
    /// so.
    ///
    /// # Errors
    /// As [`Channel::from_env`].
    pub unsafe fn take_from_env() -> Result<Self, OpenError> {
        // SAFETY: the caller's promise.
        let opened = unsafe { Self::from_env() };
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
            end: End::new(Blocking(Arc::new(socket)), decoder),
            returned: Vec::new(),
        }
    }

    #[cfg(feature = "tokio")]
    pub(crate) fn into_parts(self) -> (Arc<OwnedFd>, state::State) {
        (self.end.socket.0, self.end.state)
    }

    /// How frames are separated: [`Format::Newline`] carries JSON, [`Format::Length`] values in
    /// V8's format, which this crate does not interpret.
    #[must_use]
    pub fn format(&self) -> Format {
        self.end.state.format()
    }

    /// Sends one frame, and returns when the socket has taken all of it.
    ///
    /// # Errors
    /// [`ChannelError::Frame`] when the payload cannot be a frame of this format;
    /// [`ChannelError::Io`], `BrokenPipe` when the peer is gone.
    pub fn send(&mut self, payload: &[u8]) -> Result<(), ChannelError> {
        now(self.end.send(payload))
    }

    /// Waits for the next frame; `None` when the peer has closed the channel. The bytes are JSON or
    /// in V8's format: see [`Channel::format`].
    ///
    /// # Errors
    /// [`ChannelError::Frame`] when what came is no frame, and at every later call;
    /// [`ChannelError::Io`], `UnexpectedEof` when the peer closed within a frame.
    pub fn recv(&mut self) -> Result<Option<&[u8]>, ChannelError> {
        if let Some((payload, _)) = self.end.state.kept.pop_front() {
            self.returned = payload;
            return Ok(Some(&self.returned));
        }
        Ok(now(self.end.next_frame())?.then(|| self.end.state.frame()))
    }

    /// The next frame, if it has come; `None` when the peer has closed the channel. Never waits.
    ///
    /// ```
    /// use rt_ipc::{Channel, ChannelError, Format};
    /// use std::io::ErrorKind;
    /// use std::os::fd::OwnedFd;
    ///
    /// let (mut parent, child_end) = Channel::pair(Format::Newline)?;
    /// let mut child = Channel::new(OwnedFd::from(child_end), Format::Newline);
    /// let Err(ChannelError::Io(error)) = child.try_recv() else { panic!("nothing was sent") };
    /// assert_eq!(error.kind(), ErrorKind::WouldBlock);
    /// parent.send(b"1")?;
    /// parent.send(b"2")?;
    /// assert_eq!(child.try_recv()?, Some(&b"1"[..]));
    /// // Both were read at once: the socket is empty, so poll(2) would sleep.
    /// assert!(child.has_buffered());
    /// assert_eq!(child.try_recv()?, Some(&b"2"[..]));
    /// assert!(!child.has_buffered());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Channel::recv`]; [`ChannelError::Io`] of the kind `WouldBlock` when no frame is
    /// complete yet.
    pub fn try_recv(&mut self) -> Result<Option<&[u8]>, ChannelError> {
        self.recv_before(None, io::ErrorKind::WouldBlock)
    }

    /// Waits for the next frame, for at most `limit`; `None` when the peer has closed the channel.
    ///
    /// ```
    /// use rt_ipc::{Channel, ChannelError, Format};
    /// use std::io::ErrorKind;
    /// use std::time::Duration;
    ///
    /// let (mut parent, _child_end) = Channel::pair(Format::Newline)?;
    /// let received = parent.recv_timeout(Duration::from_millis(10));
    /// let Err(ChannelError::Io(error)) = received else { panic!("nothing was sent") };
    /// assert_eq!(error.kind(), ErrorKind::TimedOut);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Channel::recv`]; [`ChannelError::Io`] of the kind `TimedOut` when no frame is complete
    /// by then. What has come of one is kept.
    pub fn recv_timeout(&mut self, limit: Duration) -> Result<Option<&[u8]>, ChannelError> {
        match Instant::now().checked_add(limit) {
            Some(deadline) => self.recv_before(Some(deadline), io::ErrorKind::TimedOut),
            // A limit past all time is none.
            None => self.recv(),
        }
    }

    fn recv_before(
        &mut self,
        deadline: Option<Instant>,
        otherwise: io::ErrorKind,
    ) -> Result<Option<&[u8]>, ChannelError> {
        if let Some((payload, _)) = self.end.state.kept.pop_front() {
            self.returned = payload;
            return Ok(Some(&self.returned));
        }
        match self.end.next_frame_before(deadline)? {
            Some(true) => Ok(Some(self.end.state.frame())),
            Some(false) => Ok(None),
            None => Err(ChannelError::Io(otherwise.into())),
        }
    }

    /// Whether the next `recv` returns without reading the socket: frames that came together are
    /// read together. Check it before waiting for the socket with poll(2), which does not see them.
    ///
    /// ```no_run
    /// # use rustix::event::{PollFd, PollFlags, poll};
    /// # fn next(channel: &mut rt_ipc::Channel) -> Result<(), Box<dyn std::error::Error>> {
    /// if !channel.has_buffered() {
    ///     poll(&mut [PollFd::new(&channel, PollFlags::IN)], None)?;
    /// }
    /// let frame = channel.try_recv();
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn has_buffered(&mut self) -> bool {
        self.end.state.is_buffered()
    }

    /// Sends a value as JSON.
    ///
    /// # Errors
    /// As [`Channel::send`]; [`ChannelError::Json`] when the value has no JSON text;
    /// [`ChannelError::NotJson`].
    pub fn send_json(&mut self, message: &(impl Serialize + ?Sized)) -> Result<(), ChannelError> {
        self.end.must_be_json()?;
        self.send(&json::to_text(message)?)
    }

    /// Waits for the next message, as a value of a type of the caller's or as a
    /// `serde_json::Value`; `None` when the peer has closed the channel.
    ///
    /// # Errors
    /// As [`Channel::recv`]; [`ChannelError::Json`] when the message is not the JSON text of a `T`,
    /// after which the next message can be received; [`ChannelError::NotJson`].
    pub fn recv_json<T: DeserializeOwned>(&mut self) -> Result<Option<T>, ChannelError> {
        self.end.must_be_json()?;
        match self.recv()? {
            Some(text) => Ok(Some(json::from_text(text)?)),
            None => Ok(None),
        }
    }

    /// Sends a value as JSON with a descriptor, and waits until the peer has it: the peer gets one
    /// of its own, and this one may be closed then. Messages that come meanwhile are kept for the
    /// next `recv`.
    ///
    /// # Errors
    /// As [`Channel::send_json`]; [`ChannelError::Io`], `BrokenPipe`, also when the peer closes
    /// before it answers, and `InvalidInput` when the descriptor is not what `handle_type` says;
    /// [`ChannelError::HandleRefused`] when it did not reach the peer in four attempts.
    pub fn send_json_with_handle(
        &mut self,
        message: &(impl Serialize + ?Sized),
        handle_type: HandleType,
        descriptor: impl AsFd,
    ) -> Result<(), ChannelError> {
        now(self.end.send_with_handle(message, handle_type, descriptor))
    }

    /// Waits for the next message and the descriptor that comes with it, if one does; `None` when
    /// the peer has closed the channel. The channel acknowledges the descriptor, or asks the peer
    /// for it again when it was lost.
    ///
    /// A message that is not the JSON text of a `T` is lost with its descriptor, which is closed.
    /// [`Channel::recv_with_handle`] receives any.
    ///
    /// # Errors
    /// As [`Channel::recv_json`], and [`Channel::send`] for the answer.
    pub fn recv_json_with_handle<T: DeserializeOwned>(
        &mut self,
    ) -> Result<Option<(T, Option<Handle>)>, ChannelError> {
        self.end.must_be_json()?;
        match now(self.end.recv_with_handle())? {
            Some((text, handle)) => Ok(Some((json::from_text(&text)?, handle))),
            None => Ok(None),
        }
    }

    /// As [`Channel::recv_json_with_handle`], with the message as its JSON text. Node.js sends
    /// texts that `serde_json` refuses to make a value of, such as those with half a surrogate
    /// pair.
    ///
    /// # Errors
    /// As [`Channel::recv`], and [`Channel::send`] for the answer; [`ChannelError::NotJson`].
    #[expect(clippy::type_complexity, reason = "a name for the pair would say less")]
    pub fn recv_with_handle(&mut self) -> Result<Option<(Vec<u8>, Option<Handle>)>, ChannelError> {
        self.end.must_be_json()?;
        now(self.end.recv_with_handle())
    }
}

/// For waiting until there is something to read, together with other descriptors: see
/// [`Channel::has_buffered`].
impl AsFd for Channel {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.end.socket.0.as_fd()
    }
}

fn io_error(errno: rustix::io::Errno) -> ChannelError {
    ChannelError::Io(errno.into())
}
