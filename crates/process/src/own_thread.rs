//! Threads of this crate's own.

use crate::sync::{AtomicPtr, Mutex};
use rustix::io::Errno;
use std::mem::MaybeUninit;
use std::process;
use std::ptr;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

/// Starts a thread that takes no signals: those that are sent to the process are for the program's
/// own threads.
///
/// # Errors
/// `EAGAIN` when the system allows no more threads.
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

/// Blocks all signals, but for the two that the C library keeps for itself: its `setuid` waits
/// until every thread has taken one. The thread that started this one may have blocked them for the
/// length of a spawn.
fn block_signals() {
    let mut all = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: the set is filled before it is used; the old mask is not asked for.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), ptr::null_mut());
    }
}

/// Something that is started once, and tried again by the next caller when it could not be.
pub(crate) struct StartOnce(Mutex<bool>);

impl StartOnce {
    pub const fn new() -> Self {
        Self(Mutex::new(false))
    }

    /// Calls `start`, unless an earlier call has succeeded.
    ///
    /// # Errors
    /// Those of `start`. Callers at the same time wait for the outcome, so that none takes for
    /// started what could not be started after all.
    pub fn run(&self, start: impl FnOnce() -> Result<(), Errno>) -> Result<(), Errno> {
        let mut is_started = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !*is_started {
            start()?;
            *is_started = true;
        }
        Ok(())
    }
}

/// What is there once in a process, with a thread that serves it or may hold it. A process made by
/// `fork(2)` has the memory, but not the thread: it gets one of its own.
///
/// There is no lock in it, which might be held by a thread that the forked process does not have.
///
/// Processes are known by their numbers. So one is taken for its parent if both are the first
/// process of a PID namespace: one that takes a new namespace (`unshare(2)`) and forks without an
/// exec.
pub(crate) struct OncePerProcess<T>(AtomicPtr<(u32, T)>);

impl<T: Sync> OncePerProcess<T> {
    pub const fn new() -> Self {
        Self(AtomicPtr::new(ptr::null_mut()))
    }

    /// What was made in this process, made by `make` if nothing was. Two threads may both make it;
    /// one of the two is dropped.
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

    /// Makes another one in the place of `broken`, unless another thread did meanwhile.
    ///
    /// # Errors
    /// Those of `make`.
    #[cfg(any(target_os = "linux", shuttle))]
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
            // What was there stays in memory: others may use it, and there is one for each fork at
            // most.
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

#[cfg(all(test, shuttle))]
mod interleavings {
    use super::{OncePerProcess, StartOnce};
    use crate::sync::explore;
    use rustix::io::Errno;
    use shuttle::thread::spawn;
    use std::ptr;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Drops are counted.
    struct Counted(Arc<AtomicUsize>);

    impl Drop for Counted {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn threads_that_make_it_at_once_get_the_same() {
        explore(|| {
            let once: &OncePerProcess<Counted> = Box::leak(Box::new(OncePerProcess::new()));
            let (made, dropped): (Arc<AtomicUsize>, Arc<AtomicUsize>) = Default::default();
            let get = || {
                let (made, dropped) = (Arc::clone(&made), Arc::clone(&dropped));
                spawn(move || {
                    let make = || {
                        made.fetch_add(1, Ordering::Relaxed);
                        Ok(Counted(dropped))
                    };
                    once.get(make).unwrap()
                })
            };
            let [one, two, three] = [get(), get(), get()].map(|thread| thread.join().unwrap());
            assert!(ptr::eq(one, two) && ptr::eq(two, three));
            assert_eq!(made.load(Ordering::Relaxed) - dropped.load(Ordering::Relaxed), 1);
        });
    }

    #[test]
    fn one_that_is_broken_is_replaced_once() {
        explore(|| {
            let once: &OncePerProcess<usize> = Box::leak(Box::new(OncePerProcess::new()));
            let broken = once.get(|| Ok(0)).unwrap();
            let replace = |number| spawn(move || *once.get_instead_of(broken, || Ok(number)).unwrap());
            let [one, two] = [replace(1), replace(2)].map(|thread| thread.join().unwrap());
            assert_eq!(one, two);
            assert_eq!(*once.get(|| Ok(3)).unwrap(), one);
        });
    }

    /// The first attempt fails. A caller that gets no error finds it started.
    #[test]
    fn a_start_that_fails_is_tried_again_by_the_next() {
        explore(|| {
            let (once, attempts): (Arc<_>, Arc<AtomicUsize>) = (Arc::new(StartOnce::new()), Arc::default());
            let start = || {
                let (once, attempts) = (Arc::clone(&once), Arc::clone(&attempts));
                spawn(move || {
                    let start = || match attempts.fetch_add(1, Ordering::Relaxed) {
                        0 => {
                            shuttle::thread::yield_now();
                            Err(Errno::AGAIN)
                        }
                        _ => Ok(()),
                    };
                    once.run(start).map(|()| attempts.load(Ordering::Relaxed))
                })
            };
            let outcomes = [start(), start(), start()].map(|thread| thread.join().unwrap());
            assert_eq!(outcomes.iter().filter(|outcome| outcome.is_err()).count(), 1);
            assert!(outcomes.iter().flatten().all(|&attempts| attempts == 2));
        });
    }
}
