//! One end of a channel on the event loop of tokio (feature `tokio`).

mod retry;
mod sink;
mod stream;
mod wait;
mod wakers;

use std::future::poll_fn;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;
use wait::Watched;

use crate::channel::end::End;
use crate::channel::json::{from_text, to_text};
use crate::channel::wait::Wait as _;
use crate::{Channel, ChannelError, ChildEnd, Decoder, Format, Handle, HandleType, OpenError};

/// One end of a channel on the event loop of tokio: as a [`Channel`], but its calls are awaited.
///
/// It is a [`Stream`](futures_core::Stream) of the frames that come, and a
/// [`Sink`](futures_sink::Sink) for those that are to leave; `split` of the crate `futures` makes
/// two halves of it for two tasks. These exchange payloads as they are: a message with a handle is
/// an error, and goes by the methods.
///
/// A call that is given up (by `select!`, by a timeout) has received nothing. What it has sent
/// stays sent: the rest of a frame leaves during the next calls, whether they send or receive.
///
/// Calls take part in tokio's budget: a task that sends or receives without end lets others run.
///
/// ```
/// use rt_ipc::{AsyncChannel, Format};
/// use std::os::fd::OwnedFd;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let (mut parent, child_end) = AsyncChannel::pair(Format::Newline)?;
/// let mut child = AsyncChannel::new(OwnedFd::from(child_end), Format::Newline)?;
/// parent.send_json(&21).await?;
/// let number: i32 = child.recv_json().await?.expect("the parent is there");
/// child.send_json(&(number * 2)).await?;
/// assert_eq!(parent.recv_json::<i32>().await?, Some(42));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct AsyncChannel {
    end: End<Watched>,
    /// The stream has returned its end, or an error, which ends it.
    is_terminated: bool,
}

impl AsyncChannel {
    /// The channel to the parent that forked this process: as [`Channel::from_env`].
    ///
    /// # Safety
    /// As for [`Channel::from_env`].
    ///
    /// # Errors
    /// As [`Channel::from_env`], and [`OpenError::Io`] when the event loop does not take the
    /// descriptor (`epoll_ctl(2)`).
    ///
    /// # Panics
    /// Outside of a runtime of tokio that has its input and output enabled.
    pub unsafe fn from_env() -> Result<Self, OpenError> {
        // SAFETY: the caller's promise.
        Self::try_from(unsafe { Channel::from_env() }?).map_err(OpenError::Io)
    }

    /// A channel for a child that is about to be started, and the child's end of it: as
    /// [`Channel::pair`].
    ///
    /// # Errors
    /// What socketpair(2) and `epoll_ctl(2)` say.
    ///
    /// # Panics
    /// Outside of a runtime of tokio that has its input and output enabled.
    pub fn pair(format: Format) -> io::Result<(Self, ChildEnd)> {
        let (channel, child_end) = Channel::pair(format)?;
        Ok((Self::try_from(channel)?, child_end))
    }

    /// A channel on a connected Unix stream socket, blocking or not.
    ///
    /// # Errors
    /// What `epoll_ctl(2)` says.
    ///
    /// # Panics
    /// Outside of a runtime of tokio that has its input and output enabled.
    pub fn new(socket: OwnedFd, format: Format) -> io::Result<Self> {
        Self::with_decoder(socket, Decoder::new(format))
    }

    /// A channel that receives with `decoder`, which may have a limit of its own.
    ///
    /// # Errors
    /// As [`AsyncChannel::new`].
    ///
    /// # Panics
    /// Outside of a runtime of tokio that has its input and output enabled.
    pub fn with_decoder(socket: OwnedFd, decoder: Decoder) -> io::Result<Self> {
        Self::try_from(Channel::with_decoder(socket, decoder))
    }

    /// How frames are separated: see [`Channel::format`].
    #[must_use]
    pub fn format(&self) -> Format {
        self.end.state.format()
    }

    /// Sends one frame, and is done when the socket has taken all of it.
    ///
    /// # Errors
    /// As [`Channel::send`].
    pub async fn send(&mut self, payload: &[u8]) -> Result<(), ChannelError> {
        self.end.send(payload).await
    }

    /// The next frame; `None` when the peer has closed the channel.
    ///
    /// # Errors
    /// As [`Channel::recv`].
    pub async fn recv(&mut self) -> Result<Option<Vec<u8>>, ChannelError> {
        poll_fn(|context| self.poll_payload(context)).await
    }

    /// Sends a value as JSON.
    ///
    /// # Errors
    /// As [`Channel::send_json`].
    pub async fn send_json(&mut self, message: &(impl Serialize + ?Sized)) -> Result<(), ChannelError> {
        self.end.must_be_json()?;
        self.end.send(&to_text(message)?).await
    }

    /// The next message, as a value of a type of the caller's or as a `serde_json::Value`; `None`
    /// when the peer has closed the channel.
    ///
    /// # Errors
    /// As [`Channel::recv_json`].
    pub async fn recv_json<T: DeserializeOwned>(&mut self) -> Result<Option<T>, ChannelError> {
        self.end.must_be_json()?;
        match self.recv().await? {
            Some(text) => Ok(Some(from_text(&text)?)),
            None => Ok(None),
        }
    }

    /// Sends a value as JSON with a descriptor, and is done when the peer has it: see
    /// [`Channel::send_json_with_handle`]. After a call that is given up, the peer may have it or
    /// not: its answer is passed over, and what was lost is not sent again.
    ///
    /// # Errors
    /// As [`Channel::send_json_with_handle`].
    pub async fn send_json_with_handle(
        &mut self,
        message: &(impl Serialize + ?Sized),
        handle_type: HandleType,
        descriptor: impl AsFd,
    ) -> Result<(), ChannelError> {
        self.end.send_with_handle(message, handle_type, descriptor).await
    }

    /// The next message and the descriptor that comes with it, if one does: see
    /// [`Channel::recv_json_with_handle`].
    ///
    /// # Errors
    /// As [`Channel::recv_json_with_handle`].
    pub async fn recv_json_with_handle<T: DeserializeOwned>(
        &mut self,
    ) -> Result<Option<(T, Option<Handle>)>, ChannelError> {
        self.end.must_be_json()?;
        match self.end.recv_with_handle().await? {
            Some((text, handle)) => Ok(Some((from_text(&text)?, handle))),
            None => Ok(None),
        }
    }

    /// The next message, as its JSON text, and the descriptor that comes with it, if one does: see
    /// [`Channel::recv_with_handle`].
    ///
    /// # Errors
    /// As [`Channel::recv_with_handle`].
    pub async fn recv_with_handle(&mut self) -> Result<Option<(Vec<u8>, Option<Handle>)>, ChannelError> {
        self.end.must_be_json()?;
        self.end.recv_with_handle().await
    }
}

/// What the blocking channel has read and not returned comes first.
impl TryFrom<Channel> for AsyncChannel {
    type Error = io::Error;

    /// # Panics
    /// Outside of a runtime of tokio that has its input and output enabled.
    fn try_from(channel: Channel) -> io::Result<Self> {
        let (socket, state) = channel.into_parts();
        // Sending and receiving do not depend on whether the socket itself blocks.
        let interest = Interest::READABLE | Interest::WRITABLE;
        // SAFETY: the descriptor is the same at every call, and open as long as this owner of it,
        // which the event loop gets.
        let socket = unsafe { AsyncFd::register_with_interest(socket, interest) }?;
        Ok(Self {
            end: End {
                socket: Watched::new(socket),
                state,
            },
            is_terminated: false,
        })
    }
}

impl AsFd for AsyncChannel {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.end.socket.socket()
    }
}
