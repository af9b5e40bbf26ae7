//! Descriptors that travel with messages, by the protocol of Node.js (`docs/ipc-protocol.md`).

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::net::AddressFamily;
use serde::Serialize;

use super::json::to_text;
use super::{ChannelError, io_error};
use crate::DescriptorKind;

pub(super) const HANDLE: &str = "NODE_HANDLE";
pub(super) const ACKNOWLEDGED: &str = "NODE_HANDLE_ACK";
pub(super) const REFUSED: &str = "NODE_HANDLE_NACK";

/// What a Node.js program makes of a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HandleType {
    /// A `net.Socket`, of a connected stream socket.
    Socket,
    /// A `net.Server`, of a listening stream socket.
    Server,
    /// A `net.BoundSocket` (Node.js 24.22, and 26), of a TCP socket that is bound and neither
    /// listens nor is connected.
    BoundSocket,
    /// A `dgram.Socket`, of a UDP socket.
    DatagramSocket,
    /// Node's own wrapper of a stream socket, as its `cluster` sends it.
    NativeStream,
    /// Node's own wrapper of a UDP socket.
    NativeDatagram,
}

impl HandleType {
    const ALL: [(Self, &'static str); 6] = [
        (Self::Socket, "net.Socket"),
        (Self::Server, "net.Server"),
        (Self::BoundSocket, "net.BoundSocket"),
        (Self::DatagramSocket, "dgram.Socket"),
        (Self::NativeStream, "net.Native"),
        (Self::NativeDatagram, "dgram.Native"),
    ];

    pub(super) fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(handle_type, _)| *handle_type == self)
            .map_or("", |(_, name)| name)
    }

    pub(super) fn by_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find_map(|(handle_type, known)| (*known == name).then_some(*handle_type))
    }

    pub(super) fn fits(self, descriptor: impl AsFd) -> bool {
        DescriptorKind::of(descriptor).is_some_and(|kind| match self {
            Self::Socket | Self::Server | Self::NativeStream => kind != DescriptorKind::Udp,
            Self::BoundSocket => kind == DescriptorKind::Tcp,
            Self::DatagramSocket | Self::NativeDatagram => kind == DescriptorKind::Udp,
        })
    }
}

/// A descriptor that came with a message.
#[derive(Debug)]
#[non_exhaustive]
pub struct Handle {
    /// What the peer sent it as.
    pub handle_type: HandleType,
    /// The descriptor. Node.js makes sockets that do not block, and whether they do belongs to the
    /// socket, not to the descriptor: while the peer has it too, as it has a listening one, it must
    /// stay so. Wait for it with poll(2).
    pub descriptor: OwnedFd,
}

/// By which name Node.js makes a socket of this family.
fn datagram_type(descriptor: BorrowedFd<'_>) -> Result<&'static str, ChannelError> {
    let address = rustix::net::getsockname(descriptor).map_err(io_error)?;
    Ok(if address.address_family() == AddressFamily::INET6 {
        "udp6"
    } else {
        "udp4"
    })
}

/// The frame that announces a descriptor.
pub(super) fn announcement(
    message: &(impl Serialize + ?Sized),
    handle_type: HandleType,
    descriptor: BorrowedFd<'_>,
) -> Result<Vec<u8>, ChannelError> {
    if !handle_type.fits(descriptor) {
        return Err(ChannelError::Io(io::ErrorKind::InvalidInput.into()));
    }
    // Around the message's own text, so that whatever has a JSON text can be sent.
    let mut frame = format!(r#"{{"cmd":"{HANDLE}","type":"{}","#, handle_type.name()).into_bytes();
    if handle_type == HandleType::DatagramSocket {
        let name = datagram_type(descriptor)?;
        frame.extend_from_slice(format!(r#""dgramType":"{name}","#).as_bytes());
    }
    frame.extend_from_slice(br#""resendable":true,"msg":"#);
    frame.extend_from_slice(&to_text(message)?);
    frame.push(b'}');
    frame.push(b'\n');
    Ok(frame)
}
