//! How much of the parent's descriptor table a child is made with.
//!
//! The kernel copies the whole table for a new process, and closes the copies one by one when the
//! program is executed: with a hundred thousand descriptors that takes many times as long as all
//! the rest. So where the table is large, the child is made sharing it, and its first step is to
//! take a copy of the first numbers only (`CLOSE_RANGE_UNSHARE` of `close_range(2)`).

use super::image::Image;
use crate::command::Command;
use crate::descriptors::is_open;
use rustix::event::{EventfdFlags, eventfd};
use rustix::io::{Errno, fcntl_dupfd_cloexec};
use std::os::fd::{IntoRawFd, RawFd};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// A table that is used up to here is large, and so many of its descriptors the child then gets: to
/// copy these takes less time than to make a process.
pub(super) const FIRST_NUMBERS: RawFd = 1024;

/// Whether a descriptor opened here had such a number. The kernel gives the lowest that is free, so
/// that a low one says nothing, and a table never becomes smaller.
static IS_LARGE: AtomicBool = AtomicBool::new(false);

/// `close_range(2)` cannot do it: it came with Linux 5.9, and a sandbox may refuse it.
static CANNOT_BE_TAKEN: AtomicBool = AtomicBool::new(false);

/// A descriptor above the first numbers, which stays open; -1 before there is one.
static WITNESS: AtomicI32 = AtomicI32::new(-1);

/// Notes the number of a descriptor that was opened.
pub(super) fn opened(number: RawFd) {
    if number >= FIRST_NUMBERS {
        IS_LARGE.store(true, Ordering::Relaxed);
    }
}

/// Notes that a child could not take a copy of its own.
pub(super) fn could_not_be_taken() {
    CANNOT_BE_TAKEN.store(true, Ordering::Relaxed);
}

/// Whether a spawn has found the table large.
pub(super) fn is_large() -> bool {
    IS_LARGE.load(Ordering::Relaxed)
}

/// Where the table is large, and the first numbers are all that the child needs: a descriptor that
/// is open in the table and will not be in the child's copy, by which the child can tell them
/// apart.
pub(super) fn witness_to_share(command: &Command, image: &Image, sources: &[RawFd]) -> Option<RawFd> {
    let is_to_be_shared = is_large()
        && !CANNOT_BE_TAKEN.load(Ordering::Relaxed)
        && RawFd::try_from(sources.len()).is_ok_and(|count| count <= FIRST_NUMBERS)
        && sources.iter().all(|&source| source < FIRST_NUMBERS)
        && names_no_descriptor(command, image)
        && command
            .other_descriptors
            .kept()
            .is_some_and(|kept| kept.iter().all(|descriptor| descriptor.number < FIRST_NUMBERS));
    if is_to_be_shared { witness().ok() } else { None }
}

/// Whatever file has this number, should a program have closed what is not its own: that it is open
/// is enough.
fn witness() -> Result<RawFd, Errno> {
    let known = WITNESS.load(Ordering::Relaxed);
    if is_open(known) {
        return Ok(known);
    }
    let low = eventfd(0, EventfdFlags::CLOEXEC)?;
    let high = fcntl_dupfd_cloexec(low, FIRST_NUMBERS)?;
    let new = high.into_raw_fd();
    // Where two threads do this at once, one of them stays open besides.
    WITNESS.store(new, Ordering::Relaxed);
    Ok(new)
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

#[cfg(test)]
mod tests {
    use super::{FIRST_NUMBERS, is_large, opened, witness};
    use rustix::io::{FdFlags, fcntl_getfd};
    use std::os::fd::BorrowedFd;

    #[test]
    fn a_table_stays_large_when_low_numbers_become_free() {
        opened(FIRST_NUMBERS);
        opened(3);
        assert!(is_large());
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri gives the lowest number, whatever it is asked for")]
    fn the_witness_is_opened_again_when_it_was_closed() {
        let Ok(first) = witness() else {
            eprintln!("skipped: this process may not have as many descriptors");
            return;
        };
        assert_eq!(witness(), Ok(first));
        // SAFETY: the test's own, as long as no other opens descriptors of such numbers.
        unsafe { libc::close(first) };
        let second = witness().unwrap();
        assert!(second >= FIRST_NUMBERS);
        // SAFETY: it is open, as the test asks.
        let flags = fcntl_getfd(unsafe { BorrowedFd::borrow_raw(second) });
        assert_eq!(flags, Ok(FdFlags::CLOEXEC));
    }
}
