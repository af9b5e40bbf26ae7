//! What both kinds of channel share: the calls that wait, by blocking or by awaiting.

use std::future::poll_fn;
use std::io;
use std::os::fd::AsFd;
use std::task::{Context, Poll, ready};
use std::time::Instant;

use rustix::net::Shutdown;
use serde::Serialize;

use super::ChannelError;
use super::handles::{ACKNOWLEDGED, HandleType, REFUSED, announcement};
use super::incoming::Incoming;
use super::kept::Message;
use super::state::{Next, State};
use super::wait::{Blocking, Flushed, Wait};
use crate::{Decoder, Format};

/// How often a handle is sent that does not reach the peer.
const ATTEMPTS: usize = 4;

/// One end of a channel. Cancelling a call does not take back what it has sent, and loses nothing
/// that was received.
#[derive(Debug)]
pub(crate) struct End<W> {
    pub socket: W,
    pub state: State,
}

impl<W: Wait> End<W> {
    pub fn new(socket: W, decoder: Decoder) -> Self {
        Self {
            socket,
            state: State::new(decoder),
        }
    }

    /// Ends the channel for both directions, and for all who have this end.
    pub fn close(&self) {
        // Fails when the peer has closed its end before: then there is nothing to do.
        let _ = rustix::net::shutdown(self.socket.socket(), Shutdown::Both);
    }

    /// Sends one frame, and waits until the socket has taken all of it.
    pub async fn send(&mut self, payload: &[u8]) -> Result<(), ChannelError> {
        poll_fn(|context| self.socket.poll_proceed(context)).await;
        self.state.send(self.socket.socket(), payload)?;
        self.flush().await
    }

    /// Waits until the socket has taken what waits.
    pub fn poll_flush(&mut self, context: &mut Context<'_>) -> Poll<Result<(), ChannelError>> {
        let Self { socket, state } = self;
        if state.waiting() == 0 {
            return Poll::Ready(Ok(()));
        }
        socket.poll_writable(context, |socket| state.flush(socket))
    }

    async fn flush(&mut self) -> Result<(), ChannelError> {
        poll_fn(|context| self.poll_flush(context)).await
    }

    /// Whether there is a frame more; `false` when the peer has closed the channel. What an earlier
    /// call that was given up has left leaves meanwhile: the peer may wait for it.
    fn poll_frame(&mut self, context: &mut Context<'_>) -> Poll<Result<bool, ChannelError>> {
        let Self { socket, state } = self;
        // A peer that takes no more may have sent something before: its end is met behind that.
        if state.waiting() > 0 {
            let _ = socket.poll_leave(context, |socket| state.leave(socket));
        }
        loop {
            match state.peek()? {
                Next::Frame => {
                    ready!(socket.poll_proceed(context));
                    state.advance();
                    return Poll::Ready(Ok(true));
                }
                Next::End => return Poll::Ready(Ok(false)),
                Next::Unread => {
                    state.rest();
                    let waits = state.waiting() > 0;
                    ready!(socket.poll_readable(context, waits, |socket| {
                        let left = state.leave(socket).unwrap_or(Flushed::All);
                        Ok((!state.read(socket)?).then_some(left))
                    }))?;
                }
            }
        }
    }

    /// The same for the next message, of a caller who has no use for a handle.
    pub fn poll_message(&mut self, context: &mut Context<'_>) -> Poll<Result<bool, ChannelError>> {
        loop {
            if !ready!(self.poll_frame(context))? {
                return Poll::Ready(Ok(false));
            }
            if self.is_message()? {
                return Poll::Ready(Ok(true));
            }
        }
    }

    /// Whether the frame that was found is a message. An answer to a handle whose sender has given
    /// up is none. A handle is answered, since its sender holds back what follows until then, and
    /// kept for [`End::recv_with_handle`].
    fn is_message(&mut self) -> Result<bool, ChannelError> {
        if !self.state.announces_handle() {
            return Ok(!self.state.is_late_answer());
        }
        let Incoming::Message(message) = self.state.interpret() else {
            self.begin_answer(REFUSED);
            return Ok(false);
        };
        self.state.kept.push(message);
        self.begin_answer(ACKNOWLEDGED);
        Err(ChannelError::CameWithHandle)
    }

    pub async fn next_message(&mut self) -> Result<bool, ChannelError> {
        poll_fn(|context| self.poll_message(context)).await
    }

