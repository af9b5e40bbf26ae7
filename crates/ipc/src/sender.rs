//! The writing end: frames leave at once when the socket takes them, and wait in a queue when not.

use std::convert::Infallible;
use std::io::{self, IoSlice};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;

use crate::socket;
use crate::{DESCRIPTORS_PER_WRITE, Queue};

/// Writes a Unix stream socket without blocking. It does not own the socket.
#[derive(Debug, Default)]
pub struct Sender {
    queue: Queue<OwnedFd>,
}

impl Sender {
    /// A sender with nothing to send.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sends the bytes of `parts`, one frame, after all that was sent before. What the socket does
    /// not take now is copied into the queue. Returns whether all of it has left.
    ///
    /// # Errors
    /// What sendmsg(2) says, except `EAGAIN` (which queues) and `EINTR` (tried again); `EPIPE` when
    /// the peer is gone. Nothing of the frame is queued then.
    pub fn send(&mut self, socket: impl AsFd, parts: &[&[u8]]) -> io::Result<bool> {
        let length: usize = parts.iter().map(|part| part.len()).sum();
        let mut left = 0;
        if self.queue.is_empty() {
            let slices: Vec<_> = parts.iter().map(|part| IoSlice::new(part)).collect();
            left = match socket::send_bytes(socket, &slices) {
                Ok(count) => count,
                Err(Errno::AGAIN) => 0,
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
    /// except `EAGAIN` and `EINTR`; what duplicating says (`EMFILE`). Nothing of the frame has left
    /// then.
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
        let mut left = 0;
        if self.queue.is_empty() {
            left = match socket::send_descriptors(socket, &[IoSlice::new(&frame)], descriptors) {
                Ok(count) => count,
                Err(Errno::AGAIN) => 0,
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
    /// What sendmsg(2) says, except `EAGAIN`, `EINTR` and `ETOOMANYREFS`. The queue is then as it
    /// was.
    pub fn flush(&mut self, socket: impl AsFd) -> io::Result<usize> {
        let mut complete = 0;
        while let Some(write) = self.queue.next_write() {
            match socket::send(&socket, &write) {
                Ok(count) => complete += self.queue.written(count),
                Err(Errno::AGAIN) => break,
                // Waiting for the count to fall would make the event loop spin: the socket itself
                // is writable.
                Err(Errno::TOOMANYREFS) if !write.descriptors.is_empty() => {
                    self.queue.drop_next_descriptors();
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(complete)
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
