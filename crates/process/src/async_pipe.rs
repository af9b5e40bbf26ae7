//! The parent's end of a pipe, on the event loop of tokio (feature `tokio`).

use rustix::io::ioctl_fionbio;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::UnixStream;

/// This process's end of a pipe whose other end is a descriptor of the child, as a
/// [`Pipe`](crate::Pipe) on the event loop of tokio. It carries bytes both ways: `tokio::io::split`
/// makes two of it.
///
/// Dropping it closes it. [`shutdown`](tokio::io::AsyncWrite::poll_shutdown) ends the child's
/// input, and leaves the pipe open for what the child writes.
#[derive(Debug)]
pub struct AsyncPipe(UnixStream);

impl AsyncPipe {
    pub(crate) fn new(end: OwnedFd) -> io::Result<Self> {
        ioctl_fionbio(&end, true)?;
        UnixStream::from_std(end.into()).map(Self)
    }

    /// The descriptor, which the event loop watches no more, and which blocks again: another child
    /// may be given it.
    ///
    /// # Errors
    /// That of taking it from the event loop (`epoll_ctl(2)`). The pipe is closed then.
    pub fn into_owned_fd(self) -> io::Result<OwnedFd> {
        let end = OwnedFd::from(self.0.into_std()?);
        ioctl_fionbio(&end, false)?;
        Ok(end)
    }

    pub(crate) fn into_stream(self) -> UnixStream {
        self.0
    }
}

impl AsyncRead for AsyncPipe {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Poll::Ready(match ready!(Pin::new(&mut self.0).poll_read(context, buffer)) {
            // The child closed its end with bytes of ours unread. What it wrote itself was read
            // before: this is its end.
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => Ok(()),
            outcome => outcome,
        })
    }
}

/// A closed other end is the error `EPIPE`.
impl AsyncWrite for AsyncPipe {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.0.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

impl AsFd for AsyncPipe {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

impl AsRawFd for AsyncPipe {
    fn as_raw_fd(&self) -> RawFd {
        self.0.as_raw_fd()
    }
}
