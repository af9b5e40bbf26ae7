//! Writes that wait until the reader has taken those before them, but for a few short frames.

use std::os::fd::AsFd;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, Result, retry_on_intr};
use rustix::net::sockopt::set_socket_send_buffer_size;

/// A size in bytes with which a socket is writable when at most 4 KiB of it are unread, of which a
/// short frame takes 768 bytes: Linux doubles it, and lets a quarter be in use.
const LITTLE: usize = 8 * 1024;

/// A size in bytes with which it takes a write as a whole, or much of a long one.
const MUCH: usize = 212_992;

/// Makes the socket writable only when its reader has taken nearly all that was written.
///
/// # Errors
/// ENOTSUP on macOS, where the option sets how much may be written besides what is unread.
pub(crate) fn wait_for_reader(socket: impl AsFd) -> Result<()> {
    if cfg!(target_vendor = "apple") {
        return Err(Errno::NOTSUP);
    }
    set_socket_send_buffer_size(socket, LITTLE)
}

/// Does what `write` does on such a socket once that was read, and EAGAIN before.
pub(crate) fn when_read(socket: impl AsFd, write: impl FnOnce() -> Result<usize>) -> Result<usize> {
    let mut writable = [PollFd::new(&socket, PollFlags::OUT)];
    if retry_on_intr(|| poll(&mut writable, Some(&Timespec::default())))? == 0 {
        return Err(Errno::AGAIN);
    }
    set_socket_send_buffer_size(&socket, MUCH)?;
    let sent = write();
    // The frames have left, even if this fails.
    let _ = wait_for_reader(&socket);
    sent
}
