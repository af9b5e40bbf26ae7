//! Bytes to frames and back, without any input or output.

mod buffer;
mod decoder;
mod length;
mod newline;

use std::fmt;

pub use decoder::{Decoder, Frames};

/// The longest frame that a decoder accepts by default, in bytes of payload: 536,870,888, the
/// length of the longest string that V8 can hold (2²⁹ − 24). A longer JSON text could not be handed
/// to JavaScript.
pub const DEFAULT_FRAME_LIMIT: usize = (1 << 29) - 24;

/// How frames are separated on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A payload without newline bytes, followed by one (`\n`): Node's `serialization: 'json'`.
    Newline,
    /// The payload's length as four bytes, most significant first, followed by the payload: Node's
    /// `serialization: 'advanced'`. Node before 20.19, 22.14 and 23.7 waits for ever once one of
    /// its reads has ended within a length, as happens when more than 64 KiB wait for it:
    /// `Sender::write_when_read` prevents that. `Channel` does not.
    Length,
}

impl Format {
    /// Appends the frame of `payload` to `wire`.
    ///
    /// # Errors
    /// [`FrameError::ContainsNewline`] for [`Format::Newline`], and [`FrameError::LengthField`] for
    /// [`Format::Length`] when the payload has 2³² bytes or more. `wire` is then unchanged.
    pub fn encode(self, payload: &[u8], wire: &mut Vec<u8>) -> Result<(), FrameError> {
        match self {
            Self::Newline => newline::encode(payload, wire),
            Self::Length => {
                wire.extend_from_slice(&Self::length_field(payload.len())?);
                wire.extend_from_slice(payload);
                Ok(())
            }
        }
    }

    /// Whether a payload can be a frame of [`Format::Newline`], for a writer that gathers and needs
    /// no copy of the payload.
    ///
    /// # Errors
    /// [`FrameError::ContainsNewline`].
    pub fn check_newline_payload(payload: &[u8]) -> Result<(), FrameError> {
        newline::check(payload)
    }

    /// The four bytes that stand before a payload of `length` bytes in [`Format::Length`], for a
    /// writer that gathers and needs no copy of the payload.
    ///
    /// # Errors
    /// [`FrameError::LengthField`] when `length` is 2³² or more.
    pub fn length_field(length: usize) -> Result<[u8; 4], FrameError> {
        length::encode(length)
    }
}

/// Why bytes are not a frame, or a payload cannot become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrameError {
    /// A frame is, or is going to be, longer than the decoder's limit.
    TooLong {
        /// The decoder's limit in bytes of payload.
        limit: usize,
        /// The length that the frame announced, or that had come when the limit was passed.
        length: usize,
    },
    /// A payload for [`Format::Newline`] contains a newline byte.
    ContainsNewline {
        /// Where the first one is.
        offset: usize,
    },
    /// A payload for [`Format::Length`] is longer than a length field can say.
    LengthField {
        /// The payload's length in bytes.
        length: usize,
    },
}

impl fmt::Display for FrameError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { limit, length } => {
                write!(
                    formatter,
                    "a frame of {length} bytes or more exceeds the limit of {limit} bytes"
                )
            }
            Self::ContainsNewline { offset } => {
                write!(
                    formatter,
                    "the payload of a newline-ended frame has a newline at byte {offset}"
                )
            }
            Self::LengthField { length } => {
                write!(
                    formatter,
                    "a payload of {length} bytes exceeds the four-byte length field"
                )
            }
        }
    }
}

impl std::error::Error for FrameError {}
