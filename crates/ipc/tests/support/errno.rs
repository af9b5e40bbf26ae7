//! Errors as numbers that can be compared.

use std::fmt::Debug;
use std::io;

use rustix::io::Errno;

/// Of an outcome that is an error.
pub fn errno<T: Debug>(outcome: io::Result<T>) -> Errno {
    Errno::from_io_error(&outcome.unwrap_err()).unwrap()
}
