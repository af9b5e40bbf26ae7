//! Functions for channels: open, send, reference, close.

use crate::channels::{Listeners, ReceivedArguments, SendFunction, Settings, or_errno};
use crate::errno;
use crate::instance::Instance;
use napi::bindgen_prelude::{Env, FnArgs, FunctionRef, Result};
use napi_derive::napi;
use rt_ipc::Format;

/// How a channel's frames are separated.
#[napi(string_enum, skip_typescript)]
pub enum ChannelFormat {
    /// JSON texts that end with a newline.
    #[napi(value = "json")]
    Json,
    /// Payloads behind their length.
    #[napi(value = "advanced")]
    Advanced,
}

/// A channel to be opened, and its listeners, which are called from the event loop.
#[napi(object, object_to_js = false)]
pub struct ChannelRequest {
    /// This process's end, a Unix stream socket; on Windows a pipe. It belongs to the channel from
    /// here on, in failure too.
    pub descriptor: i32,
    /// The id of the child at the other end: what it has sent is delivered before its exit is
    /// reported. 0: it does not run.
    pub child: u32,
    /// How frames are separated.
    #[napi(ts_type = "'json' | 'advanced'")]
    pub format: ChannelFormat,
    /// Whether frames that came together may be given as the text of one array.
    pub joins_frames: bool,
    /// Whether the event loop does not sleep for a moment while a peer that answers at once is
    /// expected to answer. It sleeps on Windows.
    pub stays_awake: bool,
    /// Whether frames wait until those before them were read: for a Node that loses its place when
    /// a read ends within a payload's length (before 20.19, 22.14 and 23.7). On Windows, where a
    /// read has no more than a write, they do not wait.
    pub writes_when_read: bool,
    /// Called with the frames that became complete.
    ///
    /// Without `firstLength`, `frames` is the JSON text of an array: each frame was checked to be
    /// one JSON text, or a payload of plain values. Long strings are empty in it, and follow as
    /// further arguments: three for each, the position of its message, the name of the property
    /// that it is (`undefined` when it is the message), and the string. Otherwise `firstLength` is
    /// the length of the first frame, and `frames` are for `json` the only text or a list of them,
    /// and for `advanced` a Buffer of all payloads, before each but the first its length as on the
    /// wire.
    /// `withDescriptors` says that descriptors wait for their frame: `takeDescriptor` gives them
    /// during the call, and what is not taken is closed.
    #[napi(
        ts_type = "(frames: string | string[] | Buffer, firstLength: number | undefined, withDescriptors: boolean, ...longStrings: unknown[]) => void"
    )]
    pub on_frames: FunctionRef<ReceivedArguments, ()>,
    /// Called with how many frames still wait, when some of them have left; or with a negative
    /// error number: none of those that waited will leave.
    #[napi(ts_type = "(waiting: number) => void")]
    pub on_sent: FunctionRef<FnArgs<(i64,)>, ()>,
    /// Called once, when there will be no more frames; `malformed` says what was wrong with the
    /// bytes, if that is why.
    #[napi(ts_type = "(malformed: string | null) => void")]
    pub on_end: FunctionRef<FnArgs<(Option<String>,)>, ()>,
}

/// A channel that was opened.
#[napi(object, object_from_js = false)]
pub struct OpenedChannel {
    /// 0, or a negative error number; the other fields mean nothing then.
    pub error: i32,
    /// For the other functions.
    pub id: u32,
    /// Sends a frame. Its arguments but the last are a JSON text, whole or in pieces of which every
    /// second one is a string that is to be quoted; or bytes that go behind their length, or the
    /// names and values of an object of which V8's format is made. The last, `coalesced`, says that
    /// it may be held back for others: until `flushChannel`, until 16 KiB or 64 frames wait, or for
    /// about 2 milliseconds; on Windows it never is.
    /// Returns how many bytes wait on the channel after it (0: all have left), or a negative error
    /// number: `-EBADF` when the channel is closed, `-EPIPE` when the peer is gone, `-EMSGSIZE` for
    /// 4 GiB and more, `-EILSEQ` when a string to be quoted holds an unpaired surrogate or U+FFFD,
    /// which are only told apart by `JSON.stringify`, or when only V8's serializer can write a name
    /// or value; nothing is sent then.
    #[napi(ts_type = "(...payloadThenCoalesced: unknown[]) => number")]
    pub send: Option<SendFunction>,
}

