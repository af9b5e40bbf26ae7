//! `fork(2)`, for what `posix_spawn(3)` cannot do: identity, limits and the like, a terminal, and a
//! relative program in another working directory. The child reports a failure through a pipe, which
//! ends when its program is executed.

use super::child_side::{ChildSide, Report};
use super::image::Image;
use super::posix_spawn::Placed;
use crate::child::Child;
use crate::command::Command;
use crate::error::{SpawnError, SpawnStep};
use crate::last_errno::last_errno;
use rustix::io::{Errno, FdFlags, fcntl_dupfd_cloexec, fcntl_setfd, read, retry_on_intr};
use rustix::pipe::pipe;
use rustix::process::Pid;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::ptr;

pub(super) fn start(
    command: &Command,
    image: &mut Image<'_>,
    sources: &[RawFd],
) -> Result<Child, SpawnError> {
    let clone_failed = |errno| SpawnError::at(SpawnStep::Clone, errno);
    let placed = Placed::new(sources)?;
    let (reports, in_child) = report_pipe(sources.len()).map_err(clone_failed)?;
    let side = ChildSide::new(command, image, &placed, in_child.as_raw_fd());
    let child = super::make_watched(|| {
        let blocked = Blocked::all();
        // SAFETY: the child makes system calls on prepared memory only, and never returns.
        match unsafe { libc::fork() } {
            // SAFETY: this is the child, with all signals blocked; `side` was copied.
            0 => unsafe { side.run(&blocked.0) },
            pid => Pid::from_raw(pid.max(0)).ok_or_else(|| clone_failed(last_errno())),
        }
    })?;
    drop(in_child);
    match read_report(&reports) {
        None => Ok(child),
        Some((step, errno)) => {
            child.reap_failed();
            Err(SpawnError::at(
                SpawnStep::from_number(step),
                Errno::from_raw_os_error(errno),
            ))
        }
    }
}

/// A pipe whose second end has a number that no descriptor of the plan has.
fn report_pipe(count: usize) -> Result<(OwnedFd, OwnedFd), Errno> {
    let (reports, in_child) = pipe()?;
    // There is no `pipe2(2)`. What another thread starts meanwhile by another way than this crate's
    // may get the two.
    fcntl_setfd(&reports, FdFlags::CLOEXEC)?;
    let above = RawFd::try_from(count).map_err(|_| Errno::MFILE)?;
    Ok((reports, fcntl_dupfd_cloexec(in_child, above)?))
}

/// What comes through the pipe until it ends: nothing, or one report.
fn read_report(reports: &OwnedFd) -> Option<(u32, i32)> {
    let mut report = Report::default();
    let length = retry_on_intr(|| read(reports, &mut report)).ok()?;
    let (step, errno) = report.first_chunk().zip(report.last_chunk())?;
    (length == report.len()).then(|| (u32::from_ne_bytes(*step), i32::from_ne_bytes(*errno)))
}

/// All signals of this thread are blocked, so that no handler runs in the child. Dropping it
/// restores the earlier mask.
struct Blocked(libc::sigset_t);

impl Blocked {
    fn all() -> Self {
        let mut all = MaybeUninit::uninit();
        let mut before = MaybeUninit::uninit();
        // SAFETY: the first set is filled before it is used, the second by the call, which cannot
        // fail.
        unsafe {
            libc::sigfillset(all.as_mut_ptr());
            libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
            Self(before.assume_init())
        }
    }
}

impl Drop for Blocked {
    fn drop(&mut self) {
        // SAFETY: the set is an earlier mask.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, ptr::null_mut()) };
    }
}
