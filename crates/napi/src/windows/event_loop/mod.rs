//! The loop of libuv that belongs to one environment, and the pipes of channels on it.

#[path = "../../event_loop/libuv/handle.rs"]
mod handle;
mod pipe_handle;
mod tcp_socket;
mod write_request;

use super::libuv as functions;
use crate::status::check;
use functions::{Libuv, Opaque};
use handle::OpenHandles;
use napi::bindgen_prelude::{Env, Error, Result};
use napi::sys;
pub(crate) use pipe_handle::PipeHandle;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::NonNull;
use std::rc::Rc;

/// The loop of an environment.
#[derive(Clone)]
pub(crate) struct LibuvLoop {
    uv: &'static Libuv,
    pointer: NonNull<Opaque>,
    pipe_type: c_int,
    tcp_type: c_int,
    write_type: c_int,
    close_type: c_int,
    /// The handles that libuv has not released.
    open_handles: Rc<OpenHandles>,
}

/// Called once, on the environment's thread, when no JavaScript runs any more.
type CleanUp = Box<dyn FnOnce()>;

impl LibuvLoop {
    /// The loop of the environment.
    ///
    /// # Errors
    /// Where the program that has loaded the addon does not export libuv.
    pub fn of(env: Env) -> Result<Self> {
        Self::find(env.raw()).ok_or_else(no_libuv)
    }

    fn find(env: sys::napi_env) -> Option<Self> {
        let uv = functions::functions()?;
        let mut pointer = std::ptr::null_mut();
        // SAFETY: called on the environment's thread with its handle.
        let status = unsafe { sys::napi_get_uv_event_loop(env, &raw mut pointer) };
        let pointer = NonNull::new(pointer.cast::<Opaque>()).filter(|_| status == sys::Status::napi_ok)?;
        Some(Self {
            uv,
            pointer,
            pipe_type: number_of(uv.uv_handle_type_name, c"pipe")?,
            tcp_type: number_of(uv.uv_handle_type_name, c"tcp")?,
            write_type: number_of(uv.uv_req_type_name, c"write")?,
            close_type: number_of(uv.uv_req_type_name, c"fs")?,
            open_handles: Rc::default(),
        })
    }

    /// Lets `clean_up`, which closes every handle, be called when the environment ends. libuv
    /// releases a handle in a later phase of its loop, and a loop that is closed with handles on it
    /// aborts the process: so this is an asynchronous hook, which the end waits for until it is
    /// removed.
    ///
    /// # Errors
    /// What Node-API says.
    pub fn clean_up_at_end(&self, env: Env, clean_up: CleanUp) -> Result<()> {
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

/// Where the program that has loaded the addon is none that exports libuv.
pub(crate) fn no_libuv() -> Error {
    Error::from_reason("the executable does not export the functions of libuv")
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

/// The number of a type: these are enumerations that have grown, so it is looked up by name.
fn number_of(name_of: unsafe extern "C" fn(c_int) -> *const c_char, type_name: &CStr) -> Option<c_int> {
    (1..64).find(|&number| {
        // SAFETY: takes any number; unknown ones give a null pointer, known ones a static C string.
        let name = unsafe { name_of(number) };
        // SAFETY: not null, so a static C string.
        !name.is_null() && unsafe { CStr::from_ptr(name) } == type_name
    })
}
