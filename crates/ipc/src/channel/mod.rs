//! One end of a channel for programs that wait: each call blocks until it is done.

pub(crate) mod end;
mod envelope;
mod environment;
mod error;
mod frames;
mod halves;
mod handles;
mod incoming;
pub(crate) mod json;
mod kept;
mod messages;
mod pair;
pub(crate) mod state;
pub(crate) mod wait;

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;

use end::End;
pub use environment::CHANNEL_VARIABLES;
pub use error::{ChannelError, JsonError, OpenError};
pub use halves::{RecvHalf, SendHalf};
pub use handles::{Handle, HandleType};
pub use pair::ChildEnd;
use wait::Blocking;

use crate::{Decoder, Format};

/// One end of a channel whose calls block: a message is sent when `send` returns, and `recv` waits
/// for one.
///
/// A child gets its end by [`Channel::from_env`], a parent makes both by [`Channel::pair`]. Either
/// end may be a Node.js program. A message whose `cmd` begins with `NODE_` or `RT_` is one of the
/// protocol's own; it is received like any other, but for those that concern handles.
///
/// Whoever sends a handle holds back what follows until it is answered. So each is acknowledged, or
/// refused when its descriptor was lost on the way, whatever method receives. Its message comes by
/// [`Channel::recv_json_with_handle`] or [`Channel::recv_with_handle`]; the others return
/// [`ChannelError::CameWithHandle`] until one of these was called. An answer to a handle that this
/// end has sent is never received. With [`Format::Length`], all that is left to the caller, who has
/// to answer: this crate does not interpret V8's format.
///
/// Two ends that both block in `send` at once, with more under way than their sockets hold (about
/// 200 KiB), wait for each other for ever. An end in Node.js never blocks.
#[derive(Debug)]
pub struct Channel {
    end: End<Blocking>,
    /// A message that came while the answer to a handle was waited for: `recv` returns a reference
    /// to it.
    returned: Vec<u8>,
}

impl Channel {
    /// The channel to the parent that forked this process (`fork` or `stdio: ['ipc']`). The
    /// descriptor gets `FD_CLOEXEC`.
    ///
    /// It is the one that `RT_CHANNEL_FD` names, when `RT_CHANNEL_PARENT_PID` is this process's
    /// parent; otherwise that of `NODE_CHANNEL_FD`, which an unmodified Node.js sets.
    /// `NODE_CHANNEL_SERIALIZATION_MODE` says the format.
    ///
    /// The variables stay in the environment. A program that starts others takes them out by
    /// [`Channel::take_from_env`], or out of what it gives to these: [`CHANNEL_VARIABLES`].
    ///
    /// ```no_run
    /// // SAFETY: the first statement of the program: nothing else has taken a descriptor yet.
    /// let mut channel = unsafe { rt_ipc::Channel::from_env() }?;
    /// channel.send_json("ready")?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Safety
    /// The descriptor that the variables name is this process's by inheritance, and nobody else in
    /// the process owns it or will: the channel closes it. That it is a Unix stream socket is
    /// checked, and that it is taken once; not whose it is. At the start of `main` it is so, unless
    /// a program in between has passed the variables on, but not the descriptor, and the number is
    /// now that of another socket.
    ///
    /// # Errors
    /// [`OpenError`]: there is no channel, it is for another process, or it was opened before.
    pub unsafe fn from_env() -> Result<Self, OpenError> {
        // SAFETY: the caller's promise.
        unsafe { environment::open() }.map(|(socket, format)| Self::new(socket, format))
    }

    /// As [`Channel::from_env`], and takes the variables out of the environment, so that no program
    /// started from here finds them. They are taken out in failure too.
    ///
    /// # Safety
    /// As for [`Channel::from_env`], and for [`std::env::remove_var`]: no other thread may read or
    /// write the environment meanwhile. At the start of `main`, where there is one thread, that is
    /// so.
    ///
    /// # Errors
    /// As [`Channel::from_env`].
    pub unsafe fn take_from_env() -> Result<Self, OpenError> {
        // SAFETY: the caller's promise.
        let opened = unsafe { Self::from_env() };
        // SAFETY: the caller's promise.
        unsafe { environment::forget() };
        opened
    }

    /// A channel on a connected Unix stream socket, blocking or not. On macOS its first send makes
    /// the socket a non-blocking one, for all who have it; the channel's calls block as before.
    #[must_use]
    pub fn new(socket: OwnedFd, format: Format) -> Self {
        Self::with_decoder(socket, Decoder::new(format))
    }

    /// A channel that receives with `decoder`, which may have a limit of its own.
    #[must_use]
    pub fn with_decoder(socket: OwnedFd, decoder: Decoder) -> Self {
        Self {
            end: End::new(Blocking(Arc::new(socket)), decoder),
            returned: Vec::new(),
        }
    }

    #[cfg(feature = "tokio")]
    pub(crate) fn into_parts(self) -> (Arc<OwnedFd>, state::State) {
        (self.end.socket.0, self.end.state)
    }

    /// How frames are separated: [`Format::Newline`] carries JSON, [`Format::Length`] values in
    /// V8's format, which this crate does not interpret.
    #[must_use]
    pub fn format(&self) -> Format {
        self.end.state.format()
    }
}

/// For waiting until there is something to read, together with other descriptors: see
/// [`Channel::has_buffered`].
impl AsFd for Channel {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.end.socket.0.as_fd()
    }
}

fn io_error(errno: rustix::io::Errno) -> ChannelError {
    ChannelError::Io(errno.into())
}
