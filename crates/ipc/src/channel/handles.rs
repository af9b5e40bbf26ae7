//! Descriptors that travel with messages, by the protocol of Node.js (`docs/ipc-protocol.md`).

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::net::AddressFamily;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Channel, ChannelError, io_error};
use crate::DescriptorKind;

const HANDLE: &str = "NODE_HANDLE";
const ACKNOWLEDGED: &str = "NODE_HANDLE_ACK";
const REFUSED: &str = "NODE_HANDLE_NACK";

/// How often a handle is sent that does not reach the peer.
const ATTEMPTS: usize = 4;

/// What a Node.js program makes of a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HandleType {
    /// A `net.Socket`, of a connected stream socket.
    Socket,
    /// A `net.Server`, of a listening stream socket.
    Server,
    /// A `dgram.Socket`, of a UDP socket.
    DatagramSocket,
    /// Node's own wrapper of a stream socket, as its `cluster` sends it.
    NativeStream,
    /// Node's own wrapper of a UDP socket.
    NativeDatagram,
}

impl HandleType {
    const ALL: [(Self, &'static str); 5] = [
        (Self::Socket, "net.Socket"),
        (Self::Server, "net.Server"),
        (Self::DatagramSocket, "dgram.Socket"),
        (Self::NativeStream, "net.Native"),
        (Self::NativeDatagram, "dgram.Native"),
    ];

    fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(handle_type, _)| *handle_type == self)
            .map_or("", |(_, name)| name)
    }

    fn by_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find_map(|(handle_type, known)| (*known == name).then_some(*handle_type))
    }

    fn fits(self, descriptor: impl AsFd) -> bool {
        let datagrams = matches!(self, Self::DatagramSocket | Self::NativeDatagram);
        DescriptorKind::of(descriptor).is_some_and(|kind| (kind == DescriptorKind::Udp) == datagrams)
    }
}

/// A descriptor that came with a message.
#[derive(Debug)]
pub struct Handle {
    /// What the peer sent it as.
    pub handle_type: HandleType,
    /// The descriptor. Node.js makes sockets that do not block, and whether they do belongs to the socket, not to the descriptor: while the peer has it too, as it has a
    /// listening one, it must stay so. Wait for it with poll(2).
    pub descriptor: OwnedFd,
}

/// What came while an answer was waited for.
pub(super) type Kept = (Vec<u8>, Option<Handle>);

enum Incoming {
    Message(Kept),
    Acknowledged,
    Refused,
}

impl Channel {
    /// Sends a value as JSON with a descriptor, and waits until the peer has it: the peer gets one of its own, and this one may be closed then. Messages that come
    /// meanwhile are kept for the next `recv`.
    ///
    /// # Errors
    /// As [`Channel::send_json`]; [`ChannelError::Io`], `BrokenPipe`, also when the peer closes before it answers, and `InvalidInput` when the
    /// descriptor is not what `handle_type` says; [`ChannelError::HandleRefused`] when it did not reach the peer in four attempts.
    pub fn send_json_with_handle(
        &mut self,
        message: &(impl Serialize + ?Sized),
        handle_type: HandleType,
        descriptor: impl AsFd,
    ) -> Result<(), ChannelError> {
        self.must_be_json()?;
        let descriptor = descriptor.as_fd();
        if !handle_type.fits(descriptor) {
            return Err(ChannelError::Io(io::ErrorKind::InvalidInput.into()));
        }
        let mut envelope = json!({
            "cmd": HANDLE,
            "type": handle_type.name(),
            "msg": serde_json::to_value(message)?,
            "resendable": true,
        });
        if handle_type == HandleType::DatagramSocket {
            envelope["dgramType"] = datagram_type(descriptor)?.into();
        }
        let mut frame = serde_json::to_vec(&envelope)?;
        frame.push(b'\n');
        for _ in 0..ATTEMPTS {
            let sent = self
                .sender
                .send_with_descriptors(&self.socket, &[&frame], &[descriptor]);
            sent.map_err(ChannelError::Io)?;
            self.flush()?;
            if self.wait_for_answer()? {
                return Ok(());
            }
        }
        Err(ChannelError::HandleRefused)
    }

    /// Waits for the next message and the descriptor that comes with it, if one does; `None` when the peer has closed the channel. The peer is told that the descriptor has
    /// come, or asked for it again when it was lost.
    ///
    /// # Errors
    /// As [`Channel::recv_json`], and [`Channel::send`] for the answer.
    pub fn recv_json_with_handle<T: DeserializeOwned>(
        &mut self,
    ) -> Result<Option<(T, Option<Handle>)>, ChannelError> {
        self.must_be_json()?;
        let (text, handle) = match self.kept.pop_front() {
            Some(kept) => kept,
            None => match self.next_message()? {
                Some(message) => message,
                None => return Ok(None),
            },
        };
        Ok(Some((serde_json::from_slice(&text)?, handle)))
    }

    /// Answers to what was not sent are nothing.
    fn next_message(&mut self) -> Result<Option<Kept>, ChannelError> {
        loop {
            match self.next_incoming()? {
                Some(Incoming::Message(message)) => return Ok(Some(message)),
                Some(Incoming::Acknowledged | Incoming::Refused) => {}
                None => return Ok(None),
            }
        }
    }

    /// Whether the peer has what was sent; `false` when it is to be sent again.
    fn wait_for_answer(&mut self) -> Result<bool, ChannelError> {
        loop {
            match self.next_incoming()? {
                Some(Incoming::Message(message)) => self.kept.push_back(message),
                Some(Incoming::Acknowledged) => return Ok(true),
                Some(Incoming::Refused) => return Ok(false),
                None => return Err(ChannelError::Io(io::ErrorKind::BrokenPipe.into())),
            }
        }
    }

    fn next_incoming(&mut self) -> Result<Option<Incoming>, ChannelError> {
        loop {
            let Some(frame) = self.next_frame()? else {
                return Ok(None);
            };
            let text = frame.to_vec();
            let mut message = match serde_json::from_slice::<Value>(&text) {
                Ok(message) if message["cmd"].is_string() => message,
                _ => return Ok(Some(Incoming::Message((text, None)))),
            };
            match message["cmd"].as_str() {
                Some(ACKNOWLEDGED) => return Ok(Some(Incoming::Acknowledged)),
                Some(REFUSED) => return Ok(Some(Incoming::Refused)),
                Some(HANDLE) => {}
                _ => return Ok(Some(Incoming::Message((text, None)))),
            }
            // Node wraps what it sends again in a second message.
            while message["msg"]["cmd"] == HANDLE {
                message = message["msg"].take();
            }
            let Some(handle) = self.take_handle(&message) else {
                self.send_json(&json!({ "cmd": REFUSED }))?;
                continue;
            };
            self.send_json(&json!({ "cmd": ACKNOWLEDGED }))?;
            let text = serde_json::to_vec(&message["msg"])?;
            return Ok(Some(Incoming::Message((text, Some(handle)))));
        }
    }

    /// The descriptor of the frame that was handed out last, if it is what the message says.
    fn take_handle(&mut self, message: &Value) -> Option<Handle> {
        let (frames, arrivals) = self.receiver.frames();
        let end = frames.ends().nth(self.taken.checked_sub(1)?)?;
        let descriptor = arrivals.take(end)?.into_iter().next()?;
        let handle_type = HandleType::by_name(message["type"].as_str()?)?;
        handle_type.fits(&descriptor).then_some(Handle {
            handle_type,
            descriptor,
        })
    }
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
