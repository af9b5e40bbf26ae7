//! The parent's end of a pipe.

use rustix::net::{SendFlags, Shutdown, send, shutdown};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};

/// To a closed other end: the error `EPIPE`, and no signal.
#[cfg(not(target_os = "macos"))]
pub(crate) const WITHOUT_SIGNAL: SendFlags = SendFlags::NOSIGNAL;
/// Here the socket has an option for it (`SO_NOSIGPIPE`).
#[cfg(target_os = "macos")]
pub(crate) const WITHOUT_SIGNAL: SendFlags = SendFlags::empty();

/// This process's end of a pipe whose other end is a descriptor of the child. It carries bytes both
/// ways, since it is a pair of connected Unix sockets.
///
/// Dropping it closes it: the child reads the end of its input then. When it writes on, it gets
/// `SIGPIPE` and `EPIPE` as with a pipe of `pipe(2)`; but when a write waits at that moment,
/// the child gets the error `ECONNRESET` once and no signal, as with any socket.
#[derive(Debug)]
pub struct Pipe(OwnedFd);

impl Pipe {
    /// Ends the child's input, and leaves the pipe open for what the child writes.
    ///
    /// # Errors
    /// Those of `shutdown(2)`: none on Linux, `ENOTCONN` on macOS when the other end is closed.
    pub fn close_write(&self) -> io::Result<()> {
        Ok(shutdown(&self.0, Shutdown::Write)?)
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&*self).read(buffer)
    }
}

impl Read for &Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match rustix::io::read(&self.0, buffer) {
            // The child closed its end with bytes of ours unread. What it wrote itself was read
            // before: this is its end.
            Err(rustix::io::Errno::CONNRESET) => Ok(0),
            result => Ok(result?),
        }
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A closed other end is the error `EPIPE`, never the signal `SIGPIPE`.
impl Write for &Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(send(&self.0, bytes, WITHOUT_SIGNAL)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl AsFd for Pipe {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

impl AsRawFd for Pipe {
    fn as_raw_fd(&self) -> RawFd {
        self.0.as_raw_fd()
    }
}

/// Of a socket. The end of a pipe of `pipe(2)` can be read, but not written (`ENOTSOCK`).
impl From<OwnedFd> for Pipe {
    fn from(descriptor: OwnedFd) -> Self {
        Self(descriptor)
    }
}

impl From<Pipe> for OwnedFd {
    fn from(pipe: Pipe) -> Self {
        pipe.0
    }
}
