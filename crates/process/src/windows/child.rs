//! A process that this one started.

#[path = "../child/standard_streams.rs"]
mod standard_streams;

use super::exit_watch::ExitWatch;
use super::pipe::Pipe;
use super::signal::{self, Meaning};
use super::system::{self, check};
use crate::ExitStatus;
use std::io;
use std::os::windows::io::{AsHandle, AsRawHandle, BorrowedHandle, OwnedHandle};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::{Duration, Instant};
use windows_sys::Win32::Foundation::{STILL_ACTIVE, WAIT_FAILED, WAIT_TIMEOUT};
use windows_sys::Win32::System::Threading::{
    GetExitCodeProcess, INFINITE, TerminateProcess, WaitForSingleObject,
};

/// The number of the signal of [`Child::kill`].
const SIGKILL: i32 = 9;
/// The number of the signal of [`Child::stop`].
const SIGTERM: i32 = 15;

/// The code that a process ends with that is ended by [`Child::send_signal`], as by libuv.
const ENDED_BY_SIGNAL: u32 = 1;

/// A process that this one started. It is held by its handle: a signal never hits a later process.
///
/// Dropping it does not end the process, unless the command asks for that
/// ([`Command::kill_on_drop`](crate::Command::kill_on_drop)). It ends with this process, unless it
/// is [detached](crate::Command::detached).
#[derive(Debug)]
pub struct Child {
    process: OwnedHandle,
    pid: u32,
    /// A wait closes the first.
    pipes: Mutex<Vec<Option<Pipe>>>,
    kill_on_drop: bool,
    /// The signal that ended the process. Locked while one is sent, and while the end is looked at.
    signal: Mutex<Option<i32>>,
    watch: Mutex<Option<ExitWatch>>,
}

impl Child {
    pub(super) fn new(process: OwnedHandle, pid: u32, pipes: Vec<Option<Pipe>>, kill_on_drop: bool) -> Self {
        Self {
            process,
            pid,
            pipes: Mutex::new(pipes),
            kill_on_drop,
            signal: Mutex::new(None),
            watch: Mutex::new(None),
        }
    }

    /// The process identifier.
    #[must_use]
    pub fn pid(&self) -> i32 {
        system::signed(self.pid)
    }

    /// This process's end of the pipe that is the child's descriptor of this number; once, and only
    /// where the plan asks for a pipe.
    pub fn take_pipe(&mut self, number: usize) -> Option<Pipe> {
        self.lock_pipes().get_mut(number)?.take()
    }

    /// All the pipes that were not taken, by the child's descriptor.
    pub fn take_pipes(&mut self) -> Vec<Option<Pipe>> {
        std::mem::take(&mut *self.lock_pipes())
    }

    fn lock_pipes(&self) -> MutexGuard<'_, Vec<Option<Pipe>>> {
        self.pipes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the process ends. Later calls give the same answer.
    ///
    /// A pipe that is the child's standard input is closed before, unless it was taken: a child
    /// that reads its input to the end would not end. The other pipes stay open, and a child that
    /// writes more than they hold does not end before it is read.
    ///
    /// # Errors
    /// Those of `WaitForSingleObject` and `GetExitCodeProcess`; none is known for a child.
    pub fn wait(&self) -> io::Result<ExitStatus> {
        let input = self.lock_pipes().first_mut().and_then(Option::take);
        drop(input);
        self.has_ended(INFINITE)?;
        self.status()
    }

    /// How the process ended; `None` when it has not.
    ///
    /// # Errors
    /// As for [`wait`](Self::wait).
    pub fn try_wait(&self) -> io::Result<Option<ExitStatus>> {
        if self.has_ended(0)? {
            self.status().map(Some)
        } else {
            Ok(None)
        }
    }

