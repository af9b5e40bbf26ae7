//! The loop of libuv that belongs to one environment, and the pipes of channels on it.

#[path = "../../event_loop/libuv/handle.rs"]
mod handle;
#[path = "../../event_loop/libuv/open_handles.rs"]
mod open_handles;
mod pipe_handle;
mod tcp_socket;
#[path = "../../event_loop/libuv/type_number.rs"]
mod type_number;
mod write_request;

use super::libuv as functions;
use functions::{Libuv, Opaque};
use napi::bindgen_prelude::{Env, Error, Result};
use napi::sys;
use open_handles::OpenHandles;
pub(crate) use pipe_handle::PipeHandle;
use std::ffi::c_int;
use std::ptr::NonNull;
use std::rc::Rc;
use type_number::type_number;

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
            pipe_type: type_number(uv.uv_handle_type_name, c"pipe")?,
            tcp_type: type_number(uv.uv_handle_type_name, c"tcp")?,
            write_type: type_number(uv.uv_req_type_name, c"write")?,
            close_type: type_number(uv.uv_req_type_name, c"fs")?,
            open_handles: Rc::default(),
        })
    }

    /// [`OpenHandles::clean_up_at_end`].
    ///
    /// # Errors
    /// What Node-API says.
    pub fn clean_up_at_end(&self, env: Env, clean_up: Box<dyn FnOnce()>) -> Result<()> {
        self.open_handles.clean_up_at_end(env, clean_up)
    }
}

/// Where the program that has loaded the addon is none that exports libuv.
pub(crate) fn no_libuv() -> Error {
    Error::from_reason("the executable does not export the functions of libuv")
}
