//! Errors of the system, as JavaScript gets them.

use rt_process::SpawnError;
pub(crate) use rustix::io::Errno;
use std::io;

/// Of a request that is none.
pub(crate) const EINVAL: i32 = -libc::EINVAL;
/// Of a run whose time is over.
pub(crate) const ETIMEDOUT: i32 = -libc::ETIMEDOUT;
/// Of a run whose output is too much.
pub(crate) const ENOBUFS: i32 = -libc::ENOBUFS;

/// The error's number, negative.
pub(crate) fn negative(error: &io::Error) -> i32 {
    -Errno::from_io_error(error).unwrap_or(Errno::IO).raw_os_error()
}

/// That of a process that could not be started.
pub(crate) fn of_spawn(error: &SpawnError) -> i32 {
    -error.raw_os_error()
}
