//! What keeps the event loop from sleeping.

use super::LibuvLoop;
use super::functions::Opaque;
use super::handle::{Handle, data_of};
use crate::event_loop::Idle;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// While it is started, the event loop does not sleep: it serves what is ready, and goes round. It
/// does not keep the loop alive.
pub(super) struct IdleHandle {
    handle: Handle<OnTurn>,
}

struct OnTurn(Box<dyn Fn()>);

impl IdleHandle {
    /// `on_turn` is called on the loop's thread, once in each turn while it is started.
    ///
    /// # Errors
    /// `ENOMEM`.
    pub fn new(event_loop: &LibuvLoop, on_turn: Box<dyn Fn()>) -> io::Result<Self> {
        let handle = Handle::new(
            event_loop,
            event_loop.idle_type,
            OnTurn(on_turn),
            |uv, event_loop, handle| {
                // SAFETY: the loop is this thread's, the memory is of the size that libuv asks for.
                unsafe { (uv.uv_idle_init)(event_loop, handle) }
            },
        )?;
        handle.unreference();
        Ok(Self { handle })
    }
}

impl Idle for IdleHandle {
    fn start(&self) {
        // SAFETY: the handle is open until this value is dropped. It fails without a callback only.
        unsafe { (self.handle.uv().uv_idle_start)(self.handle.as_ptr(), on_idle) };
    }

    fn stop(&self) {
        // SAFETY: the handle is open until this value is dropped. It never fails.
        unsafe { (self.handle.uv().uv_idle_stop)(self.handle.as_ptr()) };
    }
}

unsafe extern "C" fn on_idle(handle: *mut Opaque) {
    // A panic must not cross libuv's frames.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: libuv calls back with an open handle, which was made for an `OnTurn`; what it
        // points to is freed in a later phase of the loop.
        let on_turn = unsafe { data_of::<OnTurn>(handle) };
        (on_turn.0)();
    }));
}
