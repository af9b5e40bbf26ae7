//! The two ways to wait for a socket: the thread blocks, or a task does.

use std::future::Future;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Instant;

use rustix::event::PollFlags;

use super::ChannelError;
use crate::ready::ready_before;

/// Which half of a channel waits for the socket to take bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Side {
    Sending,
    /// What an earlier call that was given up has left leaves meanwhile.
    Receiving,
}

/// A socket that can be waited for. Two of the functions call `attempt` when the socket may be
/// ready, until that answers `true`: `false` says that it was not.
pub(crate) trait Wait {
    fn socket(&self) -> BorrowedFd<'_>;

    /// Whether one step more may be done now. A task that has done many without a pause lets others
    /// run before.
    fn poll_proceed(&self, context: &mut Context<'_>) -> Poll<()>;

    fn poll_readable(
        &self,
        context: &mut Context<'_>,
        attempt: impl FnMut(BorrowedFd<'_>) -> Result<bool, ChannelError>,
    ) -> Poll<Result<(), ChannelError>>;

    fn poll_writable(
        &self,
        side: Side,
        context: &mut Context<'_>,
        attempt: impl FnMut(BorrowedFd<'_>) -> Result<bool, ChannelError>,
    ) -> Poll<Result<(), ChannelError>>;
}

/// A socket that the thread waits for, whether the socket itself blocks or not.
#[derive(Debug)]
pub(crate) struct Blocking(pub Arc<OwnedFd>);

impl Blocking {
    /// How many bytes have come and are not read.
    pub fn unread(&self) -> Result<u64, ChannelError> {
        rustix::io::ioctl_fionread(&*self.0).map_err(super::io_error)
    }

    /// Waits until there may be something to read, or until `deadline`. Whether there may be.
    pub fn readable_until(&self, deadline: Instant) -> Result<bool, ChannelError> {
        ready_before(&*self.0, PollFlags::IN, Some(deadline)).map_err(super::io_error)
    }

    fn wait(
        &self,
        what: PollFlags,
        mut attempt: impl FnMut(BorrowedFd<'_>) -> Result<bool, ChannelError>,
    ) -> Result<(), ChannelError> {
        loop {
            ready_before(&*self.0, what, None).map_err(super::io_error)?;
            if attempt(self.0.as_fd())? {
                return Ok(());
            }
        }
    }
}

impl Wait for Blocking {
    fn socket(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }

    fn poll_proceed(&self, _: &mut Context<'_>) -> Poll<()> {
        Poll::Ready(())
    }

    fn poll_readable(
        &self,
        _: &mut Context<'_>,
        attempt: impl FnMut(BorrowedFd<'_>) -> Result<bool, ChannelError>,
    ) -> Poll<Result<(), ChannelError>> {
        Poll::Ready(self.wait(PollFlags::IN, attempt))
    }

    fn poll_writable(
        &self,
        _: Side,
        _: &mut Context<'_>,
        attempt: impl FnMut(BorrowedFd<'_>) -> Result<bool, ChannelError>,
    ) -> Poll<Result<(), ChannelError>> {
        Poll::Ready(self.wait(PollFlags::OUT, attempt))
    }
}

/// The result of a future that waits by [`Blocking`] only, and so is complete when it has been
/// polled once.
pub(super) fn now<R>(future: impl Future<Output = R>) -> R {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => unreachable!("nothing that blocks is ever pending"),
    }
}
