//! The frames that libuv puts around the bytes of a channel on Windows (`src/win/pipe.c`), without
//! any input or output: they say where sockets are handed over in the stream. The messages are
//! within these bytes, in one of the formats of [`Format`](crate::Format); they need not begin
//! where a frame does.
//!
//! A frame is a header of four numbers of 32 bits, least significant byte first (flags, one that is
//! ignored, the length of the data, zero), the description of a socket, if there is one, and the
//! data.

use std::fmt;
use std::ops::Range;

const HEADER_LENGTH: usize = 16;
const HAS_DATA: u32 = 1;
const HAS_SOCKET: u32 = 2;
const IS_CONNECTION: u32 = 4;

/// The length of a description of a socket, in bytes: that of `WSAPROTOCOL_INFOW`, and a number
/// of four bytes for libuv's own use.
pub const SOCKET_INFO_LENGTH: usize = 632;

/// What kind of socket is handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferredSocketKind {
    /// One that listens.
    Server,
    /// One that is, or will be, connected.
    Connection,
}

/// A socket that is handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransferredSocket<'a> {
    /// What kind it is.
    pub kind: TransferredSocketKind,
    /// What `WSADuplicateSocketW` wrote for the receiving process, and libuv's number.
    pub info: &'a [u8; SOCKET_INFO_LENGTH],
}

/// Appends a frame to `wire`: a socket, if one is to be handed over, and data, which may be empty.
/// Both must be written to the pipe by one call: a receiver that has the header waits for what it
/// promises.
///
/// # Errors
/// [`LibuvFrameError::LengthField`] when the data has 2³² bytes or more. `wire` is then unchanged.
///
/// ```
/// let mut wire = Vec::new();
/// rt_ipc::encode_libuv_frame(b"null\n", None, &mut wire)?;
/// assert_eq!(wire, b"\x01\0\0\0\0\0\0\0\x05\0\0\0\0\0\0\0null\n");
/// # Ok::<(), rt_ipc::LibuvFrameError>(())
/// ```
pub fn encode_libuv_frame(
    data: &[u8],
    socket: Option<TransferredSocket<'_>>,
    wire: &mut Vec<u8>,
) -> Result<(), LibuvFrameError> {
    encode_libuv_header(data.len(), socket, wire)?;
    wire.extend_from_slice(data);
    Ok(())
}

/// Appends what stands before the data of a frame to `wire`, for a writer that gathers the data
/// from several places: so many bytes of data must follow.
///
/// # Errors
/// Those of [`encode_libuv_frame`].
pub fn encode_libuv_header(
    data: usize,
    socket: Option<TransferredSocket<'_>>,
    wire: &mut Vec<u8>,
) -> Result<(), LibuvFrameError> {
    let length = u32::try_from(data).map_err(|_| LibuvFrameError::LengthField { length: data })?;
    let socket_flags = match socket.map(|socket| socket.kind) {
        None => 0,
        Some(TransferredSocketKind::Server) => HAS_SOCKET,
        Some(TransferredSocketKind::Connection) => HAS_SOCKET | IS_CONNECTION,
    };
    let flags = socket_flags | if data == 0 { 0 } else { HAS_DATA };
    for number in [flags, 0, length, 0] {
        wire.extend_from_slice(&number.to_le_bytes());
    }
    if let Some(socket) = socket {
        wire.extend_from_slice(socket.info);
    }
    Ok(())
}

