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

/// A socket that can be waited for. Some of the functions call `attempt` when the socket may be
/// ready, until all is done.
pub(crate) trait Wait {
    fn socket(&self) -> BorrowedFd<'_>;

    /// Whether one step more may be done now. A task that has done many without a pause lets others
    /// run before.
    fn poll_proceed(&self, context: &mut Context<'_>) -> Poll<()>;

    /// Waits until something was read: then `attempt` returns nothing, and otherwise how much has
    /// left of what waits to leave meanwhile.
    ///
    /// # Arguments
    /// `waits` says whether something does at the beginning.
    fn poll_readable(
        &self,
        context: &mut Context<'_>,
        waits: bool,
        attempt: impl FnMut(BorrowedFd<'_>) -> Result<Option<Flushed>, ChannelError>,
    ) -> Poll<Result<(), ChannelError>>;

    /// Lets something leave while a call receives, which does not wait for that.
    fn poll_leave(
        &self,
        context: &mut Context<'_>,
        attempt: impl FnMut(BorrowedFd<'_>) -> Result<Flushed, ChannelError>,
    ) -> Poll<Result<(), ChannelError>>;

    fn poll_writable(
        &self,
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

    /// Waits until there may be something to read, until the socket may take more of what waits, or
    /// until `deadline`. Whether it is before that.
    pub fn ready_until(&self, deadline: Instant, left: Flushed) -> Result<bool, ChannelError> {
        if left == Flushed::UntilNoMemory {
            thread::sleep(pause(0));
        }
        ready_before(&*self.0, events(left), Some(deadline)).map_err(super::io_error)
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
        waits: bool,
        mut attempt: impl FnMut(BorrowedFd<'_>) -> Result<Option<Flushed>, ChannelError>,
    ) -> Poll<Result<(), ChannelError>> {
        let mut left = if waits { Flushed::UntilFull } else { Flushed::All };
        loop {
            if left == Flushed::UntilNoMemory {
                thread::sleep(pause(0));
            }
            self.wait(events(left))?;
            match attempt(self.socket())? {
                Some(now) => left = now,
                None => return Poll::Ready(Ok(())),
            }
        }
    }

    /// It leaves during [`Self::poll_readable`].
    fn poll_leave(
        &self,
        _: &mut Context<'_>,
        _: impl FnMut(BorrowedFd<'_>) -> Result<Flushed, ChannelError>,
    ) -> Poll<Result<(), ChannelError>> {
        Poll::Pending
    }

    fn poll_writable(
        &self,
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

/// What a call that receives waits for.
fn events(left: Flushed) -> PollFlags {
    match left {
        Flushed::All => PollFlags::IN,
        Flushed::UntilFull | Flushed::UntilNoMemory => PollFlags::IN | PollFlags::OUT,
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

    use super::{Blocking, Flushed, Wait};

    #[test]
    #[cfg_attr(miri, ignore = "Miri does not know poll(2)")]
    fn a_kernel_without_memory_is_asked_again_after_pauses() {
        let (socket, _peer) = UnixStream::pair().unwrap();
        let socket = Blocking(Arc::new(OwnedFd::from(socket)));
        let mut attempts = 0;
        let began = Instant::now();
        let waited = socket.poll_writable(&mut Context::from_waker(Waker::noop()), |_| {
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
