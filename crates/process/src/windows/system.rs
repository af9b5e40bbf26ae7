//! Results of the system's functions.

use std::io;
use windows_sys::Win32::Foundation::ERROR_INSUFFICIENT_BUFFER;
use windows_sys::core::BOOL;

/// The error of a function that returns zero when it fails.
pub(super) fn check(result: BOOL) -> io::Result<()> {
    if result == 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(())
    }
}

/// The code of an error (`GetLastError`).
pub(super) fn code(error: &io::Error) -> u32 {
    u32::from_ne_bytes(error.raw_os_error().unwrap_or_default().to_ne_bytes())
}

/// The error with this code.
pub(super) fn error(code: u32) -> io::Error {
    io::Error::from_raw_os_error(signed(code))
}

/// The same bits as a signed number.
pub(super) const fn signed(number: u32) -> i32 {
    i32::from_ne_bytes(number.to_ne_bytes())
}

/// The size of a structure, as the system takes it.
pub(super) fn size<T>() -> u32 {
    u32::try_from(size_of::<T>()).unwrap_or(u32::MAX)
}

/// A text of a function that fills a buffer and returns the length, or, when the buffer is too
/// small, the size that it needs.
pub(super) fn text(mut fill: impl FnMut(*mut u16, u32) -> u32) -> io::Result<Vec<u16>> {
    let mut buffer = vec![0; 512];
    loop {
        let size = u32::try_from(buffer.len()).map_err(|_| error(ERROR_INSUFFICIENT_BUFFER))?;
        match fill(buffer.as_mut_ptr(), size) {
            0 => return Err(io::Error::last_os_error()),
            length if length < size => {
                buffer.truncate(length as usize);
                return Ok(buffer);
            }
            needed => buffer.resize(needed as usize + 1, 0),
        }
    }
}
