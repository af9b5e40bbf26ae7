//! Where the ends of overlapped operations, and that of the process, are waited for.

use super::super::system::{check, code};
use std::io;
use std::os::windows::io::{AsRawHandle, BorrowedHandle, FromRawHandle, OwnedHandle};
use std::ptr::{null, null_mut};
use std::sync::Arc;
use std::task::Wake;
use windows_sys::Win32::Foundation::{INVALID_HANDLE_VALUE, WAIT_TIMEOUT};
use windows_sys::Win32::System::IO::{
    CreateIoCompletionPort, GetQueuedCompletionStatus, OVERLAPPED, PostQueuedCompletionStatus,
};

/// A completion port of the system. As a waker it posts the end of the process.
pub(super) struct Port(OwnedHandle);

/// What has happened.
pub(super) enum Event {
    /// This operation is over, with this many bytes or this error.
    Done(*const OVERLAPPED, io::Result<usize>),
    /// The process has ended.
    Exit,
    /// The time is over.
    Time,
}

impl Port {
    pub fn new() -> io::Result<Self> {
        // SAFETY: a port without a file is asked for.
        let port = unsafe { CreateIoCompletionPort(INVALID_HANDLE_VALUE, null_mut(), 0, 1) };
        if port.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the handle was just made, and belongs to nobody else.
        Ok(Self(unsafe { OwnedHandle::from_raw_handle(port) }))
    }

    /// From now on the ends of the handle's operations come here.
    pub fn add(&self, handle: BorrowedHandle<'_>) -> io::Result<()> {
        // SAFETY: both handles are open.
        let port = unsafe { CreateIoCompletionPort(handle.as_raw_handle(), self.0.as_raw_handle(), 0, 0) };
        if port.is_null() {
            Err(io::Error::last_os_error())
        } else {
            Ok(())
        }
    }

    /// Waits for the next event, for so many milliseconds.
    pub fn next(&self, milliseconds: u32) -> io::Result<Event> {
        let (mut count, mut key, mut overlapped) = (0, 0, null_mut());
        // SAFETY: the port is open, and all pointers are of variables here.
        let result = check(unsafe {
            GetQueuedCompletionStatus(
                self.0.as_raw_handle(),
                &raw mut count,
                &raw mut key,
                &raw mut overlapped,
                milliseconds,
            )
        });
        if !overlapped.is_null() {
            return Ok(Event::Done(overlapped, result.map(|()| count as usize)));
        }
        match result {
            Ok(()) => Ok(Event::Exit),
            Err(error) if code(&error) == WAIT_TIMEOUT => Ok(Event::Time),
            Err(error) => Err(error),
        }
    }
}

impl Wake for Port {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        // SAFETY: the port is open. Without an operation, it is the end of the process.
        unsafe { PostQueuedCompletionStatus(self.0.as_raw_handle(), 0, 0, null()) };
    }
}
