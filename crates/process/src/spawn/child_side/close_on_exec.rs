//! No descriptor reaches the program that the plan does not name, except those that may stay.
//!
//! They are marked, not closed: the program or the working directory may be named by one
//! (`/proc/self/fd/5`).

use super::ChildSide;
use crate::descriptors::NOT_PLANNED;
use crate::descriptors::inherited::InheritedDescriptor;
use crate::directory_entries::Entries;
use crate::raw_result::errno_of;
use std::mem::MaybeUninit;
use std::ptr;
use syscalls::{Sysno, raw_syscall};

/// Sets the close-on-exec flag of all descriptors that are none of the plan, `kept` ones excepted.
///
/// # Safety
/// The caller is a new process with a descriptor table of its own, and `side`'s list of sources is
/// valid and nobody else's.
pub(super) unsafe fn mark_others(side: &ChildSide, kept: &[InheritedDescriptor]) {
    // SAFETY: the parent made the list for this child alone and waits.
    let sources = unsafe { std::slice::from_raw_parts(side.sources, side.source_count) };
    for (number, _) in (0..).zip(sources).filter(|(_, source)| **source == NOT_PLANNED) {
        let mut of_number = kept.iter().filter(|descriptor| descriptor.number == number);
        // SAFETY: asks about and marks a descriptor of this process, by the caller's promise.
        unsafe {
            if !of_number.any(|descriptor| is_still(descriptor)) {
                mark(number.unsigned_abs() as usize);
            }
        }
    }
    let mut first = side.source_count;
    for descriptor in kept {
        let Ok(number) = usize::try_from(descriptor.number) else {
            continue;
        };
        // SAFETY: asks about and marks descriptors of this process only, by the caller's promise.
        unsafe {
            if number >= first && is_still(descriptor) {
                if number > first {
                    mark_range(first, number - 1);
                }
                first = number + 1;
            }
        }
    }
    // SAFETY: as above.
    unsafe { mark_range(first, LAST_NUMBER) };
}

/// The last number that `close_range(2)` takes.
const LAST_NUMBER: usize = u32::MAX as usize;

/// `true` unless the number is another file's by now.
unsafe fn is_still(descriptor: &InheritedDescriptor) -> bool {
    let mut file = MaybeUninit::<libc::stat>::uninit();
    // SAFETY: the kernel fills the structure when it succeeds.
    unsafe {
        let result = raw_syscall!(Sysno::fstat, descriptor.number, file.as_mut_ptr());
        if errno_of(result).is_some() {
            return false;
        }
        let file = file.assume_init_ref();
        file.st_dev == descriptor.device && file.st_ino == descriptor.inode
    }
}

unsafe fn mark_range(first: usize, last: usize) {
    // SAFETY: sets flags of descriptors of this process.
    unsafe {
        let result = raw_syscall!(Sysno::close_range, first, last, libc::CLOSE_RANGE_CLOEXEC);
        // Unknown before Linux 5.9, its flag before 5.11, or refused by a sandbox.
        if errno_of(result).is_some() && !mark_listed(first, last) {
            for number in first..=last.min(last_by_limit()) {
                mark(number);
            }
        }
    }
}

/// Where there is no list either: the last number that the process's limit allows, or that the
/// kernel allows if nobody raised that (`fs.nr_open`).
fn last_by_limit() -> usize {
    const LAST_BY_KERNEL: u64 = 1024 * 1024 - 1;
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: the kernel writes into `limit`; the null pointer asks for no change.
    let result = unsafe {
        let no_change = ptr::null::<libc::rlimit>();
        raw_syscall!(
            Sysno::prlimit64,
            0,
            libc::RLIMIT_NOFILE,
            no_change,
            &raw mut limit
        )
    };
    let last = if errno_of(result).is_some() {
        LAST_BY_KERNEL
    } else {
        limit.rlim_cur.min(LAST_BY_KERNEL)
    };
    usize::try_from(last).unwrap_or(usize::MAX)
}

unsafe fn mark(number: usize) {
    // SAFETY: sets a flag of a descriptor of this process, if there is one of this number.
    unsafe { raw_syscall!(Sysno::fcntl, number, libc::F_SETFD, libc::FD_CLOEXEC) };
}

/// Space for the entries of a directory, aligned as the kernel writes them.
#[repr(C, align(8))]
struct Space([u8; 2048]);

/// Marks what `/proc/self/fd` lists between the two numbers. `false` when it cannot be read.
unsafe fn mark_listed(first: usize, last: usize) -> bool {
    let mut entries = Space([0; 2048]);
    let flags = libc::O_RDONLY | libc::O_DIRECTORY | libc::O_CLOEXEC;
    // SAFETY: the path is a C string; the kernel writes into `entries` as many bytes as it returns;
    // the directory is closed once.
    unsafe {
        let directory = raw_syscall!(Sysno::openat, libc::AT_FDCWD, c"/proc/self/fd".as_ptr(), flags, 0);
        if errno_of(directory).is_some() {
            return false;
        }
        let read_all = loop {
            let length = raw_syscall!(
                Sysno::getdents64,
                directory,
                entries.0.as_mut_ptr(),
                entries.0.len()
            );
            if errno_of(length).is_some() {
                break false;
            }
            if length == 0 {
                break true;
            }
            for entry in Entries(entries.0.get(..length).unwrap_or_default()) {
                if let Some(number) = entry.number().filter(|number| (first..=last).contains(number)) {
                    mark(number);
                }
            }
        };
        raw_syscall!(Sysno::close, directory);
        read_all
    }
}
