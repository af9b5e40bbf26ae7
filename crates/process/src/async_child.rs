//! Children that are awaited (feature `tokio`).

use crate::async_pipe::AsyncPipe;
use crate::child::{Child, or_gone};
use crate::command::Command;
use crate::error::{SpawnError, SpawnStep};
use crate::exit_status::ExitStatus;
use crate::reaper;
use crate::terminal::Terminal;
use std::future::poll_fn;
use std::io;
use std::ops::Deref;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;
use tokio::io::Interest;
use tokio::io::unix::{AsyncFd, AsyncFdReadyGuard};
use tokio::net::UnixStream;
use tokio::runtime::Handle;
use tokio::time::timeout;

/// A child whose end is awaited on the event loop of tokio, by its pidfd: no signal handler, no
/// thread, and a cost that does not grow with the number of children. (For a child without a
/// [`pidfd`](Child::pidfd), a thread wakes the task.)
///
/// It is a [`Child`] besides: [`pid`](Child::pid), [`send_signal`](Child::send_signal),
/// [`try_wait`](Child::try_wait), [`resource_usage`](Child::resource_usage) are its own.
///
/// Dropping it does not end the process, unless [`Command::kill_on_drop`] says so; what nobody has
/// waited for is reaped by the [`reaper`](crate::reaper), so no zombie is left.
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
/// child.take_stdin().unwrap().write_all(b"hello").await?;
/// let mut text = String::new();
/// child.take_stdout().unwrap().read_to_string(&mut text).await?;
/// assert_eq!(text, "HELLO");
/// assert!(child.wait().await?.success());
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct AsyncChild {
    child: Arc<Child>,
    /// The child's pidfd, where there is one.
    pidfd: Option<AsyncFd<Watched>>,
    /// A wait closes the first.
    pipes: Mutex<Vec<Option<AsyncPipe>>>,
    terminal: Option<Terminal>,
}

/// The child's pidfd as tokio wants it.
#[derive(Debug)]
struct Watched {
    number: RawFd,
    /// Keeps it open.
    _child: Arc<Child>,
}

impl AsRawFd for Watched {
    fn as_raw_fd(&self) -> RawFd {
        self.number
    }
}

impl Command {
    /// Starts the process, as [`spawn`](Self::spawn) does, and watches it and its pipes on the
    /// event loop of tokio.
    ///
    /// The thread is blocked until the child executes its program: some tens of microseconds, more
    /// when the processors are busy. A program that starts many children at once does that in
    /// [`spawn_blocking`](tokio::task::spawn_blocking), or runs them by
    /// [`Capture::run_async`](crate::Capture::run_async), which does so itself.
    ///
    /// # Errors
    /// Those of [`spawn`](Self::spawn), and [`SpawnStep::Watch`]: that of registering the
    /// descriptors with the event loop (`epoll_ctl(2)`). The child is killed then.
    ///
    /// # Panics
    /// Outside of a runtime of tokio that has its input and output enabled. No child is left behind
    /// then.
    pub fn spawn_async(&self) -> Result<AsyncChild, SpawnError> {
        // Panics outside of a runtime, before there is a child.
        let _runtime = Handle::current();
        let mut child = self.spawn()?;
        let pipes = child.take_pipes();
        let terminal = child.take_terminal();
        let child = Arc::new(child);
        let mut unwatched = Unwatched(Some(Arc::clone(&child)));
        let watched = AsyncChild::new(&child, pipes, terminal)
            .map_err(|error| SpawnError::at(SpawnStep::Watch, error))?;
        unwatched.0 = None;
        Ok(watched)
    }
}

/// A child that the event loop does not watch yet. Dropping it kills the child.
struct Unwatched(Option<Arc<Child>>);

impl Drop for Unwatched {
    fn drop(&mut self) {
        if let Some(child) = self.0.take() {
            let _ = child.kill();
            reaper::abandon(child);
        }
    }
}

impl AsyncChild {
    fn new(child: &Arc<Child>, pipes: Vec<Option<OwnedFd>>, terminal: Option<Terminal>) -> io::Result<Self> {
        let pipes = pipes.into_iter().map(|end| end.map(AsyncPipe::new).transpose());
        let pipes = pipes.collect::<io::Result<_>>()?;
        let watched = child.pidfd().map(|pidfd| Watched {
            number: pidfd.as_raw_fd(),
            _child: Arc::clone(child),
        });
        // SAFETY: the descriptor is the child's own, the same at every call and open as long as the
        // child, of which `Watched` holds a share.
        let register = |watched| unsafe { AsyncFd::register_with_interest(watched, Interest::READABLE) };
        Ok(Self {
            child: Arc::clone(child),
            pidfd: watched.map(register).transpose()?,
            pipes: Mutex::new(pipes),
            terminal,
        })
    }

