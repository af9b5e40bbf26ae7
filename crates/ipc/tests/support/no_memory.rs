//! A kernel that has no memory for what is sent.

use rustix::io::Errno;
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

/// From now on, sendmsg(2) fails so on this thread. Whether the system has filters of calls.
pub fn refuse_to_send() -> bool {
    let errno = Errno::NOBUFS.raw_os_error().unsigned_abs();
    let filter = SeccompFilter::new(
        [(libc::SYS_sendmsg, Vec::new())].into_iter().collect(),
        SeccompAction::Allow,
        SeccompAction::Errno(errno),
        std::env::consts::ARCH.try_into().unwrap(),
    );
    let program: BpfProgram = filter.and_then(BpfProgram::try_from).unwrap();
    let is_applied = apply_filter(&program).is_ok();
    if !is_applied {
        eprintln!("skipped: this system has no filters of system calls");
    }
    is_applied
}
