//! Channels of one environment: opened, written to and closed by id; what they receive goes to their listeners.

mod open_channel;
mod received;

use crate::environment::Environment;
use napi::bindgen_prelude::{Env, FnArgs, FunctionRef, Result};
use napi::{JsString, JsValue, sys};
use napi_derive::napi;
use open_channel::OpenChannel;
use received::ReceivedArguments;
use rt_ipc::Format;
use rt_process::Errno;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::os::fd::{FromRawFd, OwnedFd};
use std::ptr;
use std::rc::Rc;

/// The open channels of one environment. JavaScript holds ids, counted up and not used again while they are in use.
#[derive(Default)]
pub(crate) struct Channels {
    open: RefCell<HashMap<u32, Rc<OpenChannel>>>,
    last_id: Cell<u32>,
    /// Where a string's bytes are written before they leave.
    text: RefCell<Vec<u8>>,
}

impl Channels {
    /// Closes every channel: what waits is dropped.
    pub fn close_all(&self) {
        for (_, channel) in self.open.take() {
            channel.close();
        }
    }

    /// Tells the listeners of what has come by now, ends of channels included. To be called before an exit is reported: a child's last messages come before
    /// its exit, but the loop may meet the two descriptors in either order.
    pub fn deliver_what_has_come(&self) {
        let channels: Vec<_> = self.open.borrow().values().map(Rc::clone).collect();
        // A first round reads what a dead child has left on its socket, a second one finds the end; one more for a child that was just writing.
        for _ in 0..3 {
            let reading: Vec<_> = channels.iter().filter(|channel| channel.is_reading()).collect();
            let watched = reading
                .iter()
                .map(|channel| PollFd::new(channel.socket(), PollFlags::IN));
            let mut polled: Vec<_> = watched.collect();
            if poll(&mut polled, Some(&Timespec::default())).unwrap_or(0) == 0 {
                return;
            }
            let ready: Vec<_> = polled.iter().map(|entry| !entry.revents().is_empty()).collect();
            for (channel, _) in reading.iter().zip(ready).filter(|(_, ready)| *ready) {
                channel.read_now();
            }
        }
    }

    fn next_id(&self) -> u32 {
        let open = self.open.borrow();
        let mut id = self.last_id.get();
        loop {
            id = id.wrapping_add(1);
            if id != 0 && !open.contains_key(&id) {
                self.last_id.set(id);
                return id;
            }
        }
    }
}

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
    let environment = Environment::of(env)?;
    let format = match request.format {
        ChannelFormat::Json => Format::Newline,
        ChannelFormat::Advanced => Format::Length,
    };
    let listeners = open_channel::Listeners {
        frames: request.on_frames,
        sent: request.on_sent,
        end: request.on_end,
    };
    let channels = &environment.channels;
    Ok(
        match OpenChannel::open(&environment, descriptor, format, listeners) {
            Ok(channel) => {
                let id = channels.next_id();
                channels.open.borrow_mut().insert(id, channel);
                i64::from(id)
            }
            Err(errno) => -i64::from(errno.raw_os_error()),
        },
    )
}

/// Sends a JSON text as a frame. Returns how many bytes wait on the channel after it (0: all have left), or a negative error number: `-EBADF`
/// when the channel is closed, `-EPIPE` when the peer is gone.
#[napi(catch_unwind)]
pub fn send_text(env: Env, channel: u32, text: JsString<'_>) -> Result<i64> {
    let environment = Environment::of(env)?;
    let Some(channel) = find(&environment, channel) else {
        return Ok(-i64::from(Errno::BADF.raw_os_error()));
    };
    let mut bytes = environment.channels.text.borrow_mut();
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
    let environment = Environment::of(env)?;
    let Some(channel) = find(&environment, channel) else {
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
    let channel = find(&*Environment::of(env)?, channel);
    Ok(channel.is_some_and(|channel| channel.receiver().pending() > 0))
}

/// Lets a channel keep the event loop alive, as it does from the start, or not.
#[napi(catch_unwind)]
pub fn reference_channel(env: Env, channel: u32, keep_alive: bool) -> Result<()> {
    if let Some(channel) = find(&*Environment::of(env)?, channel) {
        channel.reference(keep_alive);
    }
    Ok(())
}

/// Closes a channel and its descriptor; what waits is dropped. Its listeners are not called again.
#[napi(catch_unwind)]
pub fn close_channel(env: Env, channel: u32) -> Result<()> {
    let environment = Environment::of(env)?;
    let removed = environment.channels.open.borrow_mut().remove(&channel);
    if let Some(channel) = removed {
        channel.close();
    }
    Ok(())
}

fn find(environment: &Environment, id: u32) -> Option<Rc<OpenChannel>> {
    environment.channels.open.borrow().get(&id).map(Rc::clone)
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

fn check(status: sys::napi_status) -> Result<()> {
    if status == sys::Status::napi_ok {
        Ok(())
    } else {
        Err(napi::Error::from_status(napi::Status::from(status)))
    }
}
