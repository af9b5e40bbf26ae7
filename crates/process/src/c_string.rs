//! Strings as system calls take them.

use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;

/// The string, ended by a NUL byte. For one that has a NUL byte inside, sets `has_nul` and returns
/// an empty string.
pub(crate) fn c_string(string: &OsStr, has_nul: &mut bool) -> CString {
    CString::new(string.as_bytes()).unwrap_or_else(|_| {
        *has_nul = true;
        CString::default()
    })
}
