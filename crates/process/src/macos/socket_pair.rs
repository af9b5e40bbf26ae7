//! Two connected sockets on macOS, where flags are set afterwards.

use rustix::io::{Errno, FdFlags, fcntl_setfd};
use rustix::net::sockopt::set_socket_nosigpipe;
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use std::os::fd::OwnedFd;

/// This process's socket and the child's. What another thread starts at this moment may get both,
/// if it is started neither by this crate nor with `POSIX_SPAWN_CLOEXEC_DEFAULT`.
///
/// # Errors
/// `EMFILE` and `ENFILE` when there is no free descriptor.
pub(super) fn socket_pair() -> Result<(OwnedFd, OwnedFd), Errno> {
    let flags = SocketFlags::empty();
    let (parent, child) = socketpair(AddressFamily::UNIX, SocketType::STREAM, flags, None)?;
    fcntl_setfd(&parent, FdFlags::CLOEXEC)?;
    fcntl_setfd(&child, FdFlags::CLOEXEC)?;
    // A write to a child that is gone is the error `EPIPE`, and no signal.
    set_socket_nosigpipe(&parent, true)?;
    Ok((parent, child))
}
