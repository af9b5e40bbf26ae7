//! Drives a whole run on the event loop of tokio.

use super::pipe::CapturedPipe;
use super::run::Run;
use super::traffic::{Kind, Progress};
use super::{Capture, Output};
use crate::async_child::AsyncChild;
use crate::error::{SpawnError, SpawnStep};
use crate::terminal::Terminal;
use rustix::io::ioctl_fionbio;
use std::future::poll_fn;
use std::io;
use std::os::fd::OwnedFd;
use std::panic::resume_unwind;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use tokio::io::Interest;
use tokio::net::UnixStream;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Sleep, sleep_until};

impl Capture<'_> {
    /// Runs the command on the event loop of tokio: as [`run`](Self::run), without blocking the
    /// thread. The process is started from one of the threads that tokio keeps for calls that
    /// block: while all of these are busy, it waits for one, and its limits count from its start.
    /// Threads of that pool that block on this method can wait for each other without end.
    ///
    /// When the future is dropped, the process goes on and its pipes are closed; the
    /// [`reaper`](crate::reaper) reaps it. One that no thread has begun to start is not started.
    ///
    /// ```
    /// use rt_process::Command;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> std::io::Result<()> {
    /// let sorted = Command::new("sort").capture().input(b"b\na\n").run_async().await?;
    /// assert_eq!(sorted.stdout(), b"a\nb\n");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Those of [`Command::spawn_async`](crate::Command::spawn_async), with [`SpawnStep::Watch`]
    /// also that of a runtime that is shut down meanwhile.
    ///
    /// # Panics
    /// As [`Command::spawn_async`](crate::Command::spawn_async), and with a timeout in a runtime
    /// that has no timers enabled.
    pub async fn run_async(&self) -> Result<Output, SpawnError> {
        let not_watched = |error| SpawnError::at(SpawnStep::Watch, error);
        let command = self.with_pipes().unwrap_or_else(|| self.command.clone());
        let kinds = command.one_way.map(Kind::of_pipe);
        // A thread that starts a child sleeps until that executes its program: meanwhile the event
        // loop serves others. When this future is dropped, the child is dropped as soon as it is
        // there.
        let mut starting = Starting(spawn_blocking(move || command.spawn_async()));
        let mut child = match (&mut starting.0).await {
            Ok(spawned) => spawned?,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => resume_unwind(panic),
                Err(cancelled) => return Err(not_watched(io::Error::other(cancelled))),
            },
        };
        let ends = child.take_streams();
        let terminal = child.take_terminal().map(watched).transpose();
        let terminal = terminal.map_err(not_watched)?;
        let mut run = Run::new(&child, ends, kinds, terminal, &self.input, self.limits);
        drive(&mut run, &child).await.map_err(not_watched)?;
        Ok(run.finish())
    }
}

/// A child that another thread starts, which it does not when this is dropped before it has begun.
struct Starting(JoinHandle<Result<AsyncChild, SpawnError>>);

impl Drop for Starting {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A terminal as tokio watches it: a stream that is registered as any descriptor is, and whose own
/// reads and writes are not used.
fn watched(terminal: Terminal) -> io::Result<UnixStream> {
    ioctl_fionbio(&terminal, true)?;
    UnixStream::from_std(OwnedFd::from(terminal).into())
}

/// Returns when the child has ended, and every pipe is finished or closed.
async fn drive(run: &mut Run<'_, UnixStream>, child: &AsyncChild) -> io::Result<()> {
    let mut exit = pin!(child.wait());
    let mut timer: Option<Pin<Box<Sleep>>> = None;
    poll_fn(|context| {
        let max_output = run.max_output();
        for position in 0..run.pipes.len() {
            if let Some(pipe) = &mut run.pipes[position] {
                let progress = poll_pipe(pipe, max_output, context)?;
                run.note(progress);
            }
        }
        if run.status.is_none() {
            if let Poll::Ready(status) = exit.as_mut().poll(context) {
                run.ended(status);
            }
        }
        // Again after each time that is over: another may follow it.
        while let Some(deadline) = run.deadline().filter(|_| !run.is_over()) {
            let deadline = deadline.into();
            let timer = timer.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
            if timer.deadline() != deadline {
                timer.as_mut().reset(deadline);
            }
            if timer.as_mut().poll(context).is_pending() {
                break;
            }
            run.time_is_up();
        }
        if run.is_over() {
            Poll::Ready(Ok(()))
        } else {
            Poll::Pending
        }
    })
    .await
}

fn poll_pipe(
    pipe: &mut CapturedPipe<'_, UnixStream>,
    max_output: Option<usize>,
    context: &mut Context<'_>,
) -> io::Result<Progress> {
    let CapturedPipe {
        end: Some(end),
        traffic,
    } = pipe
    else {
        return Ok(Progress::Finished);
    };
    while traffic.is_writing() && end.poll_write_ready(context)?.is_ready() {
        let progress = or_blocked(end.try_io(Interest::WRITABLE, || unblocked(traffic.write(&*end))))?;
        if progress == Progress::Unfinished {
            context.waker().wake_by_ref();
            break;
        }
    }
    let mut progress = Progress::Finished;
    while traffic.is_reading() && end.poll_read_ready(context)?.is_ready() {
        progress = or_blocked(end.try_io(Interest::READABLE, || unblocked(traffic.read(&*end, max_output))))?;
        if progress == Progress::Unfinished {
            context.waker().wake_by_ref();
        }
        if progress != Progress::Blocked {
            break;
        }
    }
    pipe.close_if_must();
    Ok(progress)
}

/// The error that makes tokio wait for the kernel.
fn unblocked(progress: Progress) -> io::Result<Progress> {
    match progress {
        Progress::Blocked => Err(io::ErrorKind::WouldBlock.into()),
        progress => Ok(progress),
    }
}

fn or_blocked(outcome: io::Result<Progress>) -> io::Result<Progress> {
    match outcome {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(Progress::Blocked),
        outcome => outcome,
    }
}
