//! A socket that a task waits for.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::task::{Context, Poll, Waker, ready};

use tokio::io::unix::AsyncFd;
use tokio::task::coop;

use super::retry::Retry;
use super::wakers::{Side, Wakers};
use crate::ChannelError;
use crate::channel::wait::{Flushed, Wait};

#[derive(Debug)]
pub(super) struct Watched {
    socket: AsyncFd<Arc<OwnedFd>>,
    /// Who waits for it to be writable.
    senders: Arc<Wakers>,
    retry: Retry,
}

impl Watched {
    pub fn new(socket: AsyncFd<Arc<OwnedFd>>) -> Self {
        Self {
            socket,
            senders: Arc::default(),
            retry: Retry::default(),
        }
    }
}

impl Wait for Watched {
    fn socket(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }

    fn poll_proceed(&self, context: &mut Context<'_>) -> Poll<()> {
        coop::poll_proceed(context).map(|step| step.made_progress())
    }

    fn poll_readable(
        &self,
        context: &mut Context<'_>,
        _: bool,
        mut attempt: impl FnMut(BorrowedFd<'_>) -> Result<Option<Flushed>, ChannelError>,
    ) -> Poll<Result<(), ChannelError>> {
        loop {
            let Poll::Ready(ready) = self.socket.poll_read_ready(context) else {
                // What the other half leaves from now on may be left to this one.
                self.senders.add(Side::Receiving, context.waker());
                return Poll::Pending;
            };
            let mut ready = ready.map_err(ChannelError::Io)?;
            if attempt(self.socket())?.is_none() {
                return Poll::Ready(Ok(()));
            }
            ready.clear_ready();
        }
    }

    fn poll_leave(
        &self,
        context: &mut Context<'_>,
        attempt: impl FnMut(BorrowedFd<'_>) -> Result<Flushed, ChannelError>,
    ) -> Poll<Result<(), ChannelError>> {
        self.poll_written(Side::Receiving, context, attempt)
    }

    fn poll_writable(
        &self,
        context: &mut Context<'_>,
        attempt: impl FnMut(BorrowedFd<'_>) -> Result<Flushed, ChannelError>,
    ) -> Poll<Result<(), ChannelError>> {
        self.poll_written(Side::Sending, context, attempt)
    }
}

impl Watched {
    fn poll_written(
        &self,
        side: Side,
        context: &mut Context<'_>,
        mut attempt: impl FnMut(BorrowedFd<'_>) -> Result<Flushed, ChannelError>,
    ) -> Poll<Result<(), ChannelError>> {
        self.senders.add(side, context.waker());
        let both = Waker::from(Arc::clone(&self.senders));
        let context = &mut Context::from_waker(&both);
        loop {
            let mut ready = ready!(self.socket.poll_write_ready(context)).map_err(ChannelError::Io)?;
            let flushed = attempt(self.socket())?;
            if flushed == Flushed::UntilNoMemory {
                // The socket is writable, so the event loop will not report that it becomes so.
                self.retry.wake_later(&both);
                return Poll::Pending;
            }
            self.retry.reset();
            if flushed == Flushed::All {
                return Poll::Ready(Ok(()));
            }
            ready.clear_ready();
        }
    }
}
