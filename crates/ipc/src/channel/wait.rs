//! The two ways to wait for a socket: the thread blocks, or a task does.

use std::future::Future;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Instant;

use rustix::event::PollFlags;

use super::ChannelError;
use crate::pause::pause;
use crate::ready::ready_before;

/// Which half of a channel waits for the socket to take bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Side {
    Sending,
    /// What an earlier call that was given up has left leaves meanwhile.
    Receiving,
}

/// How much has been written of what waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flushed {
    All,
    /// What the socket takes until it is writable again.
    UntilFull,
    /// What the kernel has memory for. The socket may be writable all the time: the next attempt
    /// comes after a [`pause`].
    UntilNoMemory,
}

/// A socket that can be waited for. Two of the functions call `attempt` when the socket may be
/// ready, until all is done: `false` says that nothing was there to be read.
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
        attempt: impl FnMut(BorrowedFd<'_>) -> Result<Flushed, ChannelError>,
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

    fn wait(&self, what: PollFlags) -> Result<(), ChannelError> {
        ready_before(&*self.0, what, None)
            .map(drop)
            .map_err(super::io_error)
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
        mut attempt: impl FnMut(BorrowedFd<'_>) -> Result<bool, ChannelError>,
    ) -> Poll<Result<(), ChannelError>> {
        loop {
            self.wait(PollFlags::IN)?;
            if attempt(self.socket())? {
                return Poll::Ready(Ok(()));
            }
        }
    }

    fn poll_writable(
        &self,
        _: Side,
        _: &mut Context<'_>,
        mut attempt: impl FnMut(BorrowedFd<'_>) -> Result<Flushed, ChannelError>,
    ) -> Poll<Result<(), ChannelError>> {
        let mut pauses = 0;
        loop {
            self.wait(PollFlags::OUT)?;
            match attempt(self.socket())? {
                Flushed::All => return Poll::Ready(Ok(())),
                Flushed::UntilFull => pauses = 0,
                Flushed::UntilNoMemory => {
                    thread::sleep(pause(pauses));
                    pauses += 1;
                }
            }
        }
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

#[cfg(test)]
mod tests {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    use std::sync::Arc;
    use std::task::{Context, Waker};
    use std::time::{Duration, Instant};

    use super::{Blocking, Flushed, Side, Wait};

    #[test]
    #[cfg_attr(miri, ignore = "Miri does not know poll(2)")]
    fn a_kernel_without_memory_is_asked_again_after_pauses() {
        let (socket, _peer) = UnixStream::pair().unwrap();
        let socket = Blocking(Arc::new(OwnedFd::from(socket)));
        let mut attempts = 0;
        let began = Instant::now();
        let waited = socket.poll_writable(Side::Sending, &mut Context::from_waker(Waker::noop()), |_| {
            attempts += 1;
            Ok(if attempts < 5 {
                Flushed::UntilNoMemory
            } else {
                Flushed::All
            })
        });
        assert!(waited.is_ready());
        assert_eq!(attempts, 5);
        assert!(began.elapsed() >= Duration::from_millis(1 + 2 + 4 + 8));
    }
}
