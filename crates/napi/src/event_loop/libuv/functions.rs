//! The functions of libuv that the running executable exports, looked up at run time: one addon
//! serves every Node, and loads where there is no libuv.

use libloading::os::unix::Library;
use std::ffi::{c_char, c_int, c_void};
use std::sync::OnceLock;

/// `uv_loop_t`, `uv_poll_t` and `uv_handle_t`: only pointers to them are used, and libuv says how
/// large they are.
pub(super) type Opaque = c_void;
pub(super) type PollCallback = unsafe extern "C" fn(*mut Opaque, c_int, c_int);
pub(super) type TurnCallback = unsafe extern "C" fn(*mut Opaque);
pub(super) type CloseCallback = unsafe extern "C" fn(*mut Opaque);

/// `UV_READABLE`
pub(super) const READABLE: c_int = 1;
/// `UV_WRITABLE`
pub(super) const WRITABLE: c_int = 2;

/// Defines the table of functions, each looked up under its own name with the signature that libuv
/// documents.
macro_rules! functions {
    ($($name:ident: $signature:ty,)*) => {
        pub(super) struct Libuv {
            $(pub $name: $signature,)*
        }

        impl Libuv {
            fn find() -> Option<Self> {
                let executable = Library::this();
                Some(Self {
                    $(
                        // SAFETY: the symbol is libuv's, whose signatures are stable within its
                        // major version 1, the only one Node has had.
                        $name: *unsafe { executable.get::<$signature>(stringify!($name).as_bytes()) }.ok()?,
                    )*
                })
            }
        }
    };
}

functions! {
    uv_poll_init: unsafe extern "C" fn(*mut Opaque, *mut Opaque, c_int) -> c_int,
    uv_poll_start: unsafe extern "C" fn(*mut Opaque, c_int, PollCallback) -> c_int,
    uv_poll_stop: unsafe extern "C" fn(*mut Opaque) -> c_int,
    uv_idle_init: unsafe extern "C" fn(*mut Opaque, *mut Opaque) -> c_int,
    uv_idle_start: unsafe extern "C" fn(*mut Opaque, TurnCallback) -> c_int,
    uv_idle_stop: unsafe extern "C" fn(*mut Opaque) -> c_int,
    uv_check_init: unsafe extern "C" fn(*mut Opaque, *mut Opaque) -> c_int,
    uv_check_start: unsafe extern "C" fn(*mut Opaque, TurnCallback) -> c_int,
    uv_check_stop: unsafe extern "C" fn(*mut Opaque) -> c_int,
    uv_close: unsafe extern "C" fn(*mut Opaque, CloseCallback),
    uv_ref: unsafe extern "C" fn(*mut Opaque),
    uv_unref: unsafe extern "C" fn(*mut Opaque),
    uv_handle_size: unsafe extern "C" fn(c_int) -> usize,
    uv_handle_type_name: unsafe extern "C" fn(c_int) -> *const c_char,
    uv_handle_get_data: unsafe extern "C" fn(*const Opaque) -> *mut c_void,
    uv_handle_set_data: unsafe extern "C" fn(*mut Opaque, *mut c_void),
}

static LIBUV: OnceLock<Option<Libuv>> = OnceLock::new();

/// The table, or `None` where the executable does not export libuv.
pub(super) fn find() -> Option<&'static Libuv> {
    LIBUV.get_or_init(Libuv::find).as_ref()
}

/// The table, in a callback of libuv: it was found before any handle was made.
pub(super) fn found() -> &'static Libuv {
    LIBUV
        .get()
        .and_then(Option::as_ref)
        .expect("libuv calls back only what was registered through this table")
}
