//! Functions for this process's own descriptors: what it was given, and one that changes its owner.

use napi_derive::napi;
use rustix::io::{Errno, fcntl_dupfd_cloexec};
use std::os::fd::{BorrowedFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};

/// Called when `rt-std/child_process` first needs the addon. What is open now and survives an exec,
/// this process was given by its starter; and low numbers are mostly free. Later calls change
/// nothing.
#[napi(catch_unwind)]
pub fn prepare_to_spawn() {
    rt_process::remember_inherited_descriptors();
    rt_process::hold_low_descriptors();
}

/// Another descriptor for the same open file, closed on `exec`: the lowest that is free from
/// `minimum` on. Returns a negative error number when there is none. The new one belongs to
/// JavaScript, which gives it to `openChannel` or to `renumberDescriptor`.
#[napi(catch_unwind)]
pub fn duplicate_descriptor(descriptor: i32, minimum: i32) -> i32 {
    if descriptor < 0 {
        return -Errno::BADF.raw_os_error();
    }
    // SAFETY: JavaScript names a descriptor that is open during the call; if it is not, the kernel
    // says EBADF.
    let borrowed = unsafe { BorrowedFd::borrow_raw(descriptor) };
    number(fcntl_dupfd_cloexec(borrowed, minimum))
}

/// Gives an open file the lowest number that is free from `minimum` on, instead of the one it has.
/// Returns it, or a negative error number; the old number is closed then too.
#[napi(catch_unwind)]
pub fn renumber_descriptor(descriptor: i32, minimum: i32) -> i32 {
    if descriptor < 0 {
        return -Errno::BADF.raw_os_error();
    }
    // SAFETY: JavaScript hands over a descriptor that it got from `duplicateDescriptor` and that
    // nobody else closes.
    let owned = unsafe { OwnedFd::from_raw_fd(descriptor) };
    number(fcntl_dupfd_cloexec(&owned, minimum))
}

fn number(duplicated: Result<OwnedFd, Errno>) -> RawFd {
    duplicated.map_or_else(|errno| -errno.raw_os_error(), IntoRawFd::into_raw_fd)
}
