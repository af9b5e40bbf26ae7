//! The frames that come, as a stream.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::{FusedStream, Stream};

use super::AsyncChannel;
use crate::ChannelError;

/// The payloads of the frames, until the peer closes the channel. After an error the stream is at
/// its end, but for [`ChannelError::CameWithHandle`], which comes until the message was taken.
impl Stream for AsyncChannel {
    type Item = Result<Vec<u8>, ChannelError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.is_terminated {
            return Poll::Ready(None);
        }
        let next = ready!(self.poll_payload(context));
        self.is_terminated = !matches!(next, Ok(Some(_)) | Err(ChannelError::CameWithHandle));
        Poll::Ready(next.transpose())
    }
}

impl FusedStream for AsyncChannel {
    /// Whether the stream has returned its end, or the error that is the last of it.
    fn is_terminated(&self) -> bool {
        self.is_terminated
    }
}

impl AsyncChannel {
    pub(super) fn poll_payload(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Result<Option<Vec<u8>>, ChannelError>> {
        if let Some(payload) = self.end.state.kept.take_payload()? {
            return Poll::Ready(Ok(Some(payload)));
        }
        let is_message = ready!(self.end.poll_message(context))?;
        Poll::Ready(Ok(is_message.then(|| self.end.state.frame().to_vec())))
    }
}
