//! The socket under one of Node's own handles, which JavaScript does not show on Windows.

use super::LibuvLoop;
use super::functions::{Libuv, Opaque};
use std::ffi::{c_int, c_void};
use std::os::windows::io::RawSocket;
use std::ptr::null_mut;

/// The sockets of a loop: each with whether it keeps the loop alive.
struct Sockets {
    uv: &'static Libuv,
    tcp_type: c_int,
    found: Vec<(*mut Opaque, bool)>,
}

impl LibuvLoop {
    /// The socket of the handle of TCP which `toggle` lets keep the loop alive, or not, in the
    /// place of before. `None` when there is none.
    pub fn socket_of(&self, toggle: impl FnOnce()) -> Option<RawSocket> {
        let before = self.sockets();
        toggle();
        let after = self.sockets();
        let (handle, _) = after.into_iter().find(|&(handle, keeps_alive)| {
            before
                .iter()
                .any(|&(known, kept_alive)| known == handle && kept_alive != keeps_alive)
        })?;
        let mut socket = null_mut();
        // SAFETY: the handle is one of the loop's, just found: no callback has run since.
        let status = unsafe { (self.uv.uv_fileno)(handle, &raw mut socket) };
        (status == 0).then(|| socket.addr() as RawSocket)
    }

    fn sockets(&self) -> Vec<(*mut Opaque, bool)> {
        let mut sockets = Sockets {
            uv: self.uv,
            tcp_type: self.tcp_type,
            found: Vec::new(),
        };
        // SAFETY: this is the loop's thread; `note` gets the structure that it expects, within the
        // call.
        unsafe { (self.uv.uv_walk)(self.pointer.as_ptr(), note, (&raw mut sockets).cast()) };
        sockets.found
    }
}

unsafe extern "C" fn note(handle: *mut Opaque, sockets: *mut c_void) {
    // SAFETY: the structure of `sockets`, which nobody else uses during the walk.
    let sockets = unsafe { &mut *sockets.cast::<Sockets>() };
    let uv = sockets.uv;
    // SAFETY: libuv calls with a handle of the loop.
    let (handle_type, closing, keeps_alive) = unsafe {
        (
            (uv.uv_handle_get_type)(handle),
            (uv.uv_is_closing)(handle),
            (uv.uv_has_ref)(handle),
        )
    };
    if handle_type == sockets.tcp_type && closing == 0 {
        sockets.found.push((handle, keeps_alive != 0));
    }
}
