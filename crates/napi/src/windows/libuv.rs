//! The functions of libuv that `node.exe` exports, looked up at run time.
//!
//! Descriptors are numbers of a C runtime, and each library has one of its own: only Node's knows
//! the numbers that JavaScript uses.

use libloading::os::windows::Library;
use std::ffi::{c_int, c_void};
use std::os::windows::io::{BorrowedHandle, IntoRawHandle, OwnedHandle};
use std::sync::OnceLock;

/// The functions, each by its own name.
#[expect(clippy::struct_field_names, reason = "these are the names that libuv has")]
pub(crate) struct Functions {
    uv_open_osfhandle: unsafe extern "C" fn(*mut c_void) -> c_int,
    uv_get_osfhandle: unsafe extern "C" fn(c_int) -> *mut c_void,
    uv_translate_sys_error: unsafe extern "C" fn(c_int) -> c_int,
}

/// The functions, or `None` where the executable does not export libuv.
pub(crate) fn functions() -> Option<&'static Functions> {
    static FUNCTIONS: OnceLock<Option<Functions>> = OnceLock::new();
    FUNCTIONS.get_or_init(Functions::find).as_ref()
}

impl Functions {
    fn find() -> Option<Self> {
        let executable = Library::this().ok()?;
        // SAFETY: the symbols are libuv's, whose signatures are stable within its major version 1,
        // the only one Node has had.
        unsafe {
            Some(Self {
                uv_open_osfhandle: *executable.get(b"uv_open_osfhandle\0").ok()?,
                uv_get_osfhandle: *executable.get(b"uv_get_osfhandle\0").ok()?,
                uv_translate_sys_error: *executable.get(b"uv_translate_sys_error\0").ok()?,
            })
        }
    }

    /// Gives a handle a number; `None` when there is no free one, and the handle is closed then.
    pub fn open(&self, handle: OwnedHandle) -> Option<c_int> {
        let raw = handle.into_raw_handle();
        // SAFETY: the handle is open, and the number owns it from here on.
        let number = unsafe { (self.uv_open_osfhandle)(raw) };
        if number < 0 {
            // SAFETY: no number has taken the handle.
            drop(unsafe { <OwnedHandle as std::os::windows::io::FromRawHandle>::from_raw_handle(raw) });
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
