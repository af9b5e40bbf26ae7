//! The functions of libuv that `node.exe` exports, looked up at run time.
//!
//! Descriptors are numbers of a C runtime, and each library has one of its own: only Node's knows
//! the numbers that JavaScript uses.

use libloading::os::windows::Library;
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::os::windows::io::{BorrowedHandle, FromRawHandle, IntoRawHandle, OwnedHandle};
use std::sync::OnceLock;

/// `uv_loop_t`, handles and requests: only pointers to them are used, and libuv says how large they
/// are.
pub(crate) type Opaque = c_void;
pub(crate) type CloseCallback = unsafe extern "C" fn(*mut Opaque);
pub(crate) type AllocateCallback = unsafe extern "C" fn(*mut Opaque, usize, *mut Buffer);
pub(crate) type ReadCallback = unsafe extern "C" fn(*mut Opaque, isize, *const Buffer);
pub(crate) type WriteCallback = unsafe extern "C" fn(*mut Opaque, c_int);
pub(crate) type WalkCallback = unsafe extern "C" fn(*mut Opaque, *mut c_void);

/// `uv_buf_t` as it is on Windows.
#[repr(C)]
pub(crate) struct Buffer {
    pub length: u32,
    pub start: *mut c_char,
}

/// Defines the table of functions, each looked up under its own name with the signature that libuv
/// documents.
macro_rules! functions {
    ($($name:ident: $signature:ty,)*) => {
        pub(crate) struct Libuv {
            $(pub $name: $signature,)*
        }

        impl Libuv {
            fn find() -> Option<Self> {
                let executable = Library::this().ok()?;
                Some(Self {
                    $(
                        // SAFETY: the symbol is libuv's, whose signatures are stable within its
                        // major version 1, the only one Node has had.
                        $name: *unsafe { executable.get::<$signature>(concat!(stringify!($name), "\0").as_bytes()) }.ok()?,
                    )*
                })
            }
        }
    };
}

functions! {
    uv_open_osfhandle: unsafe extern "C" fn(*mut c_void) -> c_int,
    uv_get_osfhandle: unsafe extern "C" fn(c_int) -> *mut c_void,
    uv_translate_sys_error: unsafe extern "C" fn(c_int) -> c_int,
    uv_pipe_init: unsafe extern "C" fn(*mut Opaque, *mut Opaque, c_int) -> c_int,
    uv_pipe_open: unsafe extern "C" fn(*mut Opaque, c_int) -> c_int,
    uv_read_start: unsafe extern "C" fn(*mut Opaque, AllocateCallback, ReadCallback) -> c_int,
    uv_read_stop: unsafe extern "C" fn(*mut Opaque) -> c_int,
    uv_write: unsafe extern "C" fn(*mut Opaque, *mut Opaque, *const Buffer, c_uint, WriteCallback) -> c_int,
    uv_stream_get_write_queue_size: unsafe extern "C" fn(*const Opaque) -> usize,
    uv_fileno: unsafe extern "C" fn(*const Opaque, *mut *mut c_void) -> c_int,
    uv_fs_close: unsafe extern "C" fn(*mut Opaque, *mut Opaque, c_int, *mut c_void) -> c_int,
    uv_walk: unsafe extern "C" fn(*mut Opaque, WalkCallback, *mut c_void),
    uv_close: unsafe extern "C" fn(*mut Opaque, CloseCallback),
    uv_ref: unsafe extern "C" fn(*mut Opaque),
    uv_unref: unsafe extern "C" fn(*mut Opaque),
    uv_has_ref: unsafe extern "C" fn(*const Opaque) -> c_int,
    uv_is_closing: unsafe extern "C" fn(*const Opaque) -> c_int,
    uv_handle_size: unsafe extern "C" fn(c_int) -> usize,
    uv_handle_type_name: unsafe extern "C" fn(c_int) -> *const c_char,
    uv_handle_get_type: unsafe extern "C" fn(*const Opaque) -> c_int,
    uv_handle_get_data: unsafe extern "C" fn(*const Opaque) -> *mut c_void,
    uv_handle_set_data: unsafe extern "C" fn(*mut Opaque, *mut c_void),
    uv_req_size: unsafe extern "C" fn(c_int) -> usize,
    uv_req_type_name: unsafe extern "C" fn(c_int) -> *const c_char,
    uv_req_get_data: unsafe extern "C" fn(*const Opaque) -> *mut c_void,
    uv_req_set_data: unsafe extern "C" fn(*mut Opaque, *mut c_void),
}

static LIBUV: OnceLock<Option<Libuv>> = OnceLock::new();

/// The functions, or `None` where the executable does not export libuv.
pub(crate) fn functions() -> Option<&'static Libuv> {
    LIBUV.get_or_init(Libuv::find).as_ref()
}

/// The functions, in a callback of libuv: they were found before any handle was made.
pub(crate) fn found() -> &'static Libuv {
    functions().expect("libuv calls back only what was registered through this table")
}

impl Libuv {
    /// Gives a handle a number; `None` when there is no free one, and the handle is closed then.
    pub fn open(&self, handle: OwnedHandle) -> Option<c_int> {
        let raw = handle.into_raw_handle();
        // SAFETY: the handle is open, and the number owns it from here on.
        let number = unsafe { (self.uv_open_osfhandle)(raw) };
        if number < 0 {
            // SAFETY: no number has taken the handle.
            drop(unsafe { OwnedHandle::from_raw_handle(raw) });
            return None;
        }
        Some(number)
    }

    /// The handle behind a number; `None` when it is not open.
    ///
    /// # Safety
    /// Nobody closes the number while the handle is used.
    pub unsafe fn handle(&self, number: c_int) -> Option<BorrowedHandle<'_>> {
        // SAFETY: it takes any number: libuv has turned off what the C runtime does to bad ones.
        let handle = unsafe { (self.uv_get_osfhandle)(number) };
        // -1: not open; -2: a standard descriptor of a process that was started without it.
        if handle.is_null() || handle.addr() >= usize::MAX - 1 {
            return None;
        }
        // SAFETY: it is open, and stays so by the caller's promise.
        Some(unsafe { BorrowedHandle::borrow_raw(handle) })
    }

    /// The number of libuv, negative, for an error of the system.
    pub fn translate(&self, code: c_int) -> c_int {
        // SAFETY: it takes any number.
        unsafe { (self.uv_translate_sys_error)(code) }
    }
}
