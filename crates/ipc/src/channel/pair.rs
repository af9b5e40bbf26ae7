//! The parent's side: a channel and the end that a child is given.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;

use super::{Channel, environment};
use crate::Format;

impl Channel {
    /// A channel for a child that is about to be started, and the child's end of it.
    ///
    /// ```no_run
    /// use rt_ipc::{Channel, Format};
    /// use std::process::Command;
    ///
    /// let (mut channel, child_end) = Channel::pair(Format::Newline)?;
    /// let double = "process.on('message', (n) => { process.send(n * 2); process.disconnect(); })";
    /// let mut child = Command::new("node")
    ///     .args(["-e", double])
    ///     .envs(child_end.environment(0))
    ///     .stdin(child_end)
    ///     .spawn()?;
    /// channel.send_json(&21)?;
    /// assert_eq!(channel.recv_json::<i32>()?, Some(42));
    /// assert_eq!(channel.recv()?, None);
    /// child.wait()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What socketpair(2) says.
    pub fn pair(format: Format) -> io::Result<(Self, ChildEnd)> {
        let (parent, child) = UnixStream::pair()?;
        let socket = child.into();
        Ok((Self::new(parent.into(), format), ChildEnd { socket, format }))
    }
}

/// The end of a channel that a child is to have. It is closed on `exec` until whoever starts the
/// child gives it a number there; the parent must not keep it, or it will not see the end of the
/// channel.
#[derive(Debug)]
pub struct ChildEnd {
    socket: OwnedFd,
    format: Format,
}

impl ChildEnd {
    /// The variables that tell the child about a channel at its descriptor `number`; the child's
    /// parent must be this process.
    #[must_use]
    pub fn environment(&self, number: RawFd) -> [(&'static str, String); 4] {
        environment::announce(number, self.format)
    }
}

impl AsFd for ChildEnd {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

impl From<ChildEnd> for OwnedFd {
    fn from(end: ChildEnd) -> Self {
        end.socket
    }
}

/// For a channel at descriptor 0, 1 or 2, which [`std::process::Command`] can pass on.
impl From<ChildEnd> for std::process::Stdio {
    fn from(end: ChildEnd) -> Self {
        end.socket.into()
    }
}
