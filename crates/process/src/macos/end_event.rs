//! A descriptor that becomes readable once, on macOS: a `kqueue(2)` with an event of this process's
//! own.

use rustix::event::kqueue::{
    Event, EventFilter, EventFlags, UserDefinedFlags, UserFlags, kevent_timespec, kqueue,
};
use rustix::io::{Errno, FdFlags, fcntl_setfd};
use std::os::fd::OwnedFd;
use std::ptr;

/// # Errors
/// `EMFILE`, `ENFILE` or `ENOMEM` of `kqueue(2)`.
pub(super) fn new(is_readable: bool) -> Result<OwnedFd, Errno> {
    let queue = kqueue()?;
    fcntl_setfd(&queue, FdFlags::CLOEXEC)?;
    change(&queue, UserFlags::NOINPUT)?;
    if is_readable {
        make_readable(&queue);
    }
    Ok(queue)
}

pub(super) fn make_readable(queue: &OwnedFd) {
    // Cannot fail: the event is there.
    let _ = change(queue, UserFlags::TRIGGER);
}

fn change(queue: &OwnedFd, flags: UserFlags) -> Result<(), Errno> {
    let filter = EventFilter::User {
        ident: 0,
        flags,
        user_flags: UserDefinedFlags::new(0),
    };
    let event = Event::new(filter, EventFlags::ADD, ptr::null_mut());
    // SAFETY: the filter names no descriptor.
    unsafe { kevent_timespec(queue, &[event], &mut [] as &mut [Event], None) }.map(drop)
}
