//! How much of the parent's descriptor table a child is made with.
//!
//! The kernel copies the whole table for a new process, and closes the copies one by one when the
//! program is executed: with a hundred thousand descriptors that takes many times as long as all
//! the rest. So where the table is large, the child is made sharing it, and its first step is to
//! take a copy of the first numbers only (`CLOSE_RANGE_UNSHARE` of `close_range(2)`).

use super::image::Image;
use crate::command::Command;
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicBool, Ordering};

/// A table that is used up to here is large, and so many of its descriptors the child then gets: to
/// copy these takes less time than to make a process.
pub(super) const FIRST_NUMBERS: RawFd = 1024;

/// Whether the last descriptor opened here had such a number: the kernel gives the lowest that is
/// free.
static IS_LARGE: AtomicBool = AtomicBool::new(false);

/// `close_range(2)` cannot do it: it came with Linux 5.9, and a sandbox may refuse it.
static CANNOT_BE_TAKEN: AtomicBool = AtomicBool::new(false);

/// Notes the number of a descriptor that a spawn has opened.
pub(super) fn opened(number: RawFd) {
    IS_LARGE.store(number >= FIRST_NUMBERS, Ordering::Relaxed);
}

/// Notes that a child could not take a copy of its own.
pub(super) fn could_not_be_taken() {
    CANNOT_BE_TAKEN.store(true, Ordering::Relaxed);
}

/// Whether the last spawn found the table large.
pub(super) fn is_large() -> bool {
    IS_LARGE.load(Ordering::Relaxed)
}

/// Whether the table is large, and the first numbers are all that the child needs.
pub(super) fn is_to_be_shared(command: &Command, image: &Image, sources: &[RawFd]) -> bool {
    is_large()
        && !CANNOT_BE_TAKEN.load(Ordering::Relaxed)
        && RawFd::try_from(sources.len()).is_ok_and(|count| count <= FIRST_NUMBERS)
        && sources.iter().all(|&source| source < FIRST_NUMBERS)
        && names_no_descriptor(command, image)
        && command
            .other_descriptors
            .kept()
            .is_some_and(|kept| kept.iter().all(|descriptor| descriptor.number < FIRST_NUMBERS))
}

/// Whether neither the program nor the working directory may be named by a descriptor
/// (`/proc/self/fd/5000`, `/dev/fd/5000`).
pub(super) fn names_no_descriptor(command: &Command, image: &Image) -> bool {
    let names_one = |path: &[u8]| path.windows(3).any(|part| part == b"fd/");
    let directory = command
        .working_directory
        .iter()
        .any(|path| names_one(path.to_bytes()));
    !directory && !image.candidate_paths().any(names_one)
}
