//! One descriptor that is watched on the event loop.

use super::LibuvLoop;
use super::functions::{Libuv, Opaque, READABLE, WRITABLE, found};
use super::handle::{Handle, data_of};
use crate::event_loop::{Interest, OnReady, Readiness, Watch};
use std::cell::Cell;
use std::ffi::c_int;
use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// A descriptor on the event loop. Dropping it stops the watch; the descriptor's owner is dropped
/// once libuv has released it.
pub(super) struct PollHandle {
    handle: Handle<Watched>,
}

struct Watched {
    /// What the watch is for, in libuv's bits; 0: nothing.
    events: Cell<c_int>,
    /// Closed in libuv's closing callback, not before: libuv would unregister a number that may
    /// belong to another file by then.
    _descriptor: Rc<dyn AsFd>,
    on_ready: OnReady,
}

impl Watched {
    /// Tells libuv what the watch is for.
    ///
    /// # Safety
    /// The handle is this watch's, and open: `uv_close` was not called for it.
    unsafe fn start(&self, uv: &Libuv, handle: *mut Opaque) -> io::Result<()> {
        let events = self.events.get();
        // SAFETY: the handle is initialised, and open by the caller's promise.
        let status = unsafe {
            if events == 0 {
                (uv.uv_poll_stop)(handle)
            } else {
                (uv.uv_poll_start)(handle, events, on_poll)
            }
        };
        if status < 0 {
            Err(io::Error::from_raw_os_error(-status))
        } else {
            Ok(())
        }
    }
}

impl PollHandle {
    /// # Errors
    /// The error of `uv_poll_init`.
    pub fn new(event_loop: &LibuvLoop, descriptor: Rc<dyn AsFd>, on_ready: OnReady) -> io::Result<Self> {
        let number = descriptor.as_fd().as_raw_fd();
        let watched = Watched {
            events: Cell::new(0),
            _descriptor: descriptor,
            on_ready,
        };
        let handle = Handle::new(
            event_loop,
            event_loop.poll_type,
            watched,
            |uv, event_loop, handle| {
                // SAFETY: the loop is this thread's, the memory is of the size that libuv asks for.
                unsafe { (uv.uv_poll_init)(event_loop, handle, number) }
            },
        )?;
        Ok(Self { handle })
    }
}

impl Watch for PollHandle {
    /// # Errors
    /// The error of `uv_poll_start`.
    fn watch_for(&self, interest: Interest) -> io::Result<()> {
        let events =
            if interest.readable { READABLE } else { 0 } | if interest.writable { WRITABLE } else { 0 };
        let watched = self.handle.data();
        if watched.events.replace(events) == events {
            // Telling libuv takes two system calls.
            return Ok(());
        }
        // SAFETY: the handle is open until this value is dropped.
        unsafe { watched.start(self.handle.uv(), self.handle.as_ptr()) }
    }

    fn keep_alive(&self, keep_alive: bool) {
        if keep_alive {
            self.handle.reference();
        } else {
            self.handle.unreference();
        }
    }
}

unsafe extern "C" fn on_poll(handle: *mut Opaque, status: c_int, events: c_int) {
    // A panic must not cross libuv's frames. What was being done is lost; the panic hook has
    // printed it.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: libuv calls back with an open handle, which was made for a `Watched`; what it
        // points to is freed in a later phase of the loop.
        let watched = unsafe { data_of::<Watched>(handle) };
        let failed = status < 0;
        if failed {
            // libuv stops a watch on POLLERR, which a Unix socket has when its peer closed it with
            // bytes unread. What the peer wrote before is still to be read, perhaps in more than
            // one event, and the end after it.
            // SAFETY: libuv calls back for open handles only. It cannot fail for a descriptor that
            // is registered with the loop.
            let _ = unsafe { watched.start(found(), handle) };
        }
        (watched.on_ready)(Readiness {
            readable: failed || events & READABLE != 0,
            writable: failed || events & WRITABLE != 0,
        });
    }));
}
