//! The writing end: frames leave at once when the socket takes them, and wait in a queue when not.

use std::convert::Infallible;
use std::io::{self, IoSlice};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;

#[cfg(target_vendor = "apple")]
use crate::apple;
use crate::{DESCRIPTORS_PER_WRITE, Queue};
use crate::{socket, unread};

/// Writes a Unix stream socket without blocking. It does not own the socket.
///
/// ```
/// use rt_ipc::{Format, Receiver, Reception, Sender};
/// use std::os::unix::net::UnixStream;
///
/// let (ours, theirs) = UnixStream::pair()?;
/// let mut sender = Sender::new();
/// // `false` where the socket does not take all: `flush` once the event loop says that it does.
/// assert!(sender.send(&ours, &[br#"{"answer":42}"#, b"\n"])?);
///
/// let mut receiver = Receiver::new(Format::Newline);
/// assert_eq!(receiver.receive(&theirs, 64 * 1024)?, Reception::Drained);
/// assert_eq!(receiver.frames().0.get(0), Some(&br#"{"answer":42}"#[..]));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # macOS
/// The first write makes the socket one that does not block (`O_NONBLOCK`), for all who have it:
/// the system has no other way to write without blocking. A sender is for one socket.
#[derive(Debug, Default)]
pub struct Sender {
    queue: Queue<OwnedFd>,
    writes_when_read: bool,
    /// Whether the last write that was refused was so for want of memory.
    lacks_memory: bool,
    #[cfg(target_vendor = "apple")]
    is_prepared: bool,
}

impl Sender {
    /// A sender with nothing to send.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// From now on, frames wait until the reader has taken those before them, but for a few short
    /// ones, and leave together up to 16 KiB: for a reader that loses its place when one of its
    /// reads ends within a frame's first bytes, as Node before 20.19, 22.14 and 23.7 does within
    /// the four bytes of [`Format::Length`](crate::Format::Length). A read of Node takes 64 KiB at
    /// most, so it ends where a frame does, or in the midst of a long one.
    ///
    /// # Errors
    /// What setsockopt(2) says of `SO_SNDBUF`, which this changes. On macOS `ENOTSUP`: there that
    /// size says nothing of how much is unread.
    pub fn write_when_read(&mut self, socket: impl AsFd) -> io::Result<()> {
        unread::wait_for_reader(socket)?;
        self.queue.write_whole_frames();
        self.writes_when_read = true;
        Ok(())
    }

    /// Sends the bytes of `parts`, one frame as it is on the wire (with its newline or behind its
    /// [length](crate::Format::length_field)), after all that was sent before. What the socket does
    /// not take now is copied into the queue. Returns whether all of it has left.
    ///
    /// # Errors
    /// What sendmsg(2) says, except `EAGAIN`, `ENOBUFS` and `ENOMEM` (which queue) and `EINTR`
    /// (tried again); `EPIPE` when the peer is gone. Nothing of the frame is queued then.
    pub fn send(&mut self, socket: impl AsFd, parts: &[&[u8]]) -> io::Result<bool> {
        #[cfg(target_vendor = "apple")]
        self.prepare(&socket)?;
        let length: usize = parts.iter().map(|part| part.len()).sum();
        let mut left = 0;
        if self.queue.is_empty() {
            let slices: Vec<_> = parts.iter().map(|part| IoSlice::new(part)).collect();
            left = match self.attempt(&socket, || socket::send_bytes(&socket, &slices)) {
                Ok(count) => count,
                Err(errno) if self.may_wait(errno) => 0,
                Err(error) => return Err(error.into()),
            };
            if left == length {
                return Ok(true);
            }
        }
        let queued = self.queue.append(length - left, |bytes| {
            for part in parts {
                bytes.extend_from_slice(&part[left.min(part.len())..]);
                left = left.saturating_sub(part.len());
            }
            Ok::<(), Infallible>(())
        });
        let Ok(()) = queued;
        Ok(false)
    }