    /// The next message and what came with it.
    pub async fn recv_with_handle(&mut self) -> Result<Option<Message>, ChannelError> {
        if let Some(kept) = self.state.kept.take() {
            // Its answer may wait still.
            let _ = self.state.leave(self.socket.socket());
            return Ok(Some(kept));
        }
        loop {
            match self.next_incoming().await? {
                Some(Incoming::Message(message)) => return Ok(Some(message)),
                // Ignores answers to what was not sent.
                Some(_) => {}
                None => return Ok(None),
            }
        }
    }

    /// Sends a value with a descriptor, and waits until the peer has it. What comes meanwhile is
    /// kept.
    pub async fn send_with_handle(
        &mut self,
        message: &(impl Serialize + ?Sized),
        handle_type: HandleType,
        descriptor: impl AsFd,
    ) -> Result<(), ChannelError> {
        self.must_be_json()?;
        let frame = announcement(message, handle_type, descriptor.as_fd())?;
        for _ in 0..ATTEMPTS {
            let descriptor = descriptor.as_fd();
            self.state
                .send_with_handle(self.socket.socket(), &frame, descriptor)?;
            self.flush().await?;
            if self.wait_for_answer().await? {
                return Ok(());
            }
        }
        Err(ChannelError::HandleRefused)
    }

    /// Whether the peer has what was sent; `false` when it is to be sent again.
    async fn wait_for_answer(&mut self) -> Result<bool, ChannelError> {
        loop {
            match self.next_incoming().await? {
                Some(Incoming::Message(message)) => self.state.keep(message)?,
                Some(Incoming::Lost | Incoming::Nothing) => {}
                Some(Incoming::Acknowledged) => return Ok(true),
                Some(Incoming::Refused) => return Ok(false),
                None => return Err(ChannelError::Io(io::ErrorKind::BrokenPipe.into())),
            }
        }
    }

    async fn next_incoming(&mut self) -> Result<Option<Incoming>, ChannelError> {
        if !poll_fn(|context| self.poll_frame(context)).await? {
            return Ok(None);
        }
        let incoming = self.state.interpret();
        match incoming {
            Incoming::Message(message @ (_, Some(_))) => {
                // Kept while the answer is written, so that a call which is cancelled then loses
                // nothing.
                self.state.kept.push(message);
                self.answer(ACKNOWLEDGED).await;
                return Ok(self.state.kept.take_last().map(Incoming::Message));
            }
            Incoming::Lost => self.answer(REFUSED).await,
            _ => {}
        }
        Ok(Some(incoming))
    }

    /// Answers a handle. As in Node.js, an answer that cannot be sent is no error: the message is
    /// here although its sender may be gone, and if the socket has failed, the next call says so.
    async fn answer(&mut self, answer: &str) {
        self.begin_answer(answer);
        // Where another half sends, what waits may be more than the peer takes before it has sent.
        if !self.state.is_half {
            let _ = self.flush().await;
        }
    }

    /// The same without waiting: what the socket does not take leaves during the next calls.
    fn begin_answer(&mut self, answer: &str) {
        let frame = format!(r#"{{"cmd":"{answer}"}}"#);
        let _ = self.state.send(self.socket.socket(), frame.as_bytes());
    }

    pub fn must_be_json(&self) -> Result<(), ChannelError> {
        match self.state.format() {
            Format::Newline => Ok(()),
            Format::Length => Err(ChannelError::NotJson),
        }
    }
}

impl End<Blocking> {
    /// Whether there is a message more; `None` when none has come before `deadline`. Nothing is
    /// waited for without one. A peer that sends without end is read no longer, but for what has
    /// come until then: a message may be whole in it.
    pub fn next_message_before(&mut self, deadline: Option<Instant>) -> Result<Option<bool>, ChannelError> {
        let mut has_read = false;
        let mut reading_ends = None;
        loop {
            match self.state.peek()? {
                Next::Frame => {
                    self.state.advance();
                    if self.is_message()? {
                        return Ok(Some(true));
                    }
                    continue;
                }
                Next::End => return Ok(Some(false)),
                Next::Unread => {}
            }
            if has_read && deadline.is_none_or(|deadline| deadline <= Instant::now()) {
                let received = self.state.received();
                let end = match reading_ends {
                    Some(end) => end,
                    None => *reading_ends.insert(received + self.socket.unread()?),
                };
                if received >= end {
                    return Ok(None);
                }
            }
            let left = self.state.leave(self.socket.socket()).unwrap_or(Flushed::All);
            if self.state.read(self.socket.socket())? {
                has_read = true;
                continue;
            }
            match deadline {
                Some(deadline) if self.socket.ready_until(deadline, left)? => {}
                _ => return Ok(None),
            }
        }
    }
}
