//! The channel between a parent process and its child.
//!
//! Framing is sans-IO: [`Decoder`] takes bytes and hands out frames, [`Format::encode`] makes a frame of a payload, and
//! [`Queue`] knows what is to be written next. None of them touches a descriptor, so all of them can be driven by a test.
//! [`Receiver`] and [`Sender`] join them to a Unix socket for an event loop, and a [`CoalescingSender`] lets frames that are sent in one
//! turn of the loop leave together; [`Channel`] is an end whose calls block, `AsyncChannel` (feature `tokio`) one
//! whose calls are awaited.
//!
//! Two formats are on the wire ([`Format`]): JSON texts that end with a newline, and payloads behind their length. Both are those of
//! Node.js (`serialization: 'json'` and `'advanced'`), so either end may be an unmodified Node.js.
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

mod arrivals;
#[cfg(all(unix, feature = "tokio"))]
mod async_channel;
#[cfg(unix)]
mod channel;
#[cfg(unix)]
mod coalescing;
#[cfg(unix)]
mod descriptor_kind;
#[cfg(unix)]
mod flusher;
mod frame;
pub mod json_text;
mod queue;
#[cfg(unix)]
mod receiver;
#[cfg(unix)]
mod sender;
#[cfg(unix)]
mod socket;

pub use arrivals::Arrivals;
#[cfg(all(unix, feature = "tokio"))]
pub use async_channel::AsyncChannel;
#[cfg(unix)]
pub use channel::{
    CHANNEL_VARIABLES, Channel, ChannelError, ChildEnd, Handle, HandleType, JsonError, OpenError,
};
#[cfg(unix)]
pub use coalescing::{CoalescingSender, Departure, Waiting};
#[cfg(unix)]
pub use descriptor_kind::DescriptorKind;
#[cfg(unix)]
pub use flusher::flush_all;
pub use frame::{DEFAULT_FRAME_LIMIT, Decoder, Format, FrameError, Frames};
pub use queue::{DESCRIPTORS_PER_WRITE, Queue, TooManyDescriptors, Write};
#[cfg(unix)]
pub use receiver::{Receiver, Reception};
#[cfg(unix)]
pub use sender::Sender;

#[cfg(all(doctest, unix))]
#[doc = include_str!("../README.md")]
struct ReadMe;
