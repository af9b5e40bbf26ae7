//! Waiting for a process on macOS: `wait4(2)` says what it used, and only `waitid(2)` can leave it
//! to be reaped.

use crate::exit_status::ExitStatus;
use crate::last_errno::last_errno;
use crate::resource_usage::ResourceUsage;
use rustix::io::Errno;
use rustix::process::Pid;
use std::mem::MaybeUninit;

/// How a process ended, and what it used.
pub(crate) type Waited = (ExitStatus, ResourceUsage);

/// Waits for the end of a process, in the way that `options` say. `None` when it has not ended and
/// `options` have `WNOHANG`. With `WNOWAIT` it is not reaped, and what it used is not known.
pub(crate) fn wait_for(pid: Pid, options: i32) -> Result<Option<Waited>, Errno> {
    if options & libc::WNOWAIT != 0 {
        return look(pid, options);
    }
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    let reaped = again(|| {
        // SAFETY: the kernel fills both, whose types are those that it expects.
        unsafe { libc::wait4(raw(pid), &raw mut status, options, usage.as_mut_ptr()) }
    })?;
    if reaped == 0 {
        return Ok(None);
    }
    // SAFETY: integers, which were zero before: all of them are values.
    let usage = ResourceUsage::of(unsafe { usage.assume_init_ref() });
    Ok(Some((ended(status), usage)))
}

/// Waits until a process has ended, and leaves it to be reaped. `false` when there is nothing to
/// wait for (any more): the kernel or other code of this process has reaped it.
pub(crate) fn await_end(pid: Pid) -> bool {
    wait_for(pid, libc::WNOWAIT).is_ok()
}

fn look(pid: Pid, options: i32) -> Result<Option<Waited>, Errno> {
    let mut information = MaybeUninit::<libc::siginfo_t>::zeroed();
    again(|| {
        let id = raw(pid).unsigned_abs();
        let options = options | libc::WEXITED;
        // SAFETY: the kernel fills the structure, or leaves it as it is.
        unsafe { libc::waitid(libc::P_PID, id, information.as_mut_ptr(), options) }
    })?;
    // SAFETY: integers and pointers that nobody follows, which were zero before.
    let information = unsafe { information.assume_init_ref() };
    if information.si_pid == 0 {
        return Ok(None);
    }
    let status = match information.si_code {
        libc::CLD_EXITED => ExitStatus::Code(information.si_status),
        _ => ExitStatus::Signal(information.si_status),
    };
    Ok(Some((status, ResourceUsage::default())))
}

fn again(mut call: impl FnMut() -> i32) -> Result<i32, Errno> {
    loop {
        match call() {
            -1 => match last_errno() {
                Errno::INTR => {}
                errno => return Err(errno),
            },
            result => return Ok(result),
        }
    }
}

fn raw(pid: Pid) -> libc::pid_t {
    pid.as_raw_nonzero().get()
}

fn ended(status: i32) -> ExitStatus {
    if libc::WIFEXITED(status) {
        ExitStatus::Code(libc::WEXITSTATUS(status))
    } else {
        ExitStatus::Signal(libc::WTERMSIG(status))
    }
}
