//! The frames that are to leave, as a sink.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_sink::Sink;

use super::AsyncChannel;
use crate::ChannelError;
use crate::channel::wait::Wait;

/// The sink takes no more frames while so many bytes wait for the socket.
const MOST_WAITING: usize = 64 * 1024;

/// Takes payloads: each becomes one frame, which leaves at once where the socket takes it. The sink
/// is ready for a next one while less than 64 KiB wait. Closing it, when all has left, closes the
/// channel for both directions, and for other processes that have this end too: where a child
/// shares its end with them, drop it instead.
impl<P: AsRef<[u8]>> Sink<P> for AsyncChannel {
    type Error = ChannelError;

    fn poll_ready(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), ChannelError>> {
        ready!(self.end.socket.poll_proceed(context));
        if self.end.state.waiting() < MOST_WAITING {
            return Poll::Ready(Ok(()));
        }
        self.end.poll_flush(context)
    }

    fn start_send(mut self: Pin<&mut Self>, payload: P) -> Result<(), ChannelError> {
        let end = &mut self.end;
        end.state.send(end.socket.socket(), payload.as_ref())
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), ChannelError>> {
        self.end.poll_flush(context)
    }

    fn poll_close(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), ChannelError>> {
        ready!(self.end.poll_flush(context))?;
        self.end.close();
        Poll::Ready(Ok(()))
    }
}
