//! The reading end: a socket's bytes and descriptors become frames.

use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::io::Errno;

use crate::socket;
use crate::{Arrivals, Decoder, Format, Frames};

/// The least space that a read is given. A Unix socket holds about 200 KiB; Node reads 64 KiB at a
/// time.
const READ_SIZE: usize = 64 * 1024;

/// What a descriptor takes of a budget, in bytes: without this, a peer who sends many with each
/// byte would fill the process's table within one call.
const DESCRIPTOR_COST: usize = 1024;

/// Why [`Receiver::receive`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reception {
    /// The socket has no more bytes for now.
    Drained,
    /// The budget is spent; there may be more.
    BudgetSpent,
    /// The peer has closed its end: there will be no more bytes.
    Ended,
}

/// Reads a Unix stream socket without blocking. It does not own the socket.
#[derive(Debug)]
pub struct Receiver {
    decoder: Decoder,
    arrivals: Arrivals<OwnedFd>,
    truncated: bool,
    /// Closed just before the next read, to free a place in a full descriptor table.
    spare: Option<OwnedFd>,
}

impl Receiver {
    /// A receiver of frames in `format`, of at most
    /// [`DEFAULT_FRAME_LIMIT`](crate::DEFAULT_FRAME_LIMIT) bytes.
    #[must_use]
    pub fn new(format: Format) -> Self {
        Self::with_decoder(Decoder::new(format))
    }

    /// A receiver that decodes with `decoder`, which may have a limit of its own.
    #[must_use]
    pub fn with_decoder(decoder: Decoder) -> Self {
        Self {
            decoder,
            arrivals: Arrivals::default(),
            truncated: false,
            spare: None,
        }
    }

    /// Takes what another reader of the socket has read before, and the descriptors that came with
    /// its last frame: they count as read by [`Receiver::receive`], which goes on behind them. To
    /// be called before anything else is read.
    ///
    /// ```
    /// # fn main() -> std::io::Result<()> {
    /// use rt_ipc::{Format, Receiver};
    /// use std::os::unix::net::UnixStream;
    /// use std::io::Write;
    ///
    /// let (mut peer, socket) = UnixStream::pair()?;
    /// peer.write_all(b"the rest\n")?;
    /// let mut receiver = Receiver::new(Format::Newline);
    /// receiver.begin_with(b"first\nand ", Vec::new());
    /// receiver.receive(&socket, 1024)?;
    /// let frames: Vec<_> = receiver.frames().0.iter().collect();
    /// assert_eq!(frames, [&b"first"[..], b"and the rest"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn begin_with(&mut self, bytes: &[u8], descriptors: Vec<OwnedFd>) {
        self.arrivals.record(self.decoder.received(), descriptors);
        self.decoder.extend(bytes);
    }

    /// Reads what has come, until about `budget` bytes were read: the cap that keeps a peer who
    /// writes all the time from holding the reader's thread. A descriptor counts as a KiB.
    ///
    /// # Errors
    /// What recvmsg(2) says, except `EAGAIN` (which is [`Reception::Drained`]) and `EINTR` (tried
    /// again).
    pub fn receive(&mut self, socket: impl AsFd, budget: usize) -> io::Result<Reception> {
        let mut spent = 0;
        while spent < budget {
            let space = self.decoder.room(READ_SIZE);
            let size = space.len().min(budget.max(READ_SIZE));
            self.spare = None;
            let received = match socket::receive(&socket, &mut space[..size]) {
                Ok(received) => received,
                Err(Errno::AGAIN) => return Ok(Reception::Drained),
                Err(error) => return Err(error.into()),
            };
            let position = self.decoder.received();
            let with_descriptors = !received.descriptors.is_empty();
            spent += received.descriptors.len() * DESCRIPTOR_COST;
            if received.truncated {
                // A part of what a frame needs is of no use: it is closed, and the frame's reader
                // asks for all of it again.
                self.truncated = true;
            } else {
                self.arrivals.record(position, received.descriptors);
            }
            if received.bytes == 0 {
                return Ok(Reception::Ended);
            }
            self.decoder.fill(received.bytes);
            spent += received.bytes;
            // A read that is cut short found the socket's end, unless it stopped behind
            // descriptors: the kernel does not read on over them. Level-triggered readiness is
            // reported again if this was wrong.
            if received.bytes < size && !with_descriptors {
                return Ok(Reception::Drained);
            }
        }
        Ok(Reception::BudgetSpent)
    }

    /// The frames that the last [`Receiver::receive`] made complete, and the descriptors that wait
    /// for theirs. Descriptors that nobody takes are closed by [`Receiver::discard_unclaimed`].
    pub fn frames(&mut self) -> (Frames<'_>, &mut Arrivals<OwnedFd>) {
        (self.decoder.frames(), &mut self.arrivals)
    }

    /// Closes the descriptors that nobody took although the frames they came with were looked at.
    pub fn discard_unclaimed(&mut self) {
        let read_end = self.decoder.received();
        self.arrivals
            .discard(read_end - self.decoder.pending() as u64, read_end);
    }

    /// Gives back the memory that is not needed until more bytes come: [`Decoder::rest`]. The
    /// frames of the last [`Receiver::receive`] are gone by this.
    pub fn rest(&mut self) {
        self.decoder.rest();
    }

    /// The format that is read.
    #[must_use]
    pub fn format(&self) -> Format {
        self.decoder.format()
    }

    /// The longest payload that a frame may have, in bytes.
    pub(crate) fn limit(&self) -> usize {
        self.decoder.limit()
    }

    /// How many bytes of an incomplete frame have come.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.decoder.pending()
    }

    /// How many bytes of the stream have come.
    pub(crate) fn received(&self) -> u64 {
        self.decoder.received()
    }

    /// Keeps a place in the descriptor table free for the next [`Receiver::receive`], for a reader
    /// that asks again for a descriptor which it lost. `false` when there is none now.
    pub fn reserve_descriptor(&mut self, socket: impl AsFd) -> bool {
        if self.spare.is_none() {
            self.spare = rustix::io::fcntl_dupfd_cloexec(socket, 0).ok();
        }
        self.spare.is_some()
    }

    /// Whether descriptors were lost since the last question, because they did not fit or the
    /// process has no free descriptor.
    pub fn take_truncated(&mut self) -> bool {
        std::mem::take(&mut self.truncated)
    }
}
