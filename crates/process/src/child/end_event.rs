//! A descriptor that becomes readable once: an `eventfd(2)`.

use rustix::event::{EventfdFlags, eventfd};
use rustix::io::{Errno, write};
use std::os::fd::OwnedFd;

/// # Errors
/// `EMFILE`, `ENFILE` or `ENOMEM` of `eventfd(2)`.
pub(super) fn new(is_readable: bool) -> Result<OwnedFd, Errno> {
    let flags = EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK;
    eventfd(u32::from(is_readable), flags)
}

pub(super) fn make_readable(event: &OwnedFd) {
    // A first write of 1 cannot fail.
    let _ = write(event, &1u64.to_ne_bytes());
}
