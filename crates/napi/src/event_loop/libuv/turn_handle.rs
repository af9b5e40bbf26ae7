//! A function that the event loop calls in each turn.

use super::LibuvLoop;
use super::functions::{Libuv, Opaque, TurnCallback};
use super::handle::{Handle, data_of};
use std::ffi::c_int;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Where in a turn of the loop a function is called.
#[derive(Clone, Copy)]
pub(super) enum Phase {
    /// Anywhere (`uv_idle_t`). The loop does not sleep then: it serves what is ready, and goes
    /// round.
    Idle,
    /// Behind the events of descriptors, and before Node's immediates (`uv_check_t`).
    Check,
}

impl Phase {
    fn handle_type(self, event_loop: &LibuvLoop) -> c_int {
        match self {
            Self::Idle => event_loop.idle_type,
            Self::Check => event_loop.check_type,
        }
    }

    fn initialize(self, uv: &Libuv) -> unsafe extern "C" fn(*mut Opaque, *mut Opaque) -> c_int {
        match self {
            Self::Idle => uv.uv_idle_init,
            Self::Check => uv.uv_check_init,
        }
    }

    fn start(self, uv: &Libuv) -> unsafe extern "C" fn(*mut Opaque, TurnCallback) -> c_int {
        match self {
            Self::Idle => uv.uv_idle_start,
            Self::Check => uv.uv_check_start,
        }
    }

    fn stop(self, uv: &Libuv) -> unsafe extern "C" fn(*mut Opaque) -> c_int {
        match self {
            Self::Idle => uv.uv_idle_stop,
            Self::Check => uv.uv_check_stop,
        }
    }
}

/// Calls a function once in each turn of the loop while it is started. It does not keep the loop
/// alive. Dropping it stops it.
pub(crate) struct TurnHandle {
    handle: Handle<OnTurn>,
    phase: Phase,
}

struct OnTurn(Box<dyn Fn()>);

impl TurnHandle {
    /// `on_turn` is called on the loop's thread, once in each turn while it is started.
    ///
    /// # Errors
    /// `ENOMEM`.
    pub(super) fn new(event_loop: &LibuvLoop, phase: Phase, on_turn: Box<dyn Fn()>) -> io::Result<Self> {
        let handle = Handle::new(
            event_loop,
            phase.handle_type(event_loop),
            OnTurn(on_turn),
            |uv, event_loop, handle| {
                // SAFETY: the loop is this thread's, the memory is of the size that libuv asks for.
                unsafe { phase.initialize(uv)(event_loop, handle) }
            },
        )?;
        handle.unreference();
        Ok(Self { handle, phase })
    }

    /// Nothing happens when it is started already.
    pub fn start(&self) {
        // SAFETY: the handle is open until this value is dropped. It fails without a callback only.
        unsafe { self.phase.start(self.handle.uv())(self.handle.as_ptr(), on_turn) };
    }

    /// May be called in the function itself.
    pub fn stop(&self) {
        // SAFETY: the handle is open until this value is dropped. It never fails.
        unsafe { self.phase.stop(self.handle.uv())(self.handle.as_ptr()) };
    }
}

unsafe extern "C" fn on_turn(handle: *mut Opaque) {
    // A panic must not cross libuv's frames.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: libuv calls back with an open handle, which was made for an `OnTurn`; what it
        // points to is freed in a later phase of the loop.
        let on_turn = unsafe { data_of::<OnTurn>(handle) };
        (on_turn.0)();
    }));
}
