//! What a received descriptor can be used as.

use std::os::fd::AsFd;

use rustix::fs::{FileType, fstat};
use rustix::net::sockopt::socket_type;
use rustix::net::{AddressFamily, SocketType, getsockname};

/// The kinds of descriptors that two Node processes pass to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DescriptorKind {
    /// A stream socket of the internet, connected, listening or neither.
    Tcp,
    /// A stream socket of the Unix domain, or a pipe.
    Pipe,
    /// A datagram socket of the internet.
    Udp,
}

impl DescriptorKind {
    /// The kind of a descriptor; nothing when it is of none of these.
    ///
    /// ```
    /// use rt_ipc::DescriptorKind;
    /// use std::net::UdpSocket;
    ///
    /// assert_eq!(DescriptorKind::of(UdpSocket::bind("127.0.0.1:0")?), Some(DescriptorKind::Udp));
    /// assert_eq!(DescriptorKind::of(std::fs::File::open("/dev/null")?), None);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn of(descriptor: impl AsFd) -> Option<Self> {
        let mode = fstat(&descriptor).ok()?.st_mode;
        match FileType::from_raw_mode(mode) {
            FileType::Fifo => return Some(Self::Pipe),
            FileType::Socket => {}
            _ => return None,
        }
        let internet = match getsockname(&descriptor).ok()?.address_family() {
            AddressFamily::INET | AddressFamily::INET6 => true,
            AddressFamily::UNIX => false,
            _ => return None,
        };
        match (socket_type(&descriptor).ok()?, internet) {
            (SocketType::STREAM, true) => Some(Self::Tcp),
            (SocketType::STREAM, false) => Some(Self::Pipe),
            (SocketType::DGRAM, true) => Some(Self::Udp),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, UdpSocket};
    use std::os::unix::net::{UnixDatagram, UnixStream};

    use super::DescriptorKind;

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no fstat(2) of a socket")]
    fn sockets_and_pipes_are_told_apart() -> std::io::Result<()> {
        let of = |descriptor: std::os::fd::OwnedFd| DescriptorKind::of(descriptor);
        assert_eq!(
            of(TcpListener::bind("127.0.0.1:0")?.into()),
            Some(DescriptorKind::Tcp)
        );
        assert_eq!(
            of(UdpSocket::bind("127.0.0.1:0")?.into()),
            Some(DescriptorKind::Udp)
        );
        assert_eq!(of(UnixStream::pair()?.0.into()), Some(DescriptorKind::Pipe));
        assert_eq!(of(std::io::pipe()?.0.into()), Some(DescriptorKind::Pipe));
        assert_eq!(of(UnixDatagram::unbound()?.into()), None);
        assert_eq!(of(std::fs::File::open("/")?.into()), None);
        Ok(())
    }
}
