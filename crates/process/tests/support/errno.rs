//! Errors as numbers that can be compared.

use rt_process::SpawnError;
use rustix::io::Errno;
use std::io;

pub trait HasErrno {
    fn errno(&self) -> Errno;
}

impl HasErrno for io::Error {
    fn errno(&self) -> Errno {
        Errno::from_io_error(self).unwrap()
    }
}

impl HasErrno for SpawnError {
    fn errno(&self) -> Errno {
        Errno::from_raw_os_error(self.raw_os_error())
    }
}
