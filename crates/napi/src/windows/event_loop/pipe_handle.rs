//! A pipe on the loop of libuv.

use super::LibuvLoop;
use super::functions::{Buffer, Opaque};
use super::handle::{Handle, data_of};
use super::write_request::{OnWritten, write};
use crate::errno::Errno;
use std::cell::Cell;
use std::ffi::c_int;
use std::io;
use std::os::windows::io::BorrowedHandle;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{null_mut, slice_from_raw_parts_mut};

/// Called with what was read; with an error, which may be the end, nothing more comes.
pub(crate) type OnRead = Box<dyn Fn(Result<&[u8], c_int>)>;

/// What libuv asks for.
const READ_SIZE: usize = 64 * 1024;

/// A pipe that is read and written on the loop, without libuv's frames. Dropping it closes it, and
/// the descriptor; writes that are under way fail then.
pub(crate) struct PipeHandle {
    handle: Handle<Reading>,
    event_loop: LibuvLoop,
}

struct Reading(OnRead);

impl PipeHandle {
    /// Begins to read a pipe whose reads and writes are overlapped. The descriptor belongs to it
    /// from here on, in failure too. It keeps the loop alive.
    ///
    /// # Errors
    /// `EBADF` for a descriptor that is not open, and what libuv says otherwise.
    pub fn open(event_loop: &LibuvLoop, descriptor: c_int, on_read: OnRead) -> io::Result<Self> {
        let pipe = Self::unopened(event_loop, on_read).inspect_err(|_| close(event_loop, descriptor))?;
        let stream = pipe.handle.as_ptr();
        // SAFETY: the handle is open, and has no pipe yet.
        let status = unsafe { (event_loop.uv.uv_pipe_open)(stream, descriptor) };
        if status < 0 {
            close(event_loop, descriptor);
            return Err(Errno::from_raw_os_error(-status).into());
        }
        // SAFETY: the handle is open and has a pipe, which it closes when it is dropped.
        let status = unsafe { (event_loop.uv.uv_read_start)(stream, allocate, read) };
        if status < 0 {
            return Err(Errno::from_raw_os_error(-status).into());
        }
        Ok(pipe)
    }

    fn unopened(event_loop: &LibuvLoop, on_read: OnRead) -> io::Result<Self> {
        let initialize = |uv: &super::functions::Libuv, event_loop, handle| {
            // SAFETY: the loop is this thread's, the memory is of the size that libuv asks for.
            unsafe { (uv.uv_pipe_init)(event_loop, handle, 0) }
        };
        let handle = Handle::new(event_loop, event_loop.pipe_type, Reading(on_read), initialize)?;
        let event_loop = event_loop.clone();
        Ok(Self { handle, event_loop })
    }

    /// Writes, after all that was written before. `on_written` is called from the loop when that is
    /// done; it may have been done before this returns, which [`is_writing`](Self::is_writing)
    /// says.
    ///
    /// # Errors
    /// What libuv says; `EPIPE` when the other end is closed. `on_written` is not called then.
    pub fn write(&self, bytes: Vec<u8>, on_written: OnWritten) -> io::Result<()> {
        // SAFETY: the handle is open until this value is dropped.
        unsafe { write(&self.event_loop, self.handle.as_ptr(), bytes, on_written) }
    }

    /// Whether the other end has not taken all that was written: the system's buffer is full.
    pub fn is_writing(&self) -> bool {
        // SAFETY: the handle is open until this value is dropped.
        unsafe { (self.handle.uv().uv_stream_get_write_queue_size)(self.handle.as_ptr()) > 0 }
    }

    /// Reads no more.
    pub fn stop_reading(&self) {
        // SAFETY: the handle is open until this value is dropped. It never fails.
        unsafe { (self.handle.uv().uv_read_stop)(self.handle.as_ptr()) };
    }

    /// Whether something can be read, the end included.
    pub fn has_unread(&self) -> bool {
        let mut system_handle = null_mut();
        // SAFETY: the handle is open until this value is dropped.
        let status = unsafe { (self.handle.uv().uv_fileno)(self.handle.as_ptr(), &raw mut system_handle) };
        // SAFETY: the pipe's own, open as long as it.
        status == 0 && rt_ipc::has_unread(unsafe { BorrowedHandle::borrow_raw(system_handle) })
    }

    /// Lets it keep the loop alive, as it does from the start, or not.
    pub fn keep_alive(&self, keep_alive: bool) {
        if keep_alive {
            self.handle.reference();
        } else {
            self.handle.unreference();
        }
    }
}

/// Closes a descriptor of Node's C runtime.
fn close(event_loop: &LibuvLoop, descriptor: c_int) {
    // SAFETY: the number is that of a known type of requests.
    let size = unsafe { (event_loop.uv.uv_req_size)(event_loop.close_type) };
    let mut request = vec![0_u128; size.div_ceil(size_of::<u128>())];
    // SAFETY: the request is memory of the size that libuv asks for. Without a callback it is done
    // when the call returns, and closing keeps nothing in the request.
    unsafe {
        let request = request.as_mut_ptr().cast();
        (event_loop.uv.uv_fs_close)(event_loop.pointer.as_ptr(), request, descriptor, null_mut())
    };
}

thread_local! {
    /// What is read into: libuv fills it between two calls, and all pipes of a loop take turns.
    static SPACE: Cell<Option<Box<[u8]>>> = const { Cell::new(None) };
}

unsafe extern "C" fn allocate(_handle: *mut Opaque, _suggested: usize, buffer: *mut Buffer) {
    let space = SPACE
        .take()
        .unwrap_or_else(|| vec![0; READ_SIZE].into_boxed_slice());
    let length = u32::try_from(space.len()).unwrap_or_default();
    let start = Box::into_raw(space).cast();
    // SAFETY: libuv's own structure; `read` takes the box back.
    unsafe { buffer.write(Buffer { length, start }) };
}

unsafe extern "C" fn read(handle: *mut Opaque, count: isize, buffer: *const Buffer) {
    // SAFETY: libuv's own structure.
    let Buffer { length, start } = unsafe { buffer.read() };
    let space = (!start.is_null()).then(|| {
        // SAFETY: the box that `allocate` has leaked, which libuv gives back.
        unsafe { Box::from_raw(slice_from_raw_parts_mut(start.cast::<u8>(), length as usize)) }
    });
    // A panic must not cross libuv's frames.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: libuv calls back with an open handle, which was made for a `Reading`; what it
        // points to is freed in a later phase of the loop.
        let reading = unsafe { data_of::<Reading>(handle) };
        match usize::try_from(count) {
            // Nothing for now.
            Ok(0) => {}
            Ok(count) => (reading.0)(Ok(space
                .as_deref()
                .and_then(|space| space.get(..count))
                .unwrap_or_default())),
            Err(_) => (reading.0)(Err(c_int::try_from(count).unwrap_or(c_int::MIN))),
        }
    }));
    SPACE.set(space);
}
