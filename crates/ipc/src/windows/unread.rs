//! What waits in a pipe.

use std::os::windows::io::{AsRawHandle, BorrowedHandle};
use std::ptr::null_mut;
use windows_sys::Win32::System::Pipes::PeekNamedPipe;

/// Whether something can be read from a pipe now, its end included. The pipe's reads are
/// overlapped: those of another kind would be waited for.
#[must_use]
pub fn has_unread(pipe: BorrowedHandle<'_>) -> bool {
    let mut available = 0;
    // SAFETY: the handle is borrowed; of the pointers, only that to the number is not null.
    let looked = unsafe {
        PeekNamedPipe(
            pipe.as_raw_handle(),
            null_mut(),
            0,
            null_mut(),
            &raw mut available,
            null_mut(),
        )
    };
    looked == 0 || available > 0
}
