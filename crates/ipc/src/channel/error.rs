//! Why a channel could not be opened, or a message not exchanged.

use std::ffi::OsString;
use std::os::fd::RawFd;
use std::{error, fmt, io};

use crate::FrameError;

/// Why [`Channel::from_env`](crate::Channel::from_env) found no channel.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// The environment does not name a channel: this process was started without one.
    NotAnnounced,
    /// The channel was opened before: a descriptor has one owner.
    AlreadyOpened,
    /// A variable has a value that it cannot have.
    MalformedVariable {
        /// The variable's name.
        name: &'static str,
        /// Its value.
        value: OsString,
    },
    /// The variables were meant for another process: they were inherited through a program
    /// in between, which does not know them.
    NotFromParent {
        /// The process that made the channel.
        announced: u32,
        /// The parent of this process, or who has adopted it after the parent's end.
        parent: u32,
    },
    /// The descriptor is not open, or not a Unix stream socket.
    NotASocket {
        /// Its number.
        descriptor: RawFd,
    },
    /// The descriptor could not be set up, fcntl(2).
    Io(io::Error),
}

impl fmt::Display for OpenError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnnounced => write!(
                formatter,
                "this process was started without a channel: neither RT_CHANNEL_FD nor NODE_CHANNEL_FD is set"
            ),
            Self::AlreadyOpened => write!(formatter, "the channel of this process was opened before"),
            Self::MalformedVariable { name, value } => {
                write!(
                    formatter,
                    "the variable {name} cannot be {}",
                    value.to_string_lossy()
                )
            }
            Self::NotFromParent { announced, parent } => write!(
                formatter,
                "the channel belongs to a child of process {announced}, and the parent of this process is {parent}"
            ),
            Self::NotASocket { descriptor } => {
                write!(formatter, "descriptor {descriptor} is not a Unix stream socket")
            }
            Self::Io(error) => write!(formatter, "the channel could not be set up: {error}"),
        }
    }
}

/// What the text says already is no source.
impl error::Error for OpenError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Io(error) => error.source(),
            _ => None,
        }
    }
}

/// Why a message was not sent or not received.
#[derive(Debug)]
#[non_exhaustive]
pub enum ChannelError {
    /// The socket failed: [`BrokenPipe`](io::ErrorKind::BrokenPipe), seldom
    /// [`ConnectionReset`](io::ErrorKind::ConnectionReset), when the peer has closed its end,
    /// [`UnexpectedEof`](io::ErrorKind::UnexpectedEof) when it did so within a frame.
    Io(io::Error),
    /// The payload cannot be a frame, and nothing was sent; or what was received is not one, and no
    /// more can be received.
    Frame(FrameError),
    /// The value has no JSON text, and nothing was sent; or what was received is not the JSON text
    /// of such a value. The channel goes on.
    Json(JsonError),
    /// A JSON value was asked for on a channel whose payloads are in V8's format
    /// (`serialization: 'advanced'`): exchange bytes.
    NotJson,
    /// The peer did not get the descriptor, in four attempts. The message with it is lost; the
    /// channel goes on.
    HandleRefused,
    /// The next message came with a handle, and the peer knows that it was received.
    /// `recv_with_handle` returns both; this error stays until then. The channel goes on.
    CameWithHandle,
    /// So much came while the answer to a handle was waited for that the channel keeps no more. The
    /// peer may have the handle or not. What came is kept; the channel goes on.
    TooMuchKept {
        /// How much the channel keeps in bytes: as much as its longest frame may have, and at least
        /// 1 MiB.
        limit: usize,
    },
}

impl fmt::Display for ChannelError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(formatter, "the channel's socket failed: {error}"),
            Self::Frame(error) => error.fmt(formatter),
            Self::Json(error) => error.fmt(formatter),
            Self::NotJson => write!(
                formatter,
                "the messages of this channel are not JSON: it was made with serialization 'advanced'"
            ),
            Self::HandleRefused => write!(formatter, "the descriptor did not reach the peer"),
            Self::CameWithHandle => write!(formatter, "the next message came with a descriptor"),
            Self::TooMuchKept { limit } => write!(
                formatter,
                "more than {limit} bytes came before the answer to a descriptor"
            ),
        }
    }
}

/// What the text says already is no source.
impl error::Error for ChannelError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Io(error) => error.source(),
            Self::Frame(error) => error.source(),
            Self::Json(error) => error.source(),
            Self::NotJson | Self::HandleRefused | Self::CameWithHandle | Self::TooMuchKept { .. } => None,
        }
    }
}

impl From<FrameError> for ChannelError {
    fn from(error: FrameError) -> Self {
        Self::Frame(error)
    }
}

/// What is wrong with a JSON text, or with a value that should become one.
#[derive(Debug)]
pub struct JsonError(pub(super) serde_json::Error);

impl fmt::Display for JsonError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "the message is not the JSON that was expected: {}",
            self.0
        )
    }
}

/// What the text says already is no source.
impl error::Error for JsonError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        self.0.source()
    }
}