/// Opens a channel on a descriptor and begins to read it.
#[napi(catch_unwind)]
pub fn open_channel(env: Env, request: ChannelRequest) -> Result<OpenedChannel> {
    let format = match request.format {
        ChannelFormat::Json => Format::Newline,
        ChannelFormat::Advanced => Format::Length,
    };
    let settings = Settings {
        format,
        joins_frames: request.joins_frames,
        stays_awake: request.stays_awake,
        writes_when_read: request.writes_when_read,
    };
    let listeners = Listeners {
        frames: request.on_frames,
        sent: request.on_sent,
        end: request.on_end,
    };
    let instance = Instance::of(env)?;
    // SAFETY: JavaScript hands over a descriptor that it got from a spawn and that nobody else
    // closes.
    let descriptor = unsafe { instance.take_back(request.descriptor) };
    let opened = instance
        .channels
        .open(descriptor, &settings, request.child, listeners);
    Ok(match opened {
        Ok((id, channel)) => OpenedChannel {
            error: 0,
            id,
            send: Some(SendFunction::new(&channel)),
        },
        Err(error) => OpenedChannel {
            error: errno::negative(&error),
            id: 0,
            send: None,
        },
    })
}

/// Writes the frames that were held back. Returns how many frames wait afterwards, for the socket
/// to take bytes again; or a negative error number: none of those that waited will leave.
#[napi(catch_unwind)]
pub fn flush_channel(env: Env, channel: u32) -> Result<i64> {
    let channel = Instance::of(env)?.channels.find(channel);
    Ok(channel.map_or(0, |channel| or_errno(channel.flush())))
}

/// Calls the listeners for what has come by now, before the event loop asks for it, but not for an
/// end behind messages. To be called in a callback of the event loop. Returns whether more can be
/// read.
#[cfg(target_os = "linux")]
#[napi(catch_unwind)]
pub fn deliver_what_has_come(env: Env, channel: u32) -> Result<bool> {
    let channel = Instance::of(env)?.channels.find(channel);
    Ok(channel.is_some_and(|channel| channel.deliver_within_callback()))
}

/// Gives a channel what Node's end of it has read before, of which `deliverWhatHasCome` calls the
/// listeners: the first `length` bytes of `bytes`, and the descriptor that came with them, which
/// belongs to the channel from here on; -1 when none came.
#[cfg(target_os = "linux")]
#[napi(catch_unwind)]
pub fn begin_channel_with(env: Env, channel: u32, bytes: &[u8], length: u32, descriptor: i32) -> Result<()> {
    let instance = Instance::of(env)?;
    // SAFETY: JavaScript hands over a duplicate that nobody else closes.
    let descriptor = (descriptor >= 0).then(|| unsafe { instance.take_back(descriptor) });
    if let Some(channel) = instance.channels.find(channel) {
        let bytes = bytes.get(..length as usize).unwrap_or(bytes);
        channel.begin_with(bytes, descriptor);
    }
    Ok(())
}

/// Whether bytes of an incomplete frame have come.
#[napi(catch_unwind)]
pub fn channel_is_receiving(env: Env, channel: u32) -> Result<bool> {
    let channel = Instance::of(env)?.channels.find(channel);
    Ok(channel.is_some_and(|channel| channel.pending() > 0))
}

/// Lets a channel keep the event loop alive, as it does from the start, or not.
#[napi(catch_unwind)]
pub fn reference_channel(env: Env, channel: u32, keep_alive: bool) -> Result<()> {
    if let Some(channel) = Instance::of(env)?.channels.find(channel) {
        channel.reference(keep_alive);
    }
    Ok(())
}

/// Says that this process was started with its end of a channel. Others may have it too: for them
/// the channel stays open when this process closes it. And everything that waits leaves when the
/// process exits, not only what the socket takes at once: the process waits as long as the peer
/// takes some of it at least once in a second.
#[cfg(target_os = "linux")]
#[napi(catch_unwind)]
pub fn channel_is_inherited(env: Env, channel: u32) -> Result<()> {
    if let Some(channel) = Instance::of(env)?.channels.find(channel) {
        channel.inherited();
    }
    Ok(())
}

/// Closes a channel and its descriptor; what waits leaves if the socket takes it now. Its listeners
/// are not called again.
#[napi(catch_unwind)]
pub fn close_channel(env: Env, channel: u32) -> Result<()> {
    Instance::of(env)?.channels.close(channel);
    Ok(())
}
