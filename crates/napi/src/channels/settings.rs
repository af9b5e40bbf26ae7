//! What a channel is opened with.

use super::received::ReceivedArguments;
use napi::bindgen_prelude::{FnArgs, FunctionRef};
use rt_ipc::{DEFAULT_FRAME_LIMIT, Decoder, Format, Receiver};

/// The JavaScript functions that a channel calls.
pub(crate) struct Listeners {
    pub frames: FunctionRef<ReceivedArguments, ()>,
    pub sent: FunctionRef<FnArgs<(i64,)>, ()>,
    pub end: FunctionRef<FnArgs<(Option<String>,)>, ()>,
}

/// What a channel is opened with.
pub(crate) struct Settings {
    pub format: Format,
    /// Whether frames that came together are given as one JSON text.
    pub joins_frames: bool,
    /// Whether the event loop is kept awake for a peer that answers at once.
    #[cfg_attr(windows, expect(dead_code, reason = "the loop is not kept awake there"))]
    pub stays_awake: bool,
    /// Whether frames wait until those before them were read, for an old reader.
    pub writes_when_read: bool,
}

impl Settings {
    /// What receives the frames of such a channel: none is longer in bytes than JavaScript can be
    /// given, which is the longest string, of which each unit may take three bytes, or what a
    /// length field says that Node can read.
    pub fn receiver(&self) -> Receiver {
        let longest = match self.format {
            Format::Newline => DEFAULT_FRAME_LIMIT.saturating_mul(3),
            Format::Length => (i32::MAX - 4) as usize,
        };
        Receiver::with_decoder(Decoder::with_limit(self.format, longest))
    }
}
