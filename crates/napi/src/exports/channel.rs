//! Functions for channels: open, send, reference, close.

use crate::channels::{Listeners, ReceivedArguments};
use crate::environment::check;
use crate::instance::Instance;
use napi::bindgen_prelude::{Env, FnArgs, FunctionRef, Result};
use napi::{JsString, JsValue, sys};
use napi_derive::napi;
use rt_ipc::Format;
use rt_process::Errno;
use std::os::fd::{FromRawFd, OwnedFd};
use std::ptr;

/// How a channel's frames are told apart.
#[napi(string_enum, skip_typescript)]
pub enum ChannelFormat {
    /// JSON texts that end with a newline.
    #[napi(value = "json")]
    Json,
    /// Payloads behind their length.
    #[napi(value = "advanced")]
    Advanced,
}

/// A channel to be opened, and whom to tell. The listeners are called from the event loop.
#[napi(object, object_to_js = false)]
pub struct ChannelRequest {
    /// This process's end, a Unix stream socket. It belongs to the channel from here on, in failure too.
    pub descriptor: i32,
    /// The id of the child at the other end: what it has sent is delivered before its exit is reported. 0: it does not run.
    pub child: u32,
    /// How frames are told apart.
    #[napi(ts_type = "'json' | 'advanced'")]
    pub format: ChannelFormat,
    /// Told of the frames that became complete.
    ///
    /// For `json`, `frames` is the text of an array when each frame was checked to be one JSON text, or the frames one by one. For `advanced` it is
    /// a Buffer of all frames, and `ranges` holds start and end of each payload in it, in pairs.
    #[napi(ts_type = "(frames: string | string[] | Buffer, ranges: Uint32Array | undefined) => void")]
    pub on_frames: FunctionRef<ReceivedArguments, ()>,
    /// Told that the next `count` frames that had to wait have left; with a negative `errno`, that the ones behind them never will.
    #[napi(ts_type = "(count: number, errno: number) => void")]
    pub on_sent: FunctionRef<FnArgs<(u32, i32)>, ()>,
    /// Told once that there will be no more frames; `malformed` says what was wrong with the bytes, if that is why.
    #[napi(ts_type = "(malformed: string | null) => void")]
    pub on_end: FunctionRef<FnArgs<(Option<String>,)>, ()>,
}

/// Opens a channel on a descriptor and begins to read it. Returns its id, or a negative error number.
#[napi(catch_unwind)]
pub fn open_channel(env: Env, request: ChannelRequest) -> Result<i64> {
    // SAFETY: JavaScript hands over a descriptor that it got from a spawn and that nobody else closes.
    let descriptor = unsafe { OwnedFd::from_raw_fd(request.descriptor) };
    let format = match request.format {
        ChannelFormat::Json => Format::Newline,
        ChannelFormat::Advanced => Format::Length,
    };
    let listeners = Listeners {
        frames: request.on_frames,
        sent: request.on_sent,
        end: request.on_end,
    };
    let instance = Instance::of(env)?;
    instance.handed_over.forget(request.descriptor);
    let opened = instance
        .channels
        .open(descriptor, format, request.child, listeners);
    Ok(opened.map_or_else(|errno| -i64::from(errno.raw_os_error()), i64::from))
}

/// Sends a JSON text as a frame. Returns how many bytes wait on the channel after it (0: all have left), or a negative error number: `-EBADF`
/// when the channel is closed, `-EPIPE` when the peer is gone.
#[napi(catch_unwind)]
pub fn send_text(env: Env, channel: u32, text: JsString<'_>) -> Result<i64> {
    let channels = &Instance::of(env)?.channels;
    let Some(channel) = channels.find(channel) else {
        return Ok(-i64::from(Errno::BADF.raw_os_error()));
    };
    let mut bytes = channels.text_buffer();
    copy_utf8(env, &text, &mut bytes)?;
    bytes.push(b'\n');
    let waiting = channel.send(&[&bytes]);
    bytes.clear();
    bytes.shrink_to(RETAINED_TEXT);
    Ok(waiting)
}

/// A longer buffer for a string's bytes is given back after use.
const RETAINED_TEXT: usize = 1 << 20;

/// Sends bytes as a frame behind their length. Returns what `sendText` returns, or `-EMSGSIZE` for 4 GiB and more.
#[napi(catch_unwind)]
pub fn send_bytes(env: Env, channel: u32, payload: &[u8]) -> Result<i64> {
    let channels = &Instance::of(env)?.channels;
    let Some(channel) = channels.find(channel) else {
        return Ok(-i64::from(Errno::BADF.raw_os_error()));
    };
    let Ok(length_field) = Format::length_field(payload.len()) else {
        return Ok(-i64::from(Errno::MSGSIZE.raw_os_error()));
    };
    Ok(channel.send(&[&length_field, payload]))
}

/// Whether bytes have come of a frame that is not complete.
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

/// Closes a channel and its descriptor; what waits is dropped. Its listeners are not called again.
#[napi(catch_unwind)]
pub fn close_channel(env: Env, channel: u32) -> Result<()> {
    Instance::of(env)?.channels.close(channel);
    Ok(())
}

/// Replaces `bytes` by the UTF-8 of a string; an unpaired surrogate becomes U+FFFD.
fn copy_utf8(env: Env, text: &JsString<'_>, bytes: &mut Vec<u8>) -> Result<()> {
    let (env, value) = (env.raw(), text.raw());
    let mut length = 0;
    // SAFETY: the value is a string of this scope; without a buffer its length is asked for.
    check(unsafe { sys::napi_get_value_string_utf8(env, value, ptr::null_mut(), 0, &raw mut length) })?;
    // Node-API writes a zero byte behind the text.
    bytes.clear();
    bytes.reserve(length + 1);
    let mut written = 0;
    // SAFETY: the buffer has room for the text and its zero byte, and `written` bytes of it are initialised afterwards.
    unsafe {
        check(sys::napi_get_value_string_utf8(
            env,
            value,
            bytes.as_mut_ptr().cast(),
            length + 1,
            &raw mut written,
        ))?;
        bytes.set_len(written);
    }
    Ok(())
}
