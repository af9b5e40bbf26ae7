//! The handles of an environment that libuv has not released, for which the end of the environment
//! waits.

use crate::status::check;
use napi::bindgen_prelude::{Env, Result};
use napi::sys;
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::ptr;
use std::rc::Rc;

/// How many handles of an environment are not yet fully closed, and what to do once none is left.
#[derive(Default)]
pub(crate) struct OpenHandles {
    count: Cell<usize>,
    when_none: RefCell<Option<Box<dyn FnOnce()>>>,
}

impl OpenHandles {
    /// Lets `clean_up`, which closes every handle, be called when the environment ends. libuv
    /// releases a handle in a later phase of its loop, and a loop that is closed with handles on it
    /// aborts the process: so this is an asynchronous hook, which the end waits for until it is
    /// removed.
    ///
    /// # Errors
    /// What Node-API says.
    pub fn clean_up_at_end(self: &Rc<Self>, env: Env, clean_up: Box<dyn FnOnce()>) -> Result<()> {
        let end = Box::into_raw(Box::new(End {
            clean_up,
            open_handles: Rc::clone(self),
        }));
        // SAFETY: this is the environment's thread. The box is given back to `ended`, once.
        check(unsafe {
            sys::napi_add_async_cleanup_hook(env.raw(), Some(ended), end.cast(), ptr::null_mut())
        })
    }

    /// Calls `action` when the last handle has closed: now, if there is none.
    fn when_none(&self, action: Box<dyn FnOnce()>) {
        if self.count.get() == 0 {
            action();
        } else {
            *self.when_none.borrow_mut() = Some(action);
        }
    }

    pub(super) fn opened(&self) {
        self.count.set(self.count.get() + 1);
    }

    pub(super) fn closed(&self) {
        self.count.set(self.count.get() - 1);
        if self.count.get() == 0 {
            let action = self.when_none.borrow_mut().take();
            if let Some(action) = action {
                action();
            }
        }
    }
}

struct End {
    clean_up: Box<dyn FnOnce()>,
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
