//! The last way, where a sandbox refuses to share memory with a child: a copy of the process, whose
//! cost grows with the memory.

use crate::child::{Child, with_pidfd_or_waiter};
use crate::raw_result::errno_of;
use crate::spawn::child_side::{self, ChildSide};
use crate::spawn::stack::Stack;
use rustix::io::{Errno, read, retry_on_intr};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::Pid;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::ptr;
use syscalls::{Sysno, raw_syscall};

/// `clone(2)` with nothing shared. The child's memory is its own, so it reports a failure through a
/// pipe; that ends when the program is executed.
pub(super) fn fork(_stack: &Stack, side: &ChildSide) -> Result<Child, Errno> {
    let (reports, in_child) = pipe_with(PipeFlags::CLOEXEC)?;
    let in_child = side.above_the_plan(in_child)?;
    side.report_through(in_child.as_raw_fd());
    let make = |flags, pidfd: &mut RawFd| {
        let flags = flags | libc::SIGCHLD;
        // SAFETY: without a stack of its own and without `CLONE_VM`, the child goes on here on a
        // copy of this memory.
        let result =
            unsafe { raw_syscall!(Sysno::clone, flags, ptr::null::<u8>(), ptr::from_mut(pidfd), 0, 0) };
        if let Some(errno) = errno_of(result) {
            return Err(Errno::from_raw_os_error(errno));
        }
        match i32::try_from(result).ok().and_then(Pid::from_raw) {
            Some(pid) => Ok(pid),
            // SAFETY: a new process, with all signals blocked; what `side` points to was copied.
            None => unsafe { child_side::run(ptr::from_ref(side).cast_mut().cast()) },
        }
    };
    // SAFETY: the kernel has opened the pidfd for this call.
    let child = unsafe { with_pidfd_or_waiter(make) }?;
    drop(in_child);
    side.take_report(&read_report(&reports));
    Ok(child)
}

/// What comes through the pipe until it ends: nothing, or one report, which is less than a pipe
/// splits.
fn read_report(reports: &OwnedFd) -> Vec<u8> {
    let mut report = Vec::new();
    loop {
        report.reserve(child_side::REPORT_BYTES);
        match retry_on_intr(|| read(reports, rustix::buffer::spare_capacity(&mut report))) {
            Ok(0) | Err(_) => return report,
            Ok(_) => {}
        }
    }
}
