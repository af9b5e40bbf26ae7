//! The loop of libuv, in Node: descriptors are watched by `uv_poll_t` on the environment's own
//! loop, and functions are called in each of its turns by `uv_idle_t` and `uv_check_t`.

mod functions;
mod handle;
mod poll_handle;
mod turn_handle;

use super::{CleanUp, EachTurn, EventLoop, OnReady, Watch};
use crate::status::check;
use functions::{Libuv, Opaque};
use handle::OpenHandles;
use napi::bindgen_prelude::Env;
use napi::sys;
use poll_handle::PollHandle;
use std::ffi::{CStr, c_int, c_void};
use std::io;
use std::os::fd::AsFd;
use std::ptr::NonNull;
use std::rc::Rc;
use turn_handle::{Phase, TurnHandle};

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
            poll_type: type_number(uv, c"poll")?,
            idle_type: type_number(uv, c"idle")?,
            check_type: type_number(uv, c"check")?,
            open_handles: Rc::default(),
        })
    }
}

impl LibuvLoop {
    fn each_turn(&self, phase: Phase, on_turn: Box<dyn Fn()>) -> Option<Box<dyn EachTurn>> {
        let handle = TurnHandle::new(self, phase, on_turn).ok()?;
        Some(Box::new(handle))
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

    fn awake(&self, on_turn: Box<dyn Fn()>) -> Option<Box<dyn EachTurn>> {
        self.each_turn(Phase::Idle, on_turn)
    }

    fn behind_events(&self, on_turn: Box<dyn Fn()>) -> Option<Box<dyn EachTurn>> {
        self.each_turn(Phase::Check, on_turn)
    }

    /// libuv releases a handle in a later phase of its loop, and a loop that is closed with handles
    /// on it aborts the process: so this is an asynchronous hook, which the end waits for until it
    /// is removed.
    fn clean_up_at_end(&self, env: Env, clean_up: CleanUp) -> napi::Result<()> {
        let open_handles = Rc::clone(&self.open_handles);
        let end = Box::into_raw(Box::new(End {
            clean_up,
            open_handles,
        }));
        // SAFETY: this is the environment's thread. The box is given back to `ended`, once.
        check(unsafe {
            sys::napi_add_async_cleanup_hook(env.raw(), Some(ended), end.cast(), std::ptr::null_mut())
        })
    }
}

struct End {
    clean_up: CleanUp,
    open_handles: Rc<OpenHandles>,
}

unsafe extern "C" fn ended(hook: sys::napi_async_cleanup_hook_handle, end: *mut c_void) {
    // SAFETY: the box that `clean_up_at_end` leaked.
    let End {
        clean_up,
        open_handles,
    } = *unsafe { Box::from_raw(end.cast::<End>()) };
    clean_up();
    open_handles.when_none(Box::new(move || {
        // SAFETY: the hook's own handle, removed once.
        unsafe { sys::napi_remove_async_cleanup_hook(hook) };
    }));
}

/// The number of a type of handles: these are an enumeration that has grown, so the number is
/// looked up by name.
fn type_number(uv: &Libuv, type_name: &CStr) -> Option<c_int> {
    (1..64).find(|&number| {
        // SAFETY: takes any number; unknown ones give a null pointer, known ones a static C string.
        let name = unsafe { (uv.uv_handle_type_name)(number) };
        // SAFETY: not null, so a static C string.
        !name.is_null() && unsafe { CStr::from_ptr(name) } == type_name
    })
}