    /// Waits until the process ends, and reaps it. Later calls give the same answer, also after one
    /// that was dropped before it was ready.
    ///
    /// A pipe that is the child's standard input is closed before, unless it was taken: as in
    /// [`Child::wait`].
    ///
    /// # Errors
    /// `ECHILD` as for [`Child::wait`]; that of tokio when the runtime that the child was started
    /// in has been shut down.
    pub async fn wait(&self) -> io::Result<ExitStatus> {
        let input = self.lock_pipes().first_mut().and_then(Option::take);
        drop(input);
        self.wait_for_end().await
    }

    /// As [`wait`](Self::wait), but all pipes stay open.
    async fn wait_for_end(&self) -> io::Result<ExitStatus> {
        let mut event: Option<AsyncFdReadyGuard<'_, Watched>> = None;
        loop {
            if let Some(status) = self.try_wait()? {
                return Ok(status);
            }
            // A traced child has ended, but cannot be reaped before its debugger detaches, which is
            // another event (`ptrace(2)`). An event is forgotten only when it was there before the
            // child was looked at: other tasks may wait for the same one.
            if let Some(mut event) = event {
                event.clear_ready();
            }
            event = if let Some(pidfd) = &self.pidfd {
                Some(pidfd.readable().await?)
            } else {
                self.woken().await;
                None
            };
        }
    }

    /// Asks the process to end (`SIGTERM`), kills it (`SIGKILL`) when it still runs after `grace`,
    /// and reaps it: as [`Child::stop`], without blocking the thread. What the process has started
    /// goes on.
    ///
    /// # Errors
    /// As [`Child::stop`], and those of [`wait`](Self::wait): the process is killed then.
    ///
    /// # Panics
    /// In a runtime of tokio that has no timers enabled.
    pub async fn stop(&self, grace: Duration) -> io::Result<ExitStatus> {
        if let Some(status) = self.try_wait()? {
            return Ok(status);
        }
        or_gone(self.send_signal(libc::SIGTERM))?;
        let outcome = timeout(grace, self.wait_for_end()).await;
        if let Ok(Ok(status)) = outcome {
            return Ok(status);
        }
        or_gone(self.kill())?;
        // Nobody can say when it ends where its runtime has been shut down.
        if let Ok(Err(error)) = outcome {
            return Err(error);
        }
        self.wait().await
    }

    /// Waits until the thread that waits for the child wakes this task, or another task does.
    async fn woken(&self) {
        let mut registered = None;
        poll_fn(|context| {
            if registered.is_some() {
                return Poll::Ready(());
            }
            registered = self.child.register(context.waker());
            if registered.is_some() {
                Poll::Pending
            } else {
                Poll::Ready(())
            }
        })
        .await;
    }

    /// This process's end of the pipe that is the child's descriptor of this number; once, and only
    /// where the plan asks for a pipe.
    pub fn take_pipe(&mut self, number: usize) -> Option<AsyncPipe> {
        self.lock_pipes().get_mut(number)?.take()
    }

    /// What the child reads as its standard input: [`take_pipe`](Self::take_pipe) of 0.
    pub fn take_stdin(&mut self) -> Option<AsyncPipe> {
        self.take_pipe(0)
    }

    /// What the child writes to its standard output: [`take_pipe`](Self::take_pipe) of 1.
    pub fn take_stdout(&mut self) -> Option<AsyncPipe> {
        self.take_pipe(1)
    }

    /// What the child writes to its standard error: [`take_pipe`](Self::take_pipe) of 2.
    pub fn take_stderr(&mut self) -> Option<AsyncPipe> {
        self.take_pipe(2)
    }

    /// This process's side of the child's terminal; once, and only where the command asks for one
    /// ([`Command::terminal`]). It blocks, and is not on the event loop;
    /// [`AsyncFd`](tokio::io::unix::AsyncFd) takes it.
    pub fn take_terminal(&mut self) -> Option<Terminal> {
        self.terminal.take()
    }

    /// All the pipes that nobody has taken, by the child's descriptor.
    pub(crate) fn take_streams(&mut self) -> Vec<Option<UnixStream>> {
        let pipes = std::mem::take(&mut *self.lock_pipes());
        pipes
            .into_iter()
            .map(|pipe| pipe.map(AsyncPipe::into_stream))
            .collect()
    }

    fn lock_pipes(&self) -> MutexGuard<'_, Vec<Option<AsyncPipe>>> {
        self.pipes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a [`Child`] can do besides. [`Child::wait_timeout`] blocks the thread, and with it the
/// event loop, until the process ends or the time is up: here [`timeout`](tokio::time::timeout)
/// limits a wait. [`Child::wait`] and [`Child::stop`] block too, but the methods of these names
/// here stand in front of them.
impl Deref for AsyncChild {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.child
    }
}

impl Drop for AsyncChild {
    fn drop(&mut self) {
        if let Ok(None) = self.try_wait() {
            if self.child.on_drop.kill {
                let _ = self.child.kill();
            }
            reaper::abandon(Arc::clone(&self.child));
        }
    }
}
