//! The frames that come, as a stream.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::{FusedStream, Stream};

use super::AsyncChannel;
use crate::ChannelError;
use crate::channel::state::Next;

/// The payloads of the frames, until the peer closes the channel. After an error of the socket or
/// of the framing the stream is at its end.
impl Stream for AsyncChannel {
    type Item = Result<Vec<u8>, ChannelError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.broken {
            return Poll::Ready(None);
        }
        let next = ready!(self.poll_frame(context));
        self.broken = next.is_err();
        Poll::Ready(next.transpose())
    }
}

impl FusedStream for AsyncChannel {
    /// Whether an error has ended the stream.
    fn is_terminated(&self) -> bool {
        self.broken
    }
}

impl AsyncChannel {
    fn poll_frame(&mut self, context: &mut Context<'_>) -> Poll<Result<Option<Vec<u8>>, ChannelError>> {
        if let Some((payload, _)) = self.end.state.kept.pop_front() {
            return Poll::Ready(Ok(Some(payload)));
        }
        let end = &mut self.end;
        loop {
            match end.state.advance()? {
                Next::Frame => return Poll::Ready(Ok(Some(end.state.frame().to_vec()))),
                Next::End => return Poll::Ready(Ok(None)),
                Next::Unread => {
                    let mut readable =
                        ready!(end.socket.poll_read_ready(context)).map_err(ChannelError::Io)?;
                    if !end.state.read(&end.socket)? {
                        readable.clear_ready();
                    }
                }
            }
        }
    }
}
