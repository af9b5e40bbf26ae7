//! Functions for this process's own descriptors: what it was given, and another number for one.

use napi_derive::napi;
use rustix::fs::{FileType, OFlags, fcntl_getfl, fstat, major, minor};
use rustix::io::{Errno, fcntl_dupfd_cloexec};
use std::os::fd::{BorrowedFd, FromRawFd, IntoRawFd, OwnedFd};

/// Called when `rt-std/child_process` first needs the addon. What is open now and survives an exec,
/// this process was given by its starter; and low numbers are mostly free, or JavaScript has
/// reserved some while they were. Without a list, none are held. Later calls change nothing.
#[napi(catch_unwind)]
pub fn prepare_to_spawn(reserved: Option<Vec<i32>>) {
    rt_process::remember_inherited_descriptors();
    let Some(reserved) = reserved else {
        return;
    };
    let reserved = reserved.into_iter().filter(|&number| is_reserved(number));
    // SAFETY: JavaScript has opened these and passes them on; the program has not put another file
    // in the place of one, since none opens what they are.
    let owned = reserved.map(|number| unsafe { OwnedFd::from_raw_fd(number) });
    rt_process::hold_reserved_descriptors(owned.collect());
}

/// Whether this is still what JavaScript reserves numbers with: the path of the null device
/// (`O_PATH`), which no program has a use for.
fn is_reserved(number: i32) -> bool {
    if number <= 2 {
        return false;
    }
    // SAFETY: the kernel is only asked what it is, and says EBADF if it is not open.
    let descriptor = unsafe { BorrowedFd::borrow_raw(number) };
    fcntl_getfl(descriptor).is_ok_and(|flags| flags.contains(OFlags::PATH))
        && fstat(descriptor).is_ok_and(|file| {
            FileType::from_raw_mode(file.st_mode) == FileType::CharacterDevice
                && (major(file.st_rdev), minor(file.st_rdev)) == (1, 3)
        })
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
