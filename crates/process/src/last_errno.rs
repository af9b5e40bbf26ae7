//! What a function of the C library left in `errno`.

use rustix::io::Errno;
use std::io;

/// The error of the C library's function that this thread has just called, and that failed.
pub(crate) fn last_errno() -> Errno {
    // Always the number of an error of the system.
    Errno::from_io_error(&io::Error::last_os_error()).unwrap_or(Errno::IO)
}
