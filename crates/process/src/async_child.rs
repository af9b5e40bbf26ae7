//! Children that are awaited (feature `tokio`).

use crate::child::Child;
use crate::command::Command;
use crate::exit_status::ExitStatus;
use crate::reaper;
use rustix::io::ioctl_fionbio;
use std::io;
use std::ops::Deref;
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::sync::Arc;
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;
use tokio::net::UnixStream;

/// A child whose end is awaited on the event loop of tokio, by its pidfd: no signal handler, no thread, and a cost that does not grow with the number of children.
///
/// It is a [`Child`] besides: [`pid`](Child::pid), [`send_signal`](Child::send_signal), [`try_wait`](Child::try_wait), [`resource_usage`](Child::resource_usage) are its own.
///
/// Dropping it does not end the process; what nobody has waited for is reaped by the [`reaper`](crate::reaper), so no zombie is left.
///
/// ```
/// use rt_process::{ChildDescriptor, Command};
/// use tokio::io::{AsyncReadExt, AsyncWriteExt};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> std::io::Result<()> {
/// let mut child = Command::new("tr")
///     .args(["a-z", "A-Z"])
///     .stdin(ChildDescriptor::Pipe)
///     .stdout(ChildDescriptor::Pipe)
///     .spawn_async()?;
/// child.take_pipe(0).unwrap().write_all(b"hello").await?;
/// let mut text = String::new();
/// child.take_pipe(1).unwrap().read_to_string(&mut text).await?;
/// assert_eq!(text, "HELLO");
/// assert!(child.wait().await?.success());
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct AsyncChild {
    watched: AsyncFd<Watched>,
    pipes: Vec<Option<UnixStream>>,
}

/// The child as tokio wants it.
#[derive(Debug)]
struct Watched(Arc<Child>);

impl AsRawFd for Watched {
    fn as_raw_fd(&self) -> RawFd {
        self.0.as_fd().as_raw_fd()
    }
}

impl Command {
    /// Starts the process, as [`spawn`](Self::spawn) does, and watches it and its pipes on the event loop of tokio.
    ///
    /// # Errors
    /// Those of [`spawn`](Self::spawn), and that of registering the descriptors with the event loop (`epoll_ctl(2)`). The child is killed then.
    ///
    /// # Panics
    /// Outside of a runtime of tokio that has its input and output enabled.
    pub fn spawn_async(&self) -> io::Result<AsyncChild> {
        let mut child = self.spawn()?;
        let pipes = child.take_pipes();
        let child = Arc::new(child);
        AsyncChild::new(&child, pipes).inspect_err(|_| {
            let _ = child.kill();
            reaper::abandon(child);
        })
    }
}

impl AsyncChild {
    fn new(child: &Arc<Child>, pipes: Vec<Option<OwnedFd>>) -> io::Result<Self> {
        let pipes = pipes.into_iter().map(|end| end.map(stream).transpose());
        let pipes = pipes.collect::<io::Result<_>>()?;
        let watched = Watched(Arc::clone(child));
        // SAFETY: the descriptor is the child's own, the same at every call and open as long as the child, of which `watched` holds a share.
        let watched = unsafe { AsyncFd::register_with_interest(watched, Interest::READABLE) }?;
        Ok(Self { watched, pipes })
    }

    /// Waits until the process ends, and reaps it. Later calls give the same answer. A call that is dropped has done nothing.
    ///
    /// # Errors
    /// `ECHILD` as for [`Child::wait`].
    pub async fn wait(&self) -> io::Result<ExitStatus> {
        loop {
            if let Some(status) = self.try_wait()? {
                return Ok(status);
            }
            // A child that a debugger traces has ended, but is reaped when that lets go, which is another event (`ptrace(2)`).
            self.watched.readable().await?.clear_ready();
        }
    }

    /// This process's end of the pipe that is the child's descriptor of this number; once, and only where the plan asks for a pipe.
    pub fn take_pipe(&mut self, number: usize) -> Option<UnixStream> {
        self.pipes.get_mut(number)?.take()
    }
}

impl Deref for AsyncChild {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.watched.get_ref().0
    }
}

impl Drop for AsyncChild {
    fn drop(&mut self) {
        if let Ok(None) = self.try_wait() {
            reaper::abandon(Arc::clone(&self.watched.get_ref().0));
        }
    }
}

fn stream(end: OwnedFd) -> io::Result<UnixStream> {
    ioctl_fionbio(&end, true)?;
    UnixStream::from_std(end.into())
}
