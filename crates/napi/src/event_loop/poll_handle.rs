//! One descriptor that is watched on the event loop.

use super::handle::{Handle, OpenHandles, data_of};
use super::libuv::{EventLoop, Libuv, Opaque, READABLE, WRITABLE, found};
use std::cell::Cell;
use std::ffi::c_int;
use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// What to be told of.
#[derive(Clone, Copy)]
pub(crate) struct Interest {
    pub readable: bool,
    pub writable: bool,
}

/// What the descriptor is ready for. A hang-up counts as readable, and an error as both: reading or writing tells which.
#[derive(Clone, Copy)]
pub(crate) struct Readiness {
    pub readable: bool,
    pub writable: bool,
}

/// A descriptor on the event loop. Dropping it stops the watch; the descriptor's owner is dropped once libuv has let go of it.
pub(crate) struct PollHandle {
    handle: Handle<Watch>,
}

struct Watch {
    /// What the watch is for, in libuv's bits; 0: nothing.
    events: Cell<c_int>,
    /// Closed in libuv's closing callback, not before: libuv would unregister a number that may be somebody else's by then.
    _descriptor: Rc<dyn AsFd>,
    on_ready: Box<dyn Fn(Readiness)>,
}

impl Watch {
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
    /// Watches `descriptor`. `on_ready` is called on the loop's thread, for what [`watch`](Self::watch) asks.
    ///
    /// # Errors
    /// The error of `uv_poll_init`: `EEXIST` when the loop watches this very descriptor already.
    pub fn new(
        event_loop: EventLoop,
        open_handles: &Rc<OpenHandles>,
        descriptor: Rc<dyn AsFd>,
        on_ready: Box<dyn Fn(Readiness)>,
    ) -> io::Result<Self> {
        let number = descriptor.as_fd().as_raw_fd();
        let watch = Watch {
            events: Cell::new(0),
            _descriptor: descriptor,
            on_ready,
        };
        let handle = Handle::new(
            event_loop,
            event_loop.poll_type,
            open_handles,
            watch,
            |uv, event_loop, handle| {
                // SAFETY: the loop is this thread's, the memory is of the size that libuv asks for.
                unsafe { (uv.uv_poll_init)(event_loop, handle, number) }
            },
        )?;
        Ok(Self { handle })
    }

    /// Changes what the watch is for.
    ///
    /// # Errors
    /// The error of `uv_poll_start`.
    pub fn watch(&self, interest: Interest) -> io::Result<()> {
        let events =
            if interest.readable { READABLE } else { 0 } | if interest.writable { WRITABLE } else { 0 };
        let watch = self.handle.data();
        watch.events.set(events);
        // SAFETY: the handle is open until this value is dropped.
        unsafe { watch.start(self.handle.uv(), self.handle.as_ptr()) }
    }

    /// Lets the watch keep the loop alive, as it does from the start.
    pub fn reference(&self) {
        self.handle.reference();
    }

    /// Lets the loop end although the watch is on.
    pub fn unreference(&self) {
        self.handle.unreference();
    }
}

unsafe extern "C" fn on_poll(handle: *mut Opaque, status: c_int, events: c_int) {
    // A panic must not cross libuv's frames. What was being done is lost; the panic hook has printed it.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: libuv calls back with an open handle, which was made for a `Watch`; what it points to is freed in a later phase of the loop.
        let watch = unsafe { data_of::<Watch>(handle) };
        let failed = status < 0;
        if failed {
            // libuv stops a watch on POLLERR, which a Unix socket has when its peer closed it with bytes unread. What the peer wrote before is still to be
            // read, perhaps in more than one event, and the end after it.
            // SAFETY: libuv calls back for open handles only. It cannot fail for a descriptor that the loop knows.
            let _ = unsafe { watch.start(found(), handle) };
        }
        (watch.on_ready)(Readiness {
            readable: failed || events & READABLE != 0,
            writable: failed || events & WRITABLE != 0,
        });
    }));
}
