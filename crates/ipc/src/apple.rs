//! What Unix sockets do on macOS and not on Linux. Found in the source of its kernel, XNU.

#[cfg(target_vendor = "apple")]
use rustix::net::sockopt::set_socket_nosigpipe;

use std::os::fd::AsFd;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, Result, retry_on_intr};

/// Before the first write: a send blocks unless the socket itself does not (`MSG_DONTWAIT` counts
/// for what is received only), and whether it raises `SIGPIPE` is an option of the socket.
///
/// # Errors
/// EPIPE when the peer is gone.
#[cfg(target_vendor = "apple")]
pub(crate) fn prepare(socket: impl AsFd) -> Result<()> {
    rustix::io::ioctl_fionbio(&socket, true)?;
    set_socket_nosigpipe(&socket, true).map_err(|errno| match errno {
        // No option can be set once both directions are shut down, by whoever did that.
        Errno::INVAL => Errno::PIPE,
        errno => errno,
    })
}

/// A write that carries descriptors: EAGAIN where the socket is too full for them, which the kernel
/// calls EMSGSIZE, as it does for more than an empty one can hold.
pub(crate) fn write_descriptors(
    socket: impl AsFd,
    mut write: impl FnMut() -> Result<usize>,
) -> Result<usize> {
    match write() {
        Err(Errno::MSGSIZE) => {}
        outcome => return outcome,
    }
    let mut writable = [PollFd::new(&socket, PollFlags::OUT)];
    match retry_on_intr(|| poll(&mut writable, Some(&Timespec::default())))? {
        0 => Err(Errno::AGAIN),
        // Its reader may have read just now: a socket that is writable has space for them.
        _ => write(),
    }
}

/// What `read` brings, and whether descriptors were lost before it: when a process has no place for
/// them, the kernel closes them and says so (EMSGSIZE) instead of returning the bytes, which stay.
pub(crate) fn read_without_lost<R>(mut read: impl FnMut() -> Result<R>) -> Result<(R, bool)> {
    match read() {
        Err(Errno::MSGSIZE | Errno::MFILE) => read().map(|received| (received, true)),
        outcome => outcome.map(|received| (received, false)),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::net::UnixStream;

    use rustix::io::Errno;

    use super::{read_without_lost, write_descriptors};

    /// The outcomes one by one.
    fn each<R>(outcomes: impl IntoIterator<Item = R>) -> impl FnMut() -> R {
        let mut outcomes = outcomes.into_iter();
        move || outcomes.next().unwrap()
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri does not know poll(2)")]
    fn descriptors_wait_for_room_in_a_full_socket_only() {
        let (mut socket, _peer) = UnixStream::pair().unwrap();
        let too_long = Err(Errno::MSGSIZE);
        assert_eq!(write_descriptors(&socket, each([Ok(1)])), Ok(1));
        assert_eq!(write_descriptors(&socket, each([too_long, Ok(1)])), Ok(1));
        assert_eq!(write_descriptors(&socket, each([too_long, too_long])), too_long);
        socket.set_nonblocking(true).unwrap();
        while socket.write(&[0; 1024]).is_ok() {}
        assert_eq!(write_descriptors(&socket, each([too_long])), Err(Errno::AGAIN));
    }

    #[test]
    fn what_came_with_lost_descriptors_is_read_once_more() {
        assert_eq!(read_without_lost(each([Ok(5)])), Ok((5, false)));
        assert_eq!(
            read_without_lost(each([Err(Errno::MSGSIZE), Ok(5)])),
            Ok((5, true))
        );
        let again = Err::<i32, _>(Errno::AGAIN);
        assert_eq!(read_without_lost(each([again])), Err(Errno::AGAIN));
        let lost = Err::<i32, _>(Errno::MSGSIZE);
        assert_eq!(read_without_lost(each([lost, lost])), Err(Errno::MSGSIZE));
    }

    #[cfg(target_vendor = "apple")]
    #[test]
    fn a_socket_without_its_peer_is_refused_as_by_a_write() {
        let (socket, peer) = UnixStream::pair().unwrap();
        assert_eq!(super::prepare(&socket), Ok(()));
        drop(peer);
        assert_eq!(super::prepare(&socket), Err(Errno::PIPE));
    }
}