/// A part of the stream, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LibuvPart<'a> {
    /// Data; that of one frame may come in several parts.
    Data(&'a [u8]),
    /// A socket, which belongs to data that comes after it.
    Socket(TransferredSocket<'a>),
}

/// Takes the frames apart, however the bytes are split. Data is passed on as it comes, so nothing
/// but headers and sockets is kept, at most 648 bytes.
///
/// ```
/// use rt_ipc::{LibuvDecoder, LibuvPart, encode_libuv_frame};
///
/// let mut wire = Vec::new();
/// encode_libuv_frame(b"null\n", None, &mut wire)?;
/// let mut decoder = LibuvDecoder::new();
/// let mut data = Vec::new();
/// for piece in wire.chunks(3) {
///     decoder.decode(piece, |part| {
///         if let LibuvPart::Data(bytes) = part {
///             data.extend_from_slice(bytes);
///         }
///     })?;
/// }
/// assert_eq!(data, b"null\n");
/// assert!(decoder.is_between_frames());
/// # Ok::<(), rt_ipc::LibuvFrameError>(())
/// ```
#[derive(Debug, Default)]
pub struct LibuvDecoder {
    /// The begun header, and the begun socket after it.
    head: Vec<u8>,
    /// What the frame's data still lacks.
    data_left: usize,
    failure: Option<LibuvFrameError>,
}

/// A header that has been read.
struct Header {
    socket: Option<TransferredSocketKind>,
    data_length: usize,
}

impl LibuvDecoder {
    /// A decoder for the beginning of a stream.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes of the stream, and passes their parts on.
    ///
    /// # Errors
    /// [`LibuvFrameError::Invalid`] for a header that libuv refuses. The parts before it were
    /// passed on. After an error there are no more: all later calls fail the same way.
    pub fn decode(
        &mut self,
        mut bytes: &[u8],
        mut part: impl FnMut(LibuvPart<'_>),
    ) -> Result<(), LibuvFrameError> {
        while !bytes.is_empty() {
            if let Some(failure) = self.failure {
                return Err(failure);
            }
            if self.data_left > 0 {
                let (data, rest) = bytes.split_at(self.data_left.min(bytes.len()));
                self.data_left -= data.len();
                bytes = rest;
                part(LibuvPart::Data(data));
                continue;
            }
            if !self.fill(HEADER_LENGTH, &mut bytes) {
                continue;
            }
            let header = Header::read(&self.head).inspect_err(|failure| self.failure = Some(*failure))?;
            if let Some(kind) = header.socket {
                if !self.fill(HEADER_LENGTH + SOCKET_INFO_LENGTH, &mut bytes) {
                    continue;
                }
                if let Some(info) = self.head.last_chunk() {
                    part(LibuvPart::Socket(TransferredSocket { kind, info }));
                }
            }
            self.head.clear();
            self.data_left = header.data_length;
        }
        self.failure.map_or(Ok(()), Err)
    }

    /// Whether the stream may end here: no frame is begun.
    #[must_use]
    pub fn is_between_frames(&self) -> bool {
        self.head.is_empty() && self.data_left == 0
    }

    /// Takes what is lacking to so many bytes of head; `false` when there is not enough.
    fn fill(&mut self, length: usize, bytes: &mut &[u8]) -> bool {
        let lacking = length.saturating_sub(self.head.len());
        let (taken, rest) = bytes.split_at(lacking.min(bytes.len()));
        self.head.extend_from_slice(taken);
        *bytes = rest;
        self.head.len() >= length
    }
}

impl Header {
    /// Reads a header by the rules of libuv's `uv__pipe_read_ipc`.
    fn read(head: &[u8]) -> Result<Self, LibuvFrameError> {
        let field = |range: Range<usize>| {
            let bytes = head.get(range).and_then(|bytes| bytes.try_into().ok());
            u32::from_le_bytes(bytes.unwrap_or_default())
        };
        let (flags, length, reserved) = (field(0..4), field(8..12), field(12..16));
        let invalid = Err(LibuvFrameError::Invalid {
            flags,
            length,
            reserved,
        });
        if flags & !(HAS_DATA | HAS_SOCKET | IS_CONNECTION) != 0 || reserved != 0 {
            return invalid;
        }
        let socket = match (flags & HAS_SOCKET != 0, flags & IS_CONNECTION != 0) {
            (false, false) => None,
            (true, false) => Some(TransferredSocketKind::Server),
            (true, true) => Some(TransferredSocketKind::Connection),
            (false, true) => return invalid,
        };
        if flags & HAS_DATA == 0 && length != 0 {
            return invalid;
        }
        let data_length = usize::try_from(length).unwrap_or(usize::MAX);
        Ok(Self { socket, data_length })
    }
}

/// Why bytes are not a frame of libuv, or data cannot become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LibuvFrameError {
    /// A header that libuv refuses, too: flags that do not exist or do not go together, a length
    /// without data, or a number that must be zero and is not.
    Invalid {
        /// Its flags.
        flags: u32,
        /// The length of the data.
        length: u32,
        /// The number that must be zero.
        reserved: u32,
    },
    /// Data that is longer than the length field can say.
    LengthField {
        /// Its length in bytes.
        length: usize,
    },
}

impl fmt::Display for LibuvFrameError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid {
                flags,
                length,
                reserved,
            } => write!(
                formatter,
                "no frame of libuv has the flags {flags:#x}, the length {length} and the reserved number {reserved}"
            ),
            Self::LengthField { length } => {
                write!(
                    formatter,
                    "data of {length} bytes exceeds the four-byte length field"
                )
            }
        }
    }
}

impl std::error::Error for LibuvFrameError {}
