//! A blocking channel for two threads: one sends, one receives.

use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::end::End;
use super::wait::Blocking;
use super::{Channel, ChannelError, Handle};
use crate::Format;

impl Channel {
    /// Two halves of the channel, which two threads can use at the same time. The channel is closed
    /// when both are dropped, and by [`SendHalf::close`].
    ///
    /// Handles can be received, but not sent: that takes both directions.
    ///
    /// ```
    /// use rt_ipc::{Channel, Format};
    /// use std::os::fd::OwnedFd;
    /// use std::thread;
    ///
    /// let (parent, child_end) = Channel::pair(Format::Newline)?;
    /// let mut child = Channel::new(OwnedFd::from(child_end), Format::Newline);
    /// let (mut sender, mut receiver) = parent.split();
    /// let receiving = thread::spawn(move || receiver.recv_json::<i32>());
    /// sender.send_json(&21)?;
    /// let number: i32 = child.recv_json()?.expect("the parent is there");
    /// child.send_json(&(number * 2))?;
    /// assert_eq!(receiving.join().unwrap()?, Some(42));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn split(mut self) -> (SendHalf, RecvHalf) {
        let sending = Self {
            end: End {
                socket: Blocking(Arc::clone(&self.end.socket.0)),
                state: self.end.state.split_off_sender(),
            },
            returned: Vec::new(),
        };
        (SendHalf(sending), RecvHalf(self))
    }
}

/// The half that sends, from [`Channel::split`].
#[derive(Debug)]
pub struct SendHalf(Channel);

impl SendHalf {
    /// How frames are separated: see [`Channel::format`].
    #[must_use]
    pub fn format(&self) -> Format {
        self.0.format()
    }

    /// Sends one frame: see [`Channel::send`].
    ///
    /// # Errors
    /// As [`Channel::send`].
    pub fn send(&mut self, payload: &[u8]) -> Result<(), ChannelError> {
        self.0.send(payload)
    }

    /// Sends a value as JSON.
    ///
    /// # Errors
    /// As [`Channel::send_json`].
    pub fn send_json(&mut self, message: &(impl Serialize + ?Sized)) -> Result<(), ChannelError> {
        self.0.send_json(message)
    }

    /// Closes the channel, for the other half too, and for other processes that have this end: the
    /// peer finds its end behind what was sent. The other half returns what has come, and then
    /// `None`.
    pub fn close(self) {
        self.0.end.close();
    }
}

/// The half that receives, from [`Channel::split`].
#[derive(Debug)]
pub struct RecvHalf(Channel);

impl RecvHalf {
    /// How frames are separated: see [`Channel::format`].
    #[must_use]
    pub fn format(&self) -> Format {
        self.0.format()
    }

    /// Waits for the next frame; `None` when the peer has closed the channel.
    ///
    /// # Errors
    /// As [`Channel::recv`].
    pub fn recv(&mut self) -> Result<Option<&[u8]>, ChannelError> {
        self.0.recv()
    }

    /// The next frame, if it has come: see [`Channel::try_recv`].
    ///
    /// # Errors
    /// As [`Channel::try_recv`].
    pub fn try_recv(&mut self) -> Result<Option<&[u8]>, ChannelError> {
        self.0.try_recv()
    }

    /// Waits for the next frame, for at most `limit`: see [`Channel::recv_timeout`].
    ///
    /// # Errors
    /// As [`Channel::recv_timeout`].
    pub fn recv_timeout(&mut self, limit: Duration) -> Result<Option<&[u8]>, ChannelError> {
        self.0.recv_timeout(limit)
    }

    /// Waits for the next message, as a value.
    ///
    /// # Errors
    /// As [`Channel::recv_json`].
    pub fn recv_json<T: DeserializeOwned>(&mut self) -> Result<Option<T>, ChannelError> {
        self.0.recv_json()
    }

    /// Waits for the next message, as a value, and the descriptor that comes with it, if one does:
    /// see [`Channel::recv_json_with_handle`].
    ///
    /// # Errors
    /// As [`Channel::recv_json_with_handle`].
    pub fn recv_json_with_handle<T: DeserializeOwned>(
        &mut self,
    ) -> Result<Option<(T, Option<Handle>)>, ChannelError> {
        self.0.recv_json_with_handle()
    }

    /// The same, with the message as its JSON text: see [`Channel::recv_with_handle`].
    ///
    /// # Errors
    /// As [`Channel::recv_with_handle`].
    #[expect(clippy::type_complexity, reason = "a name for the pair would say less")]
    pub fn recv_with_handle(&mut self) -> Result<Option<(Vec<u8>, Option<Handle>)>, ChannelError> {
        self.0.recv_with_handle()
    }

    /// Whether the next `recv` returns without reading the socket: see [`Channel::has_buffered`].
    #[must_use]
    pub fn has_buffered(&mut self) -> bool {
        self.0.has_buffered()
    }

    /// Whether something waits for the socket to take it, an answer or what the other half sends:
    /// see [`Channel::has_unsent`].
    #[must_use]
    pub fn has_unsent(&self) -> bool {
        self.0.has_unsent()
    }
}

/// For waiting until there is something to read: see [`Channel::has_buffered`].
impl AsFd for RecvHalf {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
