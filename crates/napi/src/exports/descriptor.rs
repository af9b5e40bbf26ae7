//! Functions for this process's own descriptors: what it was given, and another number for one.

use napi_derive::napi;
use rustix::io::{Errno, fcntl_dupfd_cloexec};
use std::os::fd::{BorrowedFd, IntoRawFd};

/// Called when `rt-std/child_process` first needs the addon. What is open now and survives an exec,
/// this process was given by its starter; and low numbers are mostly free. Later calls change
/// nothing.
#[napi(catch_unwind)]
pub fn prepare_to_spawn() {
    rt_process::remember_inherited_descriptors();
    rt_process::hold_low_descriptors();
}

/// Another descriptor for the same open file, above it and closed on `exec`. Returns a negative
/// error number when there is none. The new one belongs to JavaScript, which gives it to
/// `openChannel`.
#[napi(catch_unwind)]
pub fn duplicate_descriptor(descriptor: i32) -> i32 {
    if descriptor < 0 {
        return -Errno::BADF.raw_os_error();
    }
    // SAFETY: JavaScript names a descriptor that is open during the call; if it is not, the kernel
    // says EBADF.
    let borrowed = unsafe { BorrowedFd::borrow_raw(descriptor) };
    fcntl_dupfd_cloexec(borrowed, descriptor)
        .map_or_else(|errno| -errno.raw_os_error(), IntoRawFd::into_raw_fd)
}
