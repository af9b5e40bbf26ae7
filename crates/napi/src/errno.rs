//! Errors of the system, as JavaScript gets them.

use rustix::io::Errno;
use std::io;

/// The error's number, negative.
pub(crate) fn negative(error: &io::Error) -> i32 {
    -Errno::from_io_error(error).unwrap_or(Errno::IO).raw_os_error()
}
