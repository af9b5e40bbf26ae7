//! Is woken when a process ends, without a thread per process.

use super::system::check;
use std::collections::HashMap;
use std::ffi::c_void;
use std::io;
use std::os::windows::io::{AsRawHandle, BorrowedHandle, OwnedHandle};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use windows_sys::Win32::Foundation::{HANDLE, INVALID_HANDLE_VALUE};
use windows_sys::Win32::System::Threading::{
    INFINITE, RegisterWaitForSingleObject, UnregisterWaitEx, WT_EXECUTEDEFAULT, WT_EXECUTEONLYONCE,
};

/// The wakers of the waits that go on, by numbers that are used once. What the system keeps is such
/// a number, not a pointer, so no wait outlives the memory that it wakes through.
fn wakers() -> MutexGuard<'static, HashMap<usize, Waker>> {
    static WAKERS: LazyLock<Mutex<HashMap<usize, Waker>>> = LazyLock::new(Mutex::default);
    WAKERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A wait of the system's thread pool for the end of a process. Dropping it ends the wait.
#[derive(Debug)]
pub(super) struct ExitWatch {
    number: usize,
    wait: HANDLE,
    /// Stays open until the wait is over.
    _process: OwnedHandle,
}

// SAFETY: the handle of a wait may be used by any thread.
unsafe impl Send for ExitWatch {}

impl ExitWatch {
    /// Wakes `waker` when the process ends, at once when it has.
    pub fn start(process: BorrowedHandle<'_>, waker: &Waker) -> io::Result<Self> {
        static COUNT: AtomicUsize = AtomicUsize::new(1);
        let process = process.try_clone_to_owned()?;
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        wakers().insert(number, waker.clone());
        let mut wait = null_mut();
        // SAFETY: the handle is open until the wait is over, and the context is no pointer.
        let result = unsafe {
            RegisterWaitForSingleObject(
                &raw mut wait,
                process.as_raw_handle(),
                Some(ended),
                std::ptr::without_provenance(number),
                INFINITE,
                WT_EXECUTEDEFAULT | WT_EXECUTEONLYONCE,
            )
        };
        check(result).inspect_err(|_| drop(wakers().remove(&number)))?;
        Ok(Self {
            number,
            wait,
            _process: process,
        })
    }

    /// Lets another waker be woken. `false` when the process has ended, and the one before has
    /// been.
    pub fn replace(&self, waker: &Waker) -> bool {
        let mut wakers = wakers();
        let replaced = wakers
            .get_mut(&self.number)
            .map(|known| std::mem::replace(known, waker.clone()));
        drop(wakers);
        replaced.is_some()
    }
}

unsafe extern "system" fn ended(context: *mut c_void, _timed_out: bool) {
    let waker = wakers().remove(&context.addr());
    if let Some(waker) = waker {
        // A panic must not cross the system's frames.
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| waker.wake()));
    }
}

impl Drop for ExitWatch {
    fn drop(&mut self) {
        let waker = wakers().remove(&self.number);
        // A callback that has not taken its waker runs no code of others, so it can be waited for.
        // One that has taken it may be what drops this: it is left to end by itself, and waits for
        // nothing any more.
        let completion = if waker.is_some() {
            INVALID_HANDLE_VALUE
        } else {
            null_mut()
        };
        // SAFETY: the wait was registered, and is unregistered once.
        unsafe { UnregisterWaitEx(self.wait, completion) };
    }
}