    /// Sends one frame as [`Sender::send`] does, and `descriptors` with its first byte. The peer
    /// gets descriptors of its own: these may be closed after the call. What has to wait is kept as
    /// a duplicate. Returns whether all of the frame has left.
    ///
    /// # Errors
    /// `EINVAL` for more than [`DESCRIPTORS_PER_WRITE`] descriptors, or for a frame without bytes;
    /// what sendmsg(2) says (`ETOOMANYREFS` when too many descriptors of this user are in flight),
    /// except `EAGAIN`, `ENOBUFS`, `ENOMEM` and `EINTR`; what duplicating says (`EMFILE`). Nothing
    /// of the frame has left then.
    pub fn send_with_descriptors(
        &mut self,
        socket: impl AsFd,
        parts: &[&[u8]],
        descriptors: &[BorrowedFd<'_>],
    ) -> io::Result<bool> {
        let frame = parts.concat();
        if frame.is_empty() || descriptors.len() > DESCRIPTORS_PER_WRITE {
            return Err(Errno::INVAL.into());
        }
        #[cfg(target_vendor = "apple")]
        self.prepare(&socket)?;
        let mut left = 0;
        if self.queue.is_empty() {
            let bytes = [IoSlice::new(&frame)];
            let send = || socket::send_descriptors(&socket, &bytes, descriptors);
            left = match self.attempt(&socket, send) {
                Ok(count) => count,
                Err(errno) if self.may_wait(errno) => 0,
                Err(error) => return Err(error.into()),
            };
        }
        if left == frame.len() {
            return Ok(true);
        }
        // The descriptors have left with the first byte.
        let waiting = if left == 0 { descriptors } else { &[] };
        let duplicates: Result<Vec<OwnedFd>, Errno> = waiting
            .iter()
            .map(|descriptor| rustix::io::fcntl_dupfd_cloexec(descriptor, 0))
            .collect();
        let queued = self.queue.push(frame[left..].to_vec(), duplicates?);
        debug_assert!(queued.is_ok(), "the number of descriptors was checked");
        Ok(false)
    }

    /// Writes what waits, until the socket takes no more or nothing waits. Returns how many frames
    /// have left completely.
    ///
    /// When the kernel refuses the descriptors of a frame that waited (`ETOOMANYREFS`: too many
    /// descriptors of this user are in flight), the frame leaves without them and they are closed.
    /// To the reader that is a descriptor lost on the way, which it can ask for again; the frames
    /// behind it are not affected.
    ///
    /// # Errors
    /// What sendmsg(2) says, except `EAGAIN`, `ENOBUFS`, `ENOMEM`, `EINTR` and `ETOOMANYREFS`. The
    /// queue is then as it was.
    pub fn flush(&mut self, socket: impl AsFd) -> io::Result<usize> {
        #[cfg(target_vendor = "apple")]
        if !self.queue.is_empty() {
            self.prepare(&socket)?;
        }
        let mut complete = 0;
        while let Some(write) = self.queue.next_write() {
            match self.attempt(&socket, || socket::send(&socket, &write)) {
                Ok(count) => complete += self.queue.written(count),
                // Waiting for the count to fall would make the event loop spin: the socket itself
                // is writable.
                Err(Errno::TOOMANYREFS) if !write.descriptors.is_empty() => {
                    self.queue.drop_next_descriptors();
                }
                Err(errno) if self.may_wait(errno) => break,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(complete)
    }

    /// Makes the socket fit for writing, once: it is the same at every call.
    #[cfg(target_vendor = "apple")]
    fn prepare(&mut self, socket: impl AsFd) -> io::Result<()> {
        if !self.is_prepared {
            apple::prepare(socket)?;
            self.is_prepared = true;
        }
        Ok(())
    }

    /// Writes, unless what was written before is to be read before that.
    fn attempt(
        &self,
        socket: impl AsFd,
        send: impl FnOnce() -> Result<usize, Errno>,
    ) -> Result<usize, Errno> {
        if self.writes_when_read {
            unread::when_read(socket, send)
        } else {
            send()
        }
    }

    /// Whether what was refused waits. So it does when the kernel has no memory for the moment, as
    /// libuv has it too: it is not lost, perhaps in the middle of a frame.
    fn may_wait(&mut self, refusal: Errno) -> bool {
        self.lacks_memory = matches!(refusal, Errno::NOBUFS | Errno::NOMEM);
        self.lacks_memory || refusal == Errno::AGAIN
    }

    /// Whether what waits does so for memory of the kernel's. The socket may be writable meanwhile.
    pub(crate) fn lacks_memory(&self) -> bool {
        self.lacks_memory
    }

    /// What waits.
    #[must_use]
    pub fn queue(&self) -> &Queue<OwnedFd> {
        &self.queue
    }

    /// What waits, to put in frames that leave later or carry descriptors, or to drop everything.
    pub fn queue_mut(&mut self) -> &mut Queue<OwnedFd> {
        &mut self.queue
    }
}
