//! The frames that are to leave, as a sink.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_sink::Sink;
use rustix::net::Shutdown;

use super::AsyncChannel;
use crate::ChannelError;

/// The sink takes no more frames while so many bytes wait for the socket.
const MOST_WAITING: usize = 64 * 1024;

/// Takes payloads: each becomes one frame, which leaves at once where the socket takes it. The sink
/// is ready for a next one while less than 64 KiB wait. Closing it, when all has left, closes the
/// channel for both directions, and for other processes that have this end too: where a child
/// shares its end with them, drop it instead.
impl<P: AsRef<[u8]>> Sink<P> for AsyncChannel {
    type Error = ChannelError;

    fn poll_ready(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), ChannelError>> {
        if self.end.state.waiting() < MOST_WAITING {
            return Poll::Ready(Ok(()));
        }
        self.poll_leave(context)
    }

    fn start_send(mut self: Pin<&mut Self>, payload: P) -> Result<(), ChannelError> {
        let end = &mut self.end;
        end.state.send(&end.socket, payload.as_ref())
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), ChannelError>> {
        self.poll_leave(context)
    }

    fn poll_close(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), ChannelError>> {
        ready!(self.poll_leave(context))?;
        // Fails when the peer has closed its end before: then there is nothing to do.
        let _ = rustix::net::shutdown(&self.end.socket, Shutdown::Both);
        Poll::Ready(Ok(()))
    }
}

impl AsyncChannel {
    /// Waits until the socket has taken what waits.
    fn poll_leave(&mut self, context: &mut Context<'_>) -> Poll<Result<(), ChannelError>> {
        let end = &mut self.end;
        while end.state.waiting() > 0 {
            let mut writable = ready!(end.socket.poll_write_ready(context)).map_err(ChannelError::Io)?;
            if !end.state.flush(&end.socket)? {
                writable.clear_ready();
            }
        }
        Poll::Ready(Ok(()))
    }
}
