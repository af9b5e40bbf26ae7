//! Frames on a channel that blocks: the bytes of messages, whatever their format.

use super::wait::now;
use super::{Channel, ChannelError};
use std::io;
use std::time::{Duration, Instant};

impl Channel {
    /// Sends one frame, and returns when the socket has taken all of it.
    ///
    /// # Errors
    /// [`ChannelError::Frame`] when the payload cannot be a frame of this format;
    /// [`ChannelError::Io`] with what sendmsg(2) and poll(2) say: `BrokenPipe` when the peer is
    /// gone, or `ConnectionReset` when it goes at that moment. What it sent before can be received.
    pub fn send(&mut self, payload: &[u8]) -> Result<(), ChannelError> {
        now(self.end.send(payload))
    }

    /// Waits for the next frame; `None`, at every later call too, when the peer has closed the
    /// channel, also with something unread. The bytes are JSON or in V8's format: see
    /// [`Channel::format`].
    ///
    /// # Errors
    /// [`ChannelError::Frame`] when the next frame is longer than the limit of the decoder, and at
    /// every later call; [`ChannelError::Io`] with what recvmsg(2) and poll(2) say, and
    /// `UnexpectedEof` when the peer closed within a frame, after which comes the end;
    /// [`ChannelError::CameWithHandle`] when the next message came with a handle, until
    /// [`Channel::recv_with_handle`] was called.
    pub fn recv(&mut self) -> Result<Option<&[u8]>, ChannelError> {
        if let Some(payload) = self.end.state.kept.take_payload()? {
            self.returned = payload;
            return Ok(Some(&self.returned));
        }
        Ok(now(self.end.next_message())?.then(|| self.end.state.frame()))
    }

    /// The next frame, if it has come; `None` when the peer has closed the channel. Never waits,
    /// and reads no more than what has come by then, although the peer goes on.
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
    /// by then. The bytes of an incomplete one are kept.
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
        if let Some(payload) = self.end.state.kept.take_payload()? {
            self.returned = payload;
            return Ok(Some(&self.returned));
        }
        match self.end.next_message_before(deadline)? {
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

    /// Whether something waits for the socket to take it, though no call of this channel does: an
    /// answer to a handle that was received while the peer took no more. It leaves during the next
    /// calls, those that receive too; who waits by poll(2) before them waits for `POLLOUT` as well.
    #[must_use]
    pub fn has_unsent(&self) -> bool {
        self.end.state.waiting() > 0
    }
}
