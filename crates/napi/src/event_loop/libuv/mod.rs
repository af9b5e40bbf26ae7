//! The loop of libuv, in Node: descriptors are watched by `uv_poll_t` on the environment's own
//! loop, and functions are called in each of its turns by `uv_idle_t` and `uv_check_t`.

mod functions;
mod handle;
mod open_handles;
mod poll_handle;
mod turn_handle;
mod type_number;

use super::{CleanUp, EventLoop, OnReady, Watch};
use functions::{Libuv, Opaque};
use napi::bindgen_prelude::Env;
use napi::sys;
use open_handles::OpenHandles;
use poll_handle::PollHandle;
use std::ffi::c_int;
use std::io;
use std::os::fd::AsFd;
use std::ptr::NonNull;
use std::rc::Rc;
use turn_handle::Phase;
pub(crate) use turn_handle::TurnHandle;
use type_number::type_number;

/// The loop of libuv that belongs to one environment.
#[derive(Clone)]
pub(super) struct LibuvLoop {
    uv: &'static Libuv,
    pointer: NonNull<Opaque>,
    poll_type: c_int,
    idle_type: c_int,
    check_type: c_int,
    /// The watches that libuv has not released.
    open_handles: Rc<OpenHandles>,
}

impl LibuvLoop {
    /// The loop of the environment, or `None` where the executable does not export libuv.
    ///
    /// # Safety
    /// The environment is Node's: other runtimes export these functions, and end the process when
    /// they are called.
    pub unsafe fn of(environment: sys::napi_env) -> Option<Self> {
        let uv = functions::find()?;
        let mut pointer = std::ptr::null_mut();
        // SAFETY: called on the environment's thread with its handle.
        let status = unsafe { sys::napi_get_uv_event_loop(environment, &raw mut pointer) };
        let pointer = NonNull::new(pointer.cast::<Opaque>()).filter(|_| status == sys::Status::napi_ok)?;
        Some(Self {
            uv,
            pointer,
            poll_type: type_number(uv.uv_handle_type_name, c"poll")?,
            idle_type: type_number(uv.uv_handle_type_name, c"idle")?,
            check_type: type_number(uv.uv_handle_type_name, c"check")?,
            open_handles: Rc::default(),
        })
    }
}

impl EventLoop for LibuvLoop {
    /// # Errors
    /// The error of `uv_poll_init`: `EEXIST` when the loop watches this very descriptor already.
    fn watch(&self, descriptor: Rc<dyn AsFd>, on_ready: OnReady) -> io::Result<Box<dyn Watch>> {
        Ok(Box::new(PollHandle::new(self, descriptor, on_ready)?))
    }

    fn polls_itself(&self) -> bool {
        true
    }

    fn awake(&self, on_turn: Box<dyn Fn()>) -> Option<TurnHandle> {
        TurnHandle::new(self, Phase::Idle, on_turn).ok()
    }

    fn behind_events(&self, on_turn: Box<dyn Fn()>) -> Option<TurnHandle> {
        TurnHandle::new(self, Phase::Check, on_turn).ok()
    }

    fn clean_up_at_end(&self, env: Env, clean_up: CleanUp) -> napi::Result<()> {
        self.open_handles.clean_up_at_end(env, clean_up)
    }
}
