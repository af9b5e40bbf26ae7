//! Errors of the system, as JavaScript gets them: by the numbers of libuv, which Node's own
//! functions return on Windows, too.

use crate::windows::libuv;
use rt_process::SpawnError;
use std::fmt;
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
/// Of a stream that has ended.
pub(crate) const EOF: i32 = -4095;
const EIO: i32 = -4070;
const ENOSYS: i32 = -4054;
const EPERM: i32 = -4048;
pub(crate) const ESRCH: i32 = -4040;

/// An error by its name on other systems, where that is not one of Windows: as [`io::Error`] it
/// keeps the number of libuv.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Errno(i32);

impl Errno {
    pub const BADF: Self = Self(-EBADF);
    pub const INVAL: Self = Self(-EINVAL);
    pub const ILSEQ: Self = Self(4027);
    pub const MSGSIZE: Self = Self(4065);
    pub const NOMEM: Self = Self(4057);
    pub const NOTSUP: Self = Self(-ENOTSUP);
    pub const PIPE: Self = Self(4047);

    /// The error with a number of libuv, positive.
    pub const fn from_raw_os_error(number: i32) -> Self {
        Self(number)
    }
}

impl fmt::Display for Errno {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "error {} of libuv", self.0)
    }
}

impl std::error::Error for Errno {}

impl From<Errno> for io::Error {
    fn from(error: Errno) -> Self {
        Self::other(error)
    }
}

/// The error's number, negative.
pub(crate) fn negative(error: &io::Error) -> i32 {
    if let Some(Errno(number)) = error.get_ref().and_then(|inner| inner.downcast_ref()) {
        return -number;
    }
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
