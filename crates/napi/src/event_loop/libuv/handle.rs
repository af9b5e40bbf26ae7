//! The memory of one handle of libuv, from its creation until libuv has released it.

use super::LibuvLoop;
use super::functions::{Libuv, Opaque, found};
use crate::errno::Errno;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ffi::c_int;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;
use std::rc::Rc;

/// A handle on the event loop, with what belongs to it. Dropping it closes it; `Data` is dropped
/// once libuv has released it.
pub(super) struct Handle<Data> {
    allocation: NonNull<Allocation<Data>>,
}

/// What a handle's memory points to. It is freed when libuv calls back after `uv_close`.
struct Allocation<Data> {
    event_loop: LibuvLoop,
    handle: NonNull<Opaque>,
    layout: Layout,
    data: Data,
}

impl<Data> Handle<Data> {
    /// Allocates a handle of a type and lets `initialize` make it one: it is given libuv, the loop
    /// and the handle.
    ///
    /// # Errors
    /// The error that `initialize` returns, as libuv gives it: negative.
    pub fn new(
        event_loop: &LibuvLoop,
        handle_type: c_int,
        data: Data,
        initialize: impl FnOnce(&Libuv, *mut Opaque, *mut Opaque) -> c_int,
    ) -> io::Result<Self> {
        // SAFETY: the number is that of a known handle type.
        let size = unsafe { (event_loop.uv.uv_handle_size)(handle_type) };
        let layout = Layout::from_size_align(size, align_of::<u128>()).map_err(|_| Errno::NOMEM)?;
        // SAFETY: a handle is never of size zero.
        let handle = NonNull::new(unsafe { alloc_zeroed(layout) })
            .ok_or(Errno::NOMEM)?
            .cast::<Opaque>();
        let status = initialize(event_loop.uv, event_loop.pointer.as_ptr(), handle.as_ptr());
        if status < 0 {
            // SAFETY: libuv did not take the handle; it was allocated with this layout.
            unsafe { dealloc(handle.as_ptr().cast(), layout) };
            return Err(Errno::from_raw_os_error(-status).into());
        }
        event_loop.open_handles.opened();
        let allocation = NonNull::from(Box::leak(Box::new(Allocation {
            event_loop: event_loop.clone(),
            handle,
            layout,
            data,
        })));
        // SAFETY: the handle is initialised.
        unsafe { (event_loop.uv.uv_handle_set_data)(handle.as_ptr(), allocation.as_ptr().cast()) };
        Ok(Self { allocation })
    }

    /// What belongs to the handle.
    #[cfg(target_os = "linux")]
    pub fn data(&self) -> &Data {
        &self.allocation().data
    }

    /// The handle, for functions of libuv. It is open until this value is dropped.
    pub fn as_ptr(&self) -> *mut Opaque {
        self.allocation().handle.as_ptr()
    }

    /// The functions of libuv.
    pub fn uv(&self) -> &'static Libuv {
        self.allocation().event_loop.uv
    }

    /// Lets the handle keep the loop alive while it is active, as it does from the start.
    pub fn reference(&self) {
        // SAFETY: the handle is open until this value is dropped.
        unsafe { (self.uv().uv_ref)(self.as_ptr()) };
    }

    /// Lets the loop end although the handle is active.
    pub fn unreference(&self) {
        // SAFETY: the handle is open until this value is dropped.
        unsafe { (self.uv().uv_unref)(self.as_ptr()) };
    }

    fn allocation(&self) -> &Allocation<Data> {
        // SAFETY: it is freed in the callback of `uv_close`, which only dropping this value asks
        // for.
        unsafe { self.allocation.as_ref() }
    }
}

impl<Data> Drop for Handle<Data> {
    fn drop(&mut self) {
        // SAFETY: the handle is open and is closed once. `on_close` frees what it points to in a
        // later phase of the loop, so a handle may be dropped within its own callback.
        unsafe { (self.uv().uv_close)(self.as_ptr(), on_close::<Data>) };
    }
}

/// What belongs to a handle, in a callback of libuv.
///
/// # Safety
/// `handle` was made by [`Handle::new`] for this `Data` and is not freed before the end of the
/// callback.
pub(super) unsafe fn data_of<'a, Data>(handle: *mut Opaque) -> &'a Data {
    // SAFETY: the caller's promise.
    unsafe { &(*allocation_of::<Data>(handle).as_ptr()).data }
}

unsafe extern "C" fn on_close<Data>(handle: *mut Opaque) {
    // SAFETY: libuv is done with the handle, and its data is the allocation that `new` leaked.
    let allocation = unsafe { Box::from_raw(allocation_of::<Data>(handle).as_ptr()) };
    // SAFETY: allocated in `new` with this layout.
    unsafe { dealloc(allocation.handle.as_ptr().cast(), allocation.layout) };
    let open_handles = Rc::clone(&allocation.event_loop.open_handles);
    // A panic must not cross libuv's frames.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        drop(allocation);
        open_handles.closed();
    }));
}

/// # Safety
/// `handle` was made by [`Handle::new`] for this `Data` and is not freed yet.
unsafe fn allocation_of<Data>(handle: *mut Opaque) -> NonNull<Allocation<Data>> {
    // The table was found, or no handle would exist; the loop of any handle has it, but this is the
    // way to the handle.
    let uv = found();
    // SAFETY: the handle is initialised; `new` set its data to a leaked box, which is never null.
    unsafe { NonNull::new_unchecked((uv.uv_handle_get_data)(handle).cast()) }
}
