//! Threads of this crate's own.

use rustix::io::Errno;
use std::mem::MaybeUninit;
use std::process;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

/// Starts a thread that takes no signals: those that are sent to the process are for the program's own threads.
///
/// # Errors
/// `EAGAIN` when the system has no room for another thread.
pub(crate) fn start(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), Errno> {
    std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(|| {
            block_signals();
            work();
        })
        .map(drop)
        .map_err(|_| Errno::AGAIN)
}

/// Blocks all signals, but for the two that the C library keeps for itself: its `setuid` waits until every thread has taken one. The thread that started this
/// one may have blocked them for the length of a spawn.
fn block_signals() {
    let mut all = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: the set is filled before it is used; the null pointer asks for no old mask.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), ptr::null_mut());
    }
}

/// What is there once in a process, with a thread that serves it. A process made by `fork(2)` has the memory, but not the thread: it gets one of its own.
///
/// There is no lock in it, which might be held by a thread that the forked process does not have.
pub(crate) struct OncePerProcess<T>(AtomicPtr<(u32, T)>);

impl<T: Sync> OncePerProcess<T> {
    pub const fn new() -> Self {
        Self(AtomicPtr::new(ptr::null_mut()))
    }

    /// What was made in this process, made by `make` if nothing was. Two threads may both make it; one of the two is dropped.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn get(&'static self, make: impl FnOnce() -> Result<T, Errno>) -> Result<&'static T, Errno> {
        let seen = self.0.load(Ordering::Acquire);
        if let Some(made) = Self::of_this_process(seen) {
            return Ok(made);
        }
        self.replace(seen, make()?)
    }

    /// Makes another one in the place of `broken`, unless somebody did meanwhile.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn get_instead_of(
        &'static self,
        broken: &'static T,
        make: impl FnOnce() -> Result<T, Errno>,
    ) -> Result<&'static T, Errno> {
        let seen = self.0.load(Ordering::Acquire);
        match Self::of_this_process(seen) {
            Some(other) if !ptr::eq(other, broken) => Ok(other),
            _ => self.replace(seen, make()?),
        }
    }

    fn of_this_process(made: *const (u32, T)) -> Option<&'static T> {
        // SAFETY: null, or a box that `replace` leaked.
        let (process, value) = unsafe { made.as_ref() }?;
        (*process == process::id()).then_some(value)
    }

    fn replace(&'static self, seen: *mut (u32, T), value: T) -> Result<&'static T, Errno> {
        let made = Box::into_raw(Box::new((process::id(), value)));
        match self
            .0
            .compare_exchange(seen, made, Ordering::AcqRel, Ordering::Acquire)
        {
            // What was there stays in memory: others may use it, and there is one for each fork at most.
            // SAFETY: it is never freed.
            Ok(_) => Ok(unsafe { &(*made).1 }),
            Err(other) => {
                // SAFETY: nobody else has seen it.
                drop(unsafe { Box::from_raw(made) });
                Self::of_this_process(other).ok_or(Errno::AGAIN)
            }
        }
    }
}
