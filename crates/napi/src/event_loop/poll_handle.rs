//! One descriptor that is watched on the event loop.

use super::libuv::{EventLoop, Opaque, READABLE, WRITABLE};
use rustix::io::Errno;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::cell::{Cell, RefCell};
use std::ffi::c_int;
use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
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

/// How many handles of an environment are not yet fully closed, and what to do once none is left.
#[derive(Default)]
pub(crate) struct OpenHandles {
    count: Cell<usize>,
    when_none: RefCell<Option<Box<dyn FnOnce()>>>,
}

impl OpenHandles {
    /// Calls `action` when the last handle has closed: now, if there is none.
    pub fn when_none(&self, action: Box<dyn FnOnce()>) {
        if self.count.get() == 0 {
            action();
        } else {
            *self.when_none.borrow_mut() = Some(action);
        }
    }

    fn opened(&self) {
        self.count.set(self.count.get() + 1);
    }

    fn closed(&self) {
        self.count.set(self.count.get() - 1);
        if self.count.get() == 0 {
            let action = self.when_none.borrow_mut().take();
            if let Some(action) = action {
                action();
            }
        }
    }
}

/// A descriptor on the event loop. Dropping it stops the watch; the descriptor's owner is dropped once libuv has let go of it.
pub(crate) struct PollHandle {
    watch: NonNull<Watch>,
}

/// What a handle's memory points to. It lives until libuv calls back after `uv_close`.
struct Watch {
    event_loop: EventLoop,
    handle: NonNull<Opaque>,
    layout: Layout,
    /// What the watch is for, in libuv's bits; 0: nothing.
    events: Cell<c_int>,
    /// Closed in libuv's closing callback, not before: libuv would unregister a number that may be somebody else's by then.
    _descriptor: Rc<dyn AsFd>,
    on_ready: Box<dyn Fn(Readiness)>,
    open_handles: Rc<OpenHandles>,
}

impl Watch {
    /// Tells libuv what the watch is for.
    ///
    /// # Safety
    /// The handle is open: `uv_close` was not called for it.
    unsafe fn start(&self) -> io::Result<()> {
        let (uv, handle, events) = (self.event_loop.uv, self.handle.as_ptr(), self.events.get());
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
        // SAFETY: the number is that of a known handle type.
        let size = unsafe { (event_loop.uv.uv_handle_size)(event_loop.poll_type) };
        let layout = Layout::from_size_align(size, align_of::<u128>()).map_err(|_| Errno::NOMEM)?;
        // SAFETY: a handle is never of size zero.
        let handle = NonNull::new(unsafe { alloc_zeroed(layout) })
            .ok_or(Errno::NOMEM)?
            .cast::<Opaque>();
        // SAFETY: the loop is this thread's, the memory is of the size that libuv asks for.
        let status =
            unsafe { (event_loop.uv.uv_poll_init)(event_loop.pointer.as_ptr(), handle.as_ptr(), number) };
        if status < 0 {
            // SAFETY: libuv did not take the handle; it was allocated with this layout.
            unsafe { dealloc(handle.as_ptr().cast(), layout) };
            return Err(io::Error::from_raw_os_error(-status));
        }
        open_handles.opened();
        let watch = Box::new(Watch {
            event_loop,
            handle,
            layout,
            events: Cell::new(0),
            _descriptor: descriptor,
            on_ready,
            open_handles: Rc::clone(open_handles),
        });
        let watch = NonNull::from(Box::leak(watch));
        // SAFETY: the handle is initialised.
        unsafe { (event_loop.uv.uv_handle_set_data)(handle.as_ptr(), watch.as_ptr().cast()) };
        Ok(Self { watch })
    }

    /// Changes what the watch is for.
    ///
    /// # Errors
    /// The error of `uv_poll_start`.
    pub fn watch(&self, interest: Interest) -> io::Result<()> {
        let watch = self.watched();
        let events =
            if interest.readable { READABLE } else { 0 } | if interest.writable { WRITABLE } else { 0 };
        watch.events.set(events);
        // SAFETY: the handle is open until this value is dropped.
        unsafe { watch.start() }
    }

    /// Lets the watch keep the loop alive, as it does from the start.
    pub fn reference(&self) {
        let watch = self.watched();
        // SAFETY: the handle is open until this value is dropped.
        unsafe { (watch.event_loop.uv.uv_ref)(watch.handle.as_ptr()) };
    }

    /// Lets the loop end although the watch is on.
    pub fn unreference(&self) {
        let watch = self.watched();
        // SAFETY: the handle is open until this value is dropped.
        unsafe { (watch.event_loop.uv.uv_unref)(watch.handle.as_ptr()) };
    }

    fn watched(&self) -> &Watch {
        // SAFETY: the watch is freed in the callback of `uv_close`, which only dropping this value asks for.
        unsafe { self.watch.as_ref() }
    }
}

impl Drop for PollHandle {
    fn drop(&mut self) {
        let watch = self.watched();
        // SAFETY: the handle is open and is closed once. `on_close` frees what it points to in a later phase of the loop, so a handle may be dropped
        // within its own callback.
        unsafe { (watch.event_loop.uv.uv_close)(watch.handle.as_ptr(), on_close) };
    }
}

unsafe extern "C" fn on_poll(handle: *mut Opaque, status: c_int, events: c_int) {
    // A panic must not cross libuv's frames. What was being done is lost; the panic hook has printed it.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: libuv calls back with an open handle, whose data is its `Watch`.
        let watch = unsafe { watch_of(handle).as_ref() };
        let failed = status < 0;
        if failed {
            // libuv stops a watch on POLLERR, which a Unix socket has when its peer closed it with bytes unread. What the peer wrote before is still to be
            // read, perhaps in more than one event, and the end after it.
            // SAFETY: libuv calls back for open handles only. It cannot fail for a descriptor that the loop knows.
            let _ = unsafe { watch.start() };
        }
        (watch.on_ready)(Readiness {
            readable: failed || events & READABLE != 0,
            writable: failed || events & WRITABLE != 0,
        });
    }));
}

unsafe extern "C" fn on_close(handle: *mut Opaque) {
    // SAFETY: libuv is done with the handle, and its data is the `Watch` that `new` leaked.
    let watch = unsafe { Box::from_raw(watch_of(handle).as_ptr()) };
    // SAFETY: allocated in `new` with this layout.
    unsafe { dealloc(watch.handle.as_ptr().cast(), watch.layout) };
    let open_handles = Rc::clone(&watch.open_handles);
    drop(watch);
    let _ = catch_unwind(AssertUnwindSafe(|| open_handles.closed()));
}

/// # Safety
/// `handle` was set up by [`PollHandle::new`] and is not freed yet.
unsafe fn watch_of(handle: *mut Opaque) -> NonNull<Watch> {
    // The table was found, or no handle would exist; the loop of any watch has it, but this is the way to the watch.
    let uv = super::libuv::found();
    // SAFETY: the handle is initialised; `new` set its data to a leaked box, which is never null.
    unsafe { NonNull::new_unchecked((uv.uv_handle_get_data)(handle).cast::<Watch>()) }
}
