//! A socket that a task waits for.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::unix::AsyncFd;
use tokio::task::coop;

use crate::ChannelError;
use crate::channel::wait::Wait;

impl Wait for AsyncFd<Arc<OwnedFd>> {
    fn socket(&self) -> BorrowedFd<'_> {
        self.as_fd()
    }

    fn poll_proceed(&self, context: &mut Context<'_>) -> Poll<()> {
        coop::poll_proceed(context).map(|step| step.made_progress())
    }

    fn poll_readable(
        &self,
        context: &mut Context<'_>,
        mut attempt: impl FnMut(BorrowedFd<'_>) -> Result<bool, ChannelError>,
    ) -> Poll<Result<(), ChannelError>> {
        loop {
            let mut ready = ready!(self.poll_read_ready(context)).map_err(ChannelError::Io)?;
            if attempt(self.as_fd())? {
                return Poll::Ready(Ok(()));
            }
            ready.clear_ready();
        }
    }

    fn poll_writable(
        &self,
        context: &mut Context<'_>,
        mut attempt: impl FnMut(BorrowedFd<'_>) -> Result<bool, ChannelError>,
    ) -> Poll<Result<(), ChannelError>> {
        loop {
            let mut ready = ready!(self.poll_write_ready(context)).map_err(ChannelError::Io)?;
            if attempt(self.as_fd())? {
                return Poll::Ready(Ok(()));
            }
            ready.clear_ready();
        }
    }
}
