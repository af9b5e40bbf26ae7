//! Errors of the system, as JavaScript gets them: by the numbers of libuv, which Node's own
//! functions return on Windows, too.

use crate::windows::libuv;
use rt_process::SpawnError;
use std::io::{self, ErrorKind};

/// Of a request that is none.
pub(crate) const EINVAL: i32 = -4071;
/// Of a run whose time is over.
pub(crate) const ETIMEDOUT: i32 = -4039;
/// Of a run whose output is too much.
pub(crate) const ENOBUFS: i32 = -4060;
/// Of a descriptor that is not open.
pub(crate) const EBADF: i32 = -4083;
/// Errors that a program meets in ordinary life, which Node reports as an event: `ENOENT`, `EACCES`
/// and `EAGAIN`.
pub(crate) const REPORTED_AS_EVENT: [i32; 3] = [-4058, -4092, -4088];
/// Of a table of descriptors that is full.
pub(crate) const EMFILE: i32 = -4066;
/// Of an identity that a child cannot take.
pub(crate) const ENOTSUP: i32 = -4049;
const EIO: i32 = -4070;
const ENOSYS: i32 = -4054;
const EPERM: i32 = -4048;
pub(crate) const ESRCH: i32 = -4040;

/// The error's number, negative.
pub(crate) fn negative(error: &io::Error) -> i32 {
    match (error.kind(), error.raw_os_error()) {
        (_, Some(code)) => translated(code),
        // Those of `rt_process::Child::send_signal`.
        (ErrorKind::NotFound, None) => ESRCH,
        (ErrorKind::Unsupported, None) => ENOSYS,
        (ErrorKind::InvalidInput, None) => EINVAL,
        (ErrorKind::PermissionDenied, None) => EPERM,
        _ => EIO,
    }
}

/// That of a process that could not be started.
pub(crate) fn of_spawn(error: &SpawnError) -> i32 {
    translated(error.raw_os_error())
}

fn translated(code: i32) -> i32 {
    libuv::functions().map_or(EIO, |functions| functions.translate(code))
}
