//! The memory of one write of libuv, from its beginning until libuv is done with it.

use super::LibuvLoop;
use super::functions::{Buffer, Opaque, found};
use crate::errno::Errno;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ffi::c_int;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Called once with the outcome of a write: 0 or the negative number of libuv.
pub(crate) type OnWritten = Box<dyn FnOnce(c_int)>;

/// What belongs to a write. It is freed when libuv calls back.
struct Writing {
    layout: Layout,
    /// What is written stays where it is until then.
    _bytes: Vec<u8>,
    on_written: OnWritten,
}

/// Begins to write to a stream.
///
/// # Errors
/// The error of `uv_write`; `on_written` is not called then.
///
/// # Safety
/// The stream is an open handle of the loop.
pub(super) unsafe fn write(
    event_loop: &LibuvLoop,
    stream: *mut Opaque,
    mut bytes: Vec<u8>,
    on_written: OnWritten,
) -> io::Result<()> {
    let uv = event_loop.uv;
    let buffer = Buffer {
        length: u32::try_from(bytes.len()).map_err(|_| Errno::MSGSIZE)?,
        start: bytes.as_mut_ptr().cast(),
    };
    // SAFETY: the number is that of a known type of requests.
    let size = unsafe { (uv.uv_req_size)(event_loop.write_type) };
    let layout = Layout::from_size_align(size, align_of::<u128>()).map_err(|_| Errno::NOMEM)?;
    // SAFETY: a request is never of size zero.
    let request = unsafe { alloc_zeroed(layout) }.cast::<Opaque>();
    if request.is_null() {
        return Err(Errno::NOMEM.into());
    }
    let writing = Box::into_raw(Box::new(Writing {
        layout,
        _bytes: bytes,
        on_written,
    }));
    // SAFETY: the request is memory of the size that libuv asks for; it, the bytes, which moving
    // the vector has left in their place, and the box live until `on_write`. libuv copies `buffer`.
    let status = unsafe {
        (uv.uv_req_set_data)(request, writing.cast());
        (uv.uv_write)(request, stream, &raw const buffer, 1, on_write)
    };
    if status < 0 {
        // SAFETY: libuv has not taken the request, and does not call back.
        drop(unsafe { release(request) });
        return Err(Errno::from_raw_os_error(-status).into());
    }
    Ok(())
}

unsafe extern "C" fn on_write(request: *mut Opaque, status: c_int) {
    // SAFETY: libuv is done with the request, which `write` has made.
    let writing = unsafe { release(request) };
    // A panic must not cross libuv's frames.
    let _ = catch_unwind(AssertUnwindSafe(|| (writing.on_written)(status)));
}

/// Frees a request, and returns what belonged to it.
///
/// # Safety
/// The request was made by [`write`], and libuv does not have it.
unsafe fn release(request: *mut Opaque) -> Writing {
    // SAFETY: its data is the box that `write` has leaked, and its memory was allocated with the
    // box's layout.
    unsafe {
        let writing = *Box::from_raw((found().uv_req_get_data)(request).cast::<Writing>());
        dealloc(request.cast(), writing.layout);
        writing
    }
}
