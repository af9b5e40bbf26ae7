//! What keeps the event loop from sleeping.

use super::handle::{Handle, OpenHandles, data_of};
use super::libuv::{EventLoop, Opaque};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// While it is started, the event loop does not sleep: it serves what is ready, and goes round. It does not keep the loop alive.
pub(crate) struct IdleHandle {
    handle: Handle<OnTurn>,
}

struct OnTurn(Box<dyn Fn()>);

impl IdleHandle {
    /// `on_turn` is called on the loop's thread, once in each turn while it is started.
    ///
    /// # Errors
    /// `ENOMEM`.
    pub fn new(
        event_loop: EventLoop,
        open_handles: &Rc<OpenHandles>,
        on_turn: Box<dyn Fn()>,
    ) -> io::Result<Self> {
        let handle = Handle::new(
            event_loop,
            event_loop.idle_type,
            open_handles,
            OnTurn(on_turn),
            |uv, event_loop, handle| {
                // SAFETY: the loop is this thread's, the memory is of the size that libuv asks for.
                unsafe { (uv.uv_idle_init)(event_loop, handle) }
            },
        )?;
        handle.unreference();
        Ok(Self { handle })
    }

    /// Keeps the loop awake from now on. Nothing happens when it is kept awake already.
    pub fn start(&self) {
        // SAFETY: the handle is open until this value is dropped. It fails without a callback only.
        unsafe { (self.handle.uv().uv_idle_start)(self.handle.as_ptr(), on_idle) };
    }

    /// Lets the loop sleep.
    pub fn stop(&self) {
        // SAFETY: the handle is open until this value is dropped. It never fails.
        unsafe { (self.handle.uv().uv_idle_stop)(self.handle.as_ptr()) };
    }
}

unsafe extern "C" fn on_idle(handle: *mut Opaque) {
    // A panic must not cross libuv's frames.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: libuv calls back with an open handle, which was made for an `OnTurn`; what it points to is freed in a later phase of the loop.
        let on_turn = unsafe { data_of::<OnTurn>(handle) };
        (on_turn.0)();
    }));
}