    /// Waits until the process ends, for at most `limit`. `None` when it still runs then.
    ///
    /// # Errors
    /// As for [`wait`](Self::wait).
    pub fn wait_timeout(&self, limit: Duration) -> io::Result<Option<ExitStatus>> {
        // A limit beyond what an Instant can hold is no limit.
        let deadline = Instant::now().checked_add(limit);
        loop {
            if self.has_ended(milliseconds_until(deadline))? {
                return self.status().map(Some);
            }
            if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
                return Ok(None);
            }
        }
    }

    /// Ends the process with the code 1, or asks whether it runs. The numbers 2 (`SIGINT`), 3
    /// (`SIGQUIT`), 9 (`SIGKILL`) and 15 (`SIGTERM`) all end it at once, without asking it
    /// (`TerminateProcess`), and [`ExitStatus::Signal`] has the number then; 0 only asks.
    ///
    /// # Errors
    /// Of the kind [`NotFound`](io::ErrorKind::NotFound) when the process has ended,
    /// [`Unsupported`](io::ErrorKind::Unsupported) for other signals,
    /// [`InvalidInput`](io::ErrorKind::InvalidInput) for what is none, and
    /// [`PermissionDenied`](io::ErrorKind::PermissionDenied) when it may not be ended.
    pub fn send_signal(&self, number: i32) -> io::Result<()> {
        let meaning = signal::meaning(number)?;
        let mut signal = self.lock();
        if self.is_ending()? {
            return Err(io::Error::new(io::ErrorKind::NotFound, "the process has ended"));
        }
        if meaning == Meaning::Ask {
            return Ok(());
        }
        // SAFETY: the handle is open.
        let result = check(unsafe { TerminateProcess(self.process.as_raw_handle(), ENDED_BY_SIGNAL) });
        match result {
            Ok(()) => {
                *signal = Some(number);
                Ok(())
            }
            Err(_) if self.is_ending()? => {
                Err(io::Error::new(io::ErrorKind::NotFound, "the process has ended"))
            }
            Err(error) => Err(error),
        }
    }

    /// Ends the process: [`send_signal`](Self::send_signal) with 9.
    ///
    /// # Errors
    /// Those of [`send_signal`](Self::send_signal).
    pub fn kill(&self) -> io::Result<()> {
        self.send_signal(SIGKILL)
    }

    /// Ends the process, by the signal 15, and waits for its end. There is no way to ask a process
    /// to end that all programs know, so nothing happens after `grace`, which is for other systems.
    ///
    /// # Errors
    /// Those of [`send_signal`](Self::send_signal), but for a process that has ended.
    pub fn stop(&self, grace: Duration) -> io::Result<ExitStatus> {
        let _ = grace;
        match self.send_signal(SIGTERM) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => self.wait(),
        }
    }

    /// Lets `waker` be woken once the process has ended, in place of one from an earlier call; at
    /// once when it has ended already. A thread of the system's pool does it.
    ///
    /// # Errors
    /// Those of `RegisterWaitForSingleObject`.
    pub fn wake_at_exit(&self, waker: &Waker) -> io::Result<()> {
        let mut watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        match &*watch {
            None => *watch = Some(ExitWatch::start(self.process.as_handle(), waker)?),
            Some(watch) if watch.replace(waker) => {}
            Some(_) => {
                // Whoever is woken may call this again.
                drop(watch);
                waker.wake_by_ref();
            }
        }
        Ok(())
    }

    /// Waits for so many milliseconds, and says whether the process has ended.
    fn has_ended(&self, milliseconds: u32) -> io::Result<bool> {
        // SAFETY: the handle is open.
        match unsafe { WaitForSingleObject(self.process.as_raw_handle(), milliseconds) } {
            WAIT_FAILED => Err(io::Error::last_os_error()),
            WAIT_TIMEOUT => Ok(false),
            _ => Ok(true),
        }
    }

    /// Whether the process has ended, or is about to: it has an exit code from then on, and may not
    /// be ended again (`ERROR_ACCESS_DENIED`), but is waited for until all of it is gone.
    fn is_ending(&self) -> io::Result<bool> {
        // A program may end with the code that stands for none.
        Ok(self.exit_code()? != STILL_ACTIVE || self.has_ended(0)?)
    }

    fn exit_code(&self) -> io::Result<i32> {
        let mut code = 0;
        // SAFETY: the handle is open.
        check(unsafe { GetExitCodeProcess(self.process.as_raw_handle(), &raw mut code) })?;
        Ok(system::signed(code))
    }

    /// The status of a process that has ended.
    fn status(&self) -> io::Result<ExitStatus> {
        if let Some(number) = *self.lock() {
            return Ok(ExitStatus::Signal(number));
        }
        self.exit_code().map(ExitStatus::Code)
    }

    fn lock(&self) -> MutexGuard<'_, Option<i32>> {
        self.signal.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is left until a deadline, rounded up; `INFINITE` without one.
pub(super) fn milliseconds_until(deadline: Option<Instant>) -> u32 {
    let Some(deadline) = deadline else { return INFINITE };
    let left = deadline.saturating_duration_since(Instant::now());
    let rounded = left.as_millis() + u128::from(left.subsec_nanos() % 1_000_000 != 0);
    u32::try_from(rounded).unwrap_or(u32::MAX).min(INFINITE - 1)
}

impl Drop for Child {
    fn drop(&mut self) {
        if self.kill_on_drop {
            let _ = self.kill();
        }
    }
}

/// The process's handle, which may do everything (`PROCESS_ALL_ACCESS`).
impl AsHandle for Child {
    fn as_handle(&self) -> BorrowedHandle<'_> {
        self.process.as_handle()
    }
}
