//! Processes that were just made, each with what watches it: its pidfd, or a thread.

use super::{Child, ExitDescriptor, Waiter};
use crate::last_errno::last_errno;
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Resource, getpid, getrlimit, pidfd_open};
use std::ffi::c_int;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// Makes a process by `clone(2)`, which is called with the flags that it is to have besides the
/// mechanism's own, and with the place for a pidfd.
///
/// Without pidfds (before Linux 5.4, or refused), a thread that waits for the process stands for
/// them.
///
/// # Safety
/// When `make` was called with `CLONE_PIDFD` and succeeds, it has stored the number of a descriptor
/// that was opened by this call and that nothing else owns.
///
/// # Errors
/// What `make` says, and what the system says to a thread that has to stand for a pidfd.
pub(crate) unsafe fn with_pidfd_or_waiter(
    make: impl Fn(c_int, &mut RawFd) -> Result<Pid, Errno>,
) -> Result<Child, Errno> {
    let mut pidfd: RawFd = -1;
    if !waits_for_pidfds() {
        return with_waiter(Waiter::start()?, || make(0, &mut pidfd));
    }
    match make(libc::CLONE_PIDFD, &mut pidfd) {
        // SAFETY: the caller's promise.
        Ok(pid) => Ok(with_pidfd(pid, unsafe { OwnedFd::from_raw_fd(pidfd) })),
        Err(Errno::NOSYS | Errno::PERM | Errno::INVAL) => {
            with_waiter(Waiter::start()?, || make(0, &mut pidfd))
        }
        Err(errno) => with_waiter(instead_of_pidfd(errno)?, || make(0, &mut pidfd)),
    }
}

/// Makes a process that `waiter` waits for.
pub(crate) fn with_waiter<E>(waiter: Waiter, make: impl FnOnce() -> Result<Pid, E>) -> Result<Child, E> {
    let pid = make()?;
    Ok(Child::new(pid, ExitDescriptor::Thread(waiter.watch(pid))))
}

/// What waits for a process that could not be made with a pidfd, where a descriptor was all that
/// lacked.
///
/// # Errors
/// What the kernel said, when that was something else, or no thread can be started either.
pub(crate) fn instead_of_pidfd(errno: Errno) -> Result<Waiter, Errno> {
    match errno {
        Errno::MFILE | Errno::NFILE => Waiter::start().map_err(|_| errno),
        _ => Err(errno),
    }
}

/// A child that was made with a pidfd. Where that took one of the last descriptors, the program
/// gets it back, and a thread waits for the child.
pub(crate) fn with_pidfd(pid: Pid, pidfd: OwnedFd) -> Child {
    let limit = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    let is_scarce = u64::try_from(pidfd.as_raw_fd()).is_ok_and(|number| number >= limit / 2);
    match is_scarce.then(Waiter::start) {
        Some(Ok(waiter)) => Child::new(pid, ExitDescriptor::Thread(waiter.watch(pid))),
        _ => Child::new(pid, ExitDescriptor::Kernel(pidfd)),
    }
}

/// Whether the kernel can wait for a pidfd (Linux 5.4). An older one ignores that `clone(2)` is
/// asked for a pidfd, or makes one that cannot be waited for.
fn waits_for_pidfds() -> bool {
    // SAFETY: no process is waited for, as no descriptor has this number; nothing is written
    // through the null pointers.
    let result = unsafe {
        libc::waitid(
            libc::P_PIDFD,
            libc::id_t::MAX >> 1,
            std::ptr::null_mut(),
            libc::WEXITED | libc::WNOHANG,
        )
    };
    match last_errno() {
        _ if result >= 0 => true,
        // There is no such descriptor.
        Errno::BADF => true,
        // A sandbox refuses the call, and says nothing of the kernel.
        Errno::NOSYS | Errno::PERM => pidfd_open(getpid(), PidfdFlags::empty()).is_ok(),
        // `EINVAL`: the kernel does not know what to wait for.
        _ => false,
    }
}
