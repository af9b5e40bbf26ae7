//! The system call `waitid`, with the resources that the process used, which the C library's
//! function leaves out, and `wait4` where a sandbox refuses it.

use crate::exit_status::ExitStatus;
use crate::last_errno::last_errno;
use crate::process_stat::Stat;
use crate::resource_usage::ResourceUsage;
use rustix::io::Errno;
use rustix::process::Pid;
use std::mem::MaybeUninit;
use std::os::fd::RawFd;
use std::time::Duration;

/// How a process ended, and what it used.
pub(crate) type Waited = (ExitStatus, ResourceUsage);

/// As [`wait_id`], for a process by its identifier. Without `WNOWAIT`, it works in a sandbox that
/// refuses `waitid` as well.
pub(crate) fn wait_for(pid: Pid, options: i32) -> Result<Option<Waited>, Errno> {
    match wait_id(libc::P_PID, pid.as_raw_nonzero().get(), options) {
        Err(Errno::NOSYS | Errno::PERM) if options & libc::WNOWAIT == 0 => wait4(pid, options),
        result => result,
    }
}

/// How often to look whether a process has ended, where it cannot be waited for.
const LOOKS_AGAIN: Duration = Duration::from_millis(5);

/// Waits until a process has ended, and leaves it to be reaped. `false` when there is nothing to
/// wait for (any more): the kernel or other code of this process has reaped it.
pub(crate) fn await_end(pid: Pid) -> bool {
    match wait_for(pid, libc::WNOWAIT) {
        // A sandbox refuses the only call that can leave it.
        Err(Errno::NOSYS | Errno::PERM) => {
            while runs(pid) {
                std::thread::sleep(LOOKS_AGAIN);
            }
            true
        }
        // `ECHILD`
        Err(_) => false,
        Ok(_) => true,
    }
}

/// Whether a process has not ended, as far as `/proc` tells.
fn runs(pid: Pid) -> bool {
    let path = format!("/proc/{}/stat", pid.as_raw_nonzero());
    let stat = std::fs::read(path).ok().and_then(|text| Stat::parse(&text));
    stat.is_some_and(|stat| !stat.has_ended())
}

/// By the older system call, which always reaps.
fn wait4(pid: Pid, options: i32) -> Result<Option<Waited>, Errno> {
    let mut status = 0;
    // SAFETY: integers: all zero is a value.
    let mut usage: libc::rusage = unsafe { MaybeUninit::zeroed().assume_init() };
    loop {
        let pid = pid.as_raw_nonzero().get();
        let options = options & libc::WNOHANG | libc::__WALL;
        // SAFETY: the kernel fills both.
        match unsafe { libc::wait4(pid, &raw mut status, options, &raw mut usage) } {
            0 => return Ok(None),
            -1 if last_errno() == Errno::INTR => {}
            -1 => return Err(last_errno()),
            _ => break,
        }
    }
    let status = if libc::WIFEXITED(status) {
        ExitStatus::Code(libc::WEXITSTATUS(status))
    } else {
        ExitStatus::Signal(libc::WTERMSIG(status))
    };
    Ok(Some((status, ResourceUsage::of(&usage))))
}

/// Waits for the end of what `kind` and `id` name, in the way that `options` say. `None` when
/// nothing ended and `options` have `WNOHANG`.
pub(crate) fn wait_id(kind: libc::idtype_t, id: RawFd, options: i32) -> Result<Option<Waited>, Errno> {
    // SAFETY: integers and pointers that nobody follows: all zero is a value. The kernel leaves it
    // unchanged when no process has ended.
    let mut information: libc::siginfo_t = unsafe { MaybeUninit::zeroed().assume_init() };
    // SAFETY: as above.
    let mut usage: libc::rusage = unsafe { MaybeUninit::zeroed().assume_init() };
    loop {
        // SAFETY: the kernel fills both structures, whose types are those that it expects.
        let result = unsafe {
            libc::syscall(
                libc::SYS_waitid,
                kind,
                id,
                &raw mut information,
                // A guardian ends without a signal, for which only this option waits.
                options | libc::WEXITED | libc::__WALL,
                &raw mut usage,
            )
        };
        if result == 0 {
            break;
        }
        match last_errno() {
            Errno::INTR => {}
            errno => return Err(errno),
        }
    }
    // SAFETY: of a child's end, or all zero: these fields are there.
    let (pid, status) = unsafe { (information.si_pid(), information.si_status()) };
    if pid == 0 {
        return Ok(None);
    }
    let status = if information.si_code == libc::CLD_EXITED {
        ExitStatus::Code(status)
    } else {
        ExitStatus::Signal(status)
    };
    Ok(Some((status, ResourceUsage::of(&usage))))
}
