//! Two connected sockets, of which nothing reaches a child by accident.

use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use std::os::fd::OwnedFd;

/// # Errors
/// `EMFILE` and `ENFILE` when there is no free descriptor.
pub(super) fn socket_pair() -> Result<(OwnedFd, OwnedFd), Errno> {
    socketpair(
        AddressFamily::UNIX,
        SocketType::STREAM,
        SocketFlags::CLOEXEC,
        None,
    )
}
