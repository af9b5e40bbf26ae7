//! Waiting for the end of a child.

use super::Child;
use super::reaped::Reaped;
use crate::exit_status::ExitStatus;
use crate::resource_usage::ResourceUsage;
use rustix::io::Errno;
use std::io;
use std::thread;
use std::time::{Duration, Instant};

/// How often to try to reap a process that has ended, but that a debugger reaps first
/// (`ptrace(2)`): no event comes when the debugger detaches. Also where there is no sleep until the
/// end: `poll(2)` takes no more descriptors than this process may have, which may be none.
pub(crate) const TRIES_AGAIN: Duration = Duration::from_millis(1);

impl Child {
    /// Waits until the process ends, and reaps it. Later calls give the same answer.
    ///
    /// A pipe that is the child's standard input is closed before, unless it was taken: a child
    /// that reads its input to the end would not end. The other pipes stay open, and a child that
    /// writes more than they hold does not end before it is read.
    ///
    /// # Errors
    /// `ECHILD` when the kernel reaped it already, because this process ignores `SIGCHLD`
    /// (`waitid(2)`).
    pub fn wait(&self) -> io::Result<ExitStatus> {
        self.close_stdin();
        self.wait_for_end()
    }

    /// As [`wait`](Self::wait), but all pipes stay open.
    pub(crate) fn wait_for_end(&self) -> io::Result<ExitStatus> {
        loop {
            let _ = self.exit.sleep(None);
            match self.try_wait()? {
                Some(status) => return Ok(status),
                None => thread::sleep(TRIES_AGAIN),
            }
        }
    }

    /// Reaps the process if it has ended. `None` when it has not.
    ///
    /// # Errors
    /// `ECHILD` as for [`wait`](Self::wait).
    pub fn try_wait(&self) -> io::Result<Option<ExitStatus>> {
        let mut reaped = self.lock();
        if matches!(*reaped, Reaped::No) {
            let outcome = match self.exit.wait(self.pid, libc::WNOHANG) {
                Ok(None) => return Ok(None),
                Ok(Some((status, usage))) => {
                    let wall_time = self.started.elapsed();
                    Reaped::Yes((status, ResourceUsage { wall_time, ..usage }))
                }
                Err(Errno::CHILD) => Reaped::Elsewhere,
                Err(errno) => return Err(errno.into()),
            };
            self.note_reaped(&mut reaped, outcome);
        }
        match *reaped {
            Reaped::Yes((status, _)) => Ok(Some(status)),
            _ => Err(Errno::CHILD.into()),
        }
    }

    /// Waits until the process ends and reaps it, for at most `limit`. `None` when it still runs
    /// then. All pipes stay open, that of the standard input too.
    ///
    /// # Errors
    /// `ECHILD` as for [`wait`](Self::wait).
    pub fn wait_timeout(&self, limit: Duration) -> io::Result<Option<ExitStatus>> {
        // A limit beyond what an Instant can hold is no limit.
        let deadline = Instant::now().checked_add(limit);
        loop {
            if matches!(self.exit.sleep(deadline), Ok(false)) {
                return Ok(None);
            }
            match self.try_wait()? {
                Some(status) => return Ok(Some(status)),
                None if deadline.is_some_and(|deadline| deadline <= Instant::now()) => return Ok(None),
                None => thread::sleep(TRIES_AGAIN),
            }
        }
    }

    /// Asks the process to end (`SIGTERM`), kills it (`SIGKILL`) when it still runs after `grace`,
    /// and reaps it. Returns how it ended; a process that has ended before gets no signal.
    ///
    /// What the process has started goes on, also when it is contained (`Command::contain`).
    #[cfg_attr(
        target_os = "linux",
        doc = "[`send_signal_to_tree`](Self::send_signal_to_tree) and [`kill_tree`](Self::kill_tree)
reach that."
    )]
    ///
    /// ```
    /// use rt_process::{Command, ExitStatus};
    /// use std::time::Duration;
    ///
    /// let child = Command::new("sleep").arg("600").spawn()?;
    /// assert_eq!(child.stop(Duration::from_secs(5))?, ExitStatus::Signal(15));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// `EPERM` when the process may not be signalled, which one that has taken another identity may
    /// not be, and `ECHILD` as for [`wait`](Self::wait).
    pub fn stop(&self, grace: Duration) -> io::Result<ExitStatus> {
        if let Some(status) = self.try_wait()? {
            return Ok(status);
        }
        or_gone(self.send_signal(libc::SIGTERM))?;
        if let Some(status) = self.wait_timeout(grace)? {
            return Ok(status);
        }
        or_gone(self.kill())?;
        self.wait()
    }

    /// Reaps a process that exits, or has exited, since it could not execute its program: its exit
    /// status says nothing more.
    pub(crate) fn reap_failed(&self) {
        let _ = self.exit.wait(self.pid, 0);
    }
}

/// A process that is gone has ended, which is all that was wanted.
pub(crate) fn or_gone(sent: io::Result<()>) -> io::Result<()> {
    sent.or_else(|error| match error.raw_os_error() {
        Some(libc::ESRCH) => Ok(()),
        _ => Err(error),
    })
}
