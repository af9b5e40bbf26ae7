//! Waits for a descriptor, for a limited time.

use std::os::fd::AsFd;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, Result};

/// Waits until one of `what` may be done, or until `deadline`; however long without one. Whether it
/// may be. A signal does not make the wait longer.
pub(crate) fn ready_before(
    descriptor: impl AsFd,
    what: PollFlags,
    deadline: Option<Instant>,
) -> Result<bool> {
    loop {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        // A limit beyond what a timespec can hold is no limit.
        let timeout = left.and_then(|left| Timespec::try_from(left).ok());
        match poll(&mut [PollFd::new(&descriptor, what)], timeout.as_ref()) {
            Err(Errno::INTR) => {}
            ready => return ready.map(|count| count > 0),
        }
    }
}
