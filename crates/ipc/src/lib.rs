//! The channel between a parent process and its child, by the protocol of Node.js (`fork`,
//! `process.send`).
//!
//! A Rust program can be either end, or both; the other may be an unmodified Node.js.
//!
//! ```no_run,ignore-windows
//! use rt_ipc::{Channel, Format};
//! use std::process::Command;
//!
//! let (mut channel, child_end) = Channel::pair(Format::Newline)?;
//! let mut child = Command::new("node")
//!     // process.on('message', (n) => { process.send(n * 2); process.disconnect(); });
//!     .arg("double.js")
//!     .envs(child_end.environment(0))
//!     .stdin(child_end)
//!     .spawn()?;
//! channel.send_json(&21)?;
//! assert_eq!(channel.recv_json::<i32>()?, Some(42));
//! child.wait()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`Channel`]: for programs that wait. `send` and `recv` block; [`Channel::pair`] makes a
//!   parent's end, [`Channel::from_env`] opens a child's.
//! - `AsyncChannel` (feature `tokio`): for programs on tokio. The same calls, awaited, and a
//!   `Stream` and `Sink` of frames.
//! - [`Receiver`], [`Sender`], [`CoalescingSender`]: for other event loops. They read and write a
//!   socket without waiting; the last writes the frames of one turn together.
//! - [`Decoder`], [`Format::encode`], [`Queue`]: for anything else. Bytes to frames and back,
//!   without input or output, so that a test can drive them.
//! - [`Batch`], [`FlatPayload`], [`json_text`]: for an addon of Node.js. They read and write what
//!   costs less here than in JavaScript.
//!
//! Two formats are on the wire ([`Format`]): JSON texts that end with a newline, and payloads
//! behind their length. Both are those of Node.js (`serialization: 'json'` and `'advanced'`).
//!
//! ```
//! use rt_ipc::{Decoder, Format};
//!
//! let mut wire = Vec::new();
//! Format::Newline.encode(br#"{"answer":42}"#, &mut wire)?;
//! Format::Newline.encode(b"null", &mut wire)?;
//!
//! let mut decoder = Decoder::new(Format::Newline);
//! decoder.extend(&wire[..7]);
//! assert_eq!(decoder.frames().len(), 0);
//! decoder.extend(&wire[7..]);
//! let frames = decoder.frames();
//! assert_eq!(frames.iter().collect::<Vec<_>>(), [&br#"{"answer":42}"#[..], b"null"]);
//! # Ok::<(), rt_ipc::FrameError>(())
//! ```
//!
//! # Features
//!
//! - `tokio`: `AsyncChannel`. Off by default.
//!
//! On Windows only the framing is compiled, that of libuv around it (`LibuvDecoder`), and a
//! `Receiver` of both, which reads nothing by itself; and sockets are handed over by
//! `SocketExport` and `ReceivedSocket`.

#[cfg(any(target_vendor = "apple", all(unix, test)))]
mod apple;
mod arrivals;
#[cfg(all(unix, feature = "tokio"))]
mod async_channel;
mod batch;
#[cfg(unix)]
mod channel;
#[cfg(unix)]
mod coalescing;
#[cfg(unix)]
mod descriptor_kind;
mod flat_payload;
#[cfg(unix)]
mod flusher;
mod frame;
pub mod json_text;
#[cfg(unix)]
mod pause;
mod queue;
#[cfg(unix)]
mod ready;
#[cfg(unix)]
mod receiver;
#[cfg(unix)]
mod sender;
#[cfg(unix)]
mod socket;
#[cfg(unix)]
mod sync;
#[cfg(unix)]
mod unread;
#[cfg(windows)]
mod windows;

pub use arrivals::Arrivals;
#[cfg(all(unix, feature = "tokio"))]
pub use async_channel::AsyncChannel;
pub use batch::{Batch, LONG_STRING, LongString, StringBytes};
#[cfg(unix)]
pub use channel::{
    CHANNEL_VARIABLES, Channel, ChannelError, ChildEnd, Handle, HandleType, JsonError, OpenError, RecvHalf,
    SendHalf,
};
#[cfg(unix)]
pub use coalescing::{CoalescingSender, Departure, Waiting};
#[cfg(unix)]
pub use descriptor_kind::DescriptorKind;
pub use flat_payload::FlatPayload;
#[cfg(unix)]
pub use flusher::flush_all;
pub use frame::{DEFAULT_FRAME_LIMIT, Decoder, Format, FrameError, Frames};
pub use queue::{DESCRIPTORS_PER_WRITE, Queue, TooManyDescriptors, Write};
#[cfg(unix)]
pub use receiver::{Receiver, Reception};
#[cfg(unix)]
pub use sender::Sender;

#[cfg(windows)]
pub use windows::{
    LibuvDecoder, LibuvFrameError, LibuvPart, ReceivedSocket, Receiver, SOCKET_INFO_LENGTH, SocketExport,
    TransferredSocket, TransferredSocketKind, cancel_reads, encode_libuv_frame, encode_libuv_header,
    has_unread,
};

#[cfg(all(doctest, unix))]
#[doc = include_str!("../README.md")]
struct ReadMe;
