//! The bytes and descriptors that wait to be written to a socket.

mod spare;
#[cfg(test)]
mod tests;
mod unfinished;
mod write;

pub use write::Write;

use spare::RETAINED;
use std::collections::VecDeque;
use std::fmt;
use unfinished::Unfinished;

/// The most descriptors that one write can carry: `SCM_MAX_FD` of Linux, unix(7).
pub const DESCRIPTORS_PER_WRITE: usize = 253;

/// Bytes in the order in which they are to leave, and where the frames among them end.
///
/// The queue writes nothing: [`Queue::next_write`] says what to write, [`Queue::written`] notes
/// what was. `D` is the descriptor; dropping one closes it.
#[derive(Debug)]
pub struct Queue<D> {
    chunks: VecDeque<Chunk<D>>,
    /// How much of the first chunk has left.
    written: usize,
    bytes: usize,
    /// How many bytes have left since the queue was made or cleared.
    left: u64,
    /// Where each waiting frame ends, counted as `left` is.
    ends: VecDeque<u64>,
    /// Whether a write of several frames is short and ends with one of them.
    writes_whole_frames: bool,
}

/// Frames that share their memory, or a single one with the descriptors that travel with its first
/// byte.
#[derive(Debug)]
struct Chunk<D> {
    bytes: Vec<u8>,
    descriptors: Vec<D>,
}

/// A frame was given more than [`DESCRIPTORS_PER_WRITE`] descriptors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooManyDescriptors {
    /// How many it was given.
    pub count: usize,
}

impl fmt::Display for TooManyDescriptors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} descriptors exceed the {DESCRIPTORS_PER_WRITE} that one message can carry",
            self.count
        )
    }
}

impl std::error::Error for TooManyDescriptors {}

impl<D> Default for Queue<D> {
    fn default() -> Self {
        Self {
            chunks: VecDeque::new(),
            written: 0,
            bytes: 0,
            left: 0,
            ends: VecDeque::new(),
            writes_whole_frames: false,
        }
    }
}

impl<D> Queue<D> {
    /// Puts a frame at the end, with descriptors that travel with its first byte. A frame without
    /// bytes is not kept: nothing would carry its descriptors.
    ///
    /// # Errors
    /// [`TooManyDescriptors`]; the descriptors are then closed.
    pub fn push(&mut self, bytes: Vec<u8>, descriptors: Vec<D>) -> Result<(), TooManyDescriptors> {
        if descriptors.len() > DESCRIPTORS_PER_WRITE {
            return Err(TooManyDescriptors {
                count: descriptors.len(),
            });
        }
        if !bytes.is_empty() {
            self.bytes += bytes.len();
            self.chunks.push_back(Chunk { bytes, descriptors });
            self.end_frame();
        }
        Ok(())
    }

    /// Puts a frame of at most `most` bytes at the end: `write` appends it to the bytes that it is
    /// given, which have the capacity for as many. The frame is not kept when `write` fails or
    /// panics, or appends nothing.
    ///
    /// The bytes that are there before may be those of other frames, which `write` must leave as
    /// they are. Where it leaves fewer than there were, zeros leave in place of the others, and
    /// nothing of its own.
    ///
    /// # Errors
    /// Those of `write`.
    ///
    /// ```
    /// let mut queue = rt_ipc::Queue::<u32>::default();
    /// queue.append(3, |bytes| {
    ///     bytes.extend_from_slice(b"42\n");
    ///     Ok::<(), ()>(())
    /// })?;
    /// assert_eq!((queue.len(), queue.bytes()), (1, 3));
    /// # Ok::<(), ()>(())
    /// ```
    pub fn append<E>(
        &mut self,
        most: usize,
        write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut frame = Unfinished::new(self, most);
        let bytes = frame.bytes();
        write(bytes)?;
        let length = bytes.len();
        frame.finish(length);
        Ok(())
    }

    /// How many bytes wait.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many frames wait, one that has left in part among them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many bytes have left since the queue was made or cleared.
    #[cfg(unix)]
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// Whether nothing waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Says that `count` bytes of the last [`Queue::next_write`] have left, and with the first of
    /// them its descriptors, which are closed here. Returns how many frames have left as a whole.
    ///
    /// # Panics
    /// When fewer bytes wait.
    pub fn written(&mut self, count: usize) -> usize {
        assert!(count <= self.bytes, "more bytes written than were queued");
        if count == 0 {
            return 0;
        }
        self.bytes -= count;
        self.left += count as u64;
        self.written += count;
        self.chunks[0].descriptors.clear();
        while let Some(first) = self.chunks.front() {
            if self.written < first.bytes.len() {
                break;
            }
            self.written -= first.bytes.len();
            if let Some(chunk) = self.chunks.pop_front() {
                spare::keep(chunk.bytes);
            }
        }
        let complete = self.ends.partition_point(|&end| end <= self.left);
        self.ends.drain(..complete);
        if self.ends.is_empty() {
            self.ends.shrink_to(RETAINED / size_of::<u64>());
        }
        complete
    }

    /// Drops the descriptors of the next write; its bytes still wait.
    #[cfg(unix)]
    pub(crate) fn drop_next_descriptors(&mut self) {
        if let Some(first) = self.chunks.front_mut() {
            first.descriptors.clear();
        }
    }

    /// Drops everything, for a channel that is gone. Returns how many frames were incomplete.
    pub fn clear(&mut self) -> usize {
        let incomplete = self.len();
        *self = Self {
            writes_whole_frames: self.writes_whole_frames,
            ..Self::default()
        };
        incomplete
    }

    /// The bytes of a chunk without descriptors, at the end, with capacity for `most` more.
    fn spare(&mut self, most: usize) -> &mut Vec<u8> {
        let fits = |chunk: &Chunk<D>| {
            chunk.descriptors.is_empty() && chunk.bytes.capacity() - chunk.bytes.len() >= most
        };
        if !self.chunks.back().is_some_and(fits) {
            self.chunks.push_back(Chunk {
                bytes: spare::take(most),
                descriptors: Vec::new(),
            });
        }
        let last = self.chunks.len() - 1;
        &mut self.chunks[last].bytes
    }

    /// Notes that the bytes which wait end with a frame.
    fn end_frame(&mut self) {
        self.ends.push_back(self.left + self.bytes as u64);
    }
}
