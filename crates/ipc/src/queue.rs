//! What is to be written, and what was.

use std::collections::VecDeque;
use std::fmt;
use std::io::IoSlice;

/// The most descriptors that one write can carry: `SCM_MAX_FD` of Linux, unix(7).
pub const DESCRIPTORS_PER_WRITE: usize = 253;

/// The most entries that one write gathers. More gain nothing: the system call is then a small part of the copying.
const ENTRIES_PER_WRITE: usize = 128;

/// Bytes in the order in which they are to leave, each entry with the descriptors that travel with its first byte.
///
/// The queue writes nothing: [`Queue::next_write`] says what to write, [`Queue::written`] is told what was. `D` is the descriptor;
/// dropping one closes it.
#[derive(Debug)]
pub struct Queue<D> {
    entries: VecDeque<Entry<D>>,
    /// How much of the first entry has left.
    written: usize,
    bytes: usize,
}

#[derive(Debug)]
struct Entry<D> {
    bytes: Vec<u8>,
    descriptors: Vec<D>,
}

/// One write: gather `slices`, and send `descriptors` with the first byte of them.
#[derive(Debug)]
pub struct Write<'a, D> {
    /// What to write; never empty as a whole.
    pub slices: Vec<IoSlice<'a>>,
    /// At most [`DESCRIPTORS_PER_WRITE`].
    pub descriptors: &'a [D],
}

/// An entry was given more than [`DESCRIPTORS_PER_WRITE`] descriptors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
            entries: VecDeque::new(),
            written: 0,
            bytes: 0,
        }
    }
}

impl<D> Queue<D> {
    /// Puts an entry at the end. An entry without bytes is not kept: nothing would carry its descriptors.
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
            self.entries.push_back(Entry { bytes, descriptors });
        }
        Ok(())
    }

    /// How many bytes wait.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many entries wait, one that has left in part among them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What to write next; `None` when nothing waits. An entry with descriptors is written by itself, so that the reader finds the
    /// end of its frame at the end of what came with the descriptors.
    #[must_use]
    pub fn next_write(&self) -> Option<Write<'_, D>> {
        let first = self.entries.front()?;
        let mut slices = vec![IoSlice::new(&first.bytes[self.written..])];
        if first.descriptors.is_empty() {
            let plain = self
                .entries
                .iter()
                .skip(1)
                .take_while(|entry| entry.descriptors.is_empty());
            slices.extend(
                plain
                    .take(ENTRIES_PER_WRITE - 1)
                    .map(|entry| IoSlice::new(&entry.bytes)),
            );
        }
        Some(Write {
            slices,
            descriptors: &first.descriptors,
        })
    }

    /// Says that `count` bytes of the last [`Queue::next_write`] have left, and with the first of them its descriptors, which are
    /// closed here. Returns how many entries are complete by that.
    ///
    /// # Panics
    /// When fewer bytes wait.
    pub fn written(&mut self, count: usize) -> usize {
        assert!(count <= self.bytes, "more bytes written than were queued");
        if count == 0 {
            return 0;
        }
        self.bytes -= count;
        self.written += count;
        self.entries[0].descriptors.clear();
        let mut complete = 0;
        while let Some(first) = self.entries.front()
            && self.written >= first.bytes.len()
        {
            self.written -= first.bytes.len();
            self.entries.pop_front();
            complete += 1;
        }
        complete
    }

    /// Drops everything, for a channel that is gone. Returns how many entries were incomplete.
    pub fn clear(&mut self) -> usize {
        let incomplete = self.entries.len();
        *self = Self::default();
        incomplete
    }
}

#[cfg(test)]
mod tests {
    use super::{DESCRIPTORS_PER_WRITE, Queue};

    fn next(queue: &Queue<u32>) -> Option<(Vec<u8>, Vec<u32>)> {
        queue.next_write().map(|write| {
            let bytes = write.slices.iter().flat_map(|slice| slice.to_vec()).collect();
            (bytes, write.descriptors.to_vec())
        })
    }

    #[test]
    fn entries_leave_together_up_to_the_one_with_descriptors() {
        let mut queue = Queue::default();
        queue.push(b"ab".to_vec(), vec![]).unwrap();
        queue.push(b"cd".to_vec(), vec![]).unwrap();
        queue.push(b"ef".to_vec(), vec![7, 8]).unwrap();
        queue.push(b"gh".to_vec(), vec![]).unwrap();
        assert_eq!(next(&queue), Some((b"abcd".to_vec(), vec![])));
        assert_eq!(queue.written(4), 2);
        assert_eq!(next(&queue), Some((b"ef".to_vec(), vec![7, 8])));
        assert_eq!(queue.written(1), 0);
        assert_eq!(next(&queue), Some((b"fgh".to_vec(), vec![])));
        assert_eq!((queue.bytes(), queue.len()), (3, 2));
        assert_eq!(queue.written(3), 2);
        assert_eq!(next(&queue), None);
        assert!(queue.is_empty());
    }

    #[test]
    fn nothing_written_keeps_the_descriptors() {
        let mut queue = Queue::default();
        queue.push(b"a".to_vec(), vec![7]).unwrap();
        assert_eq!(queue.written(0), 0);
        assert_eq!(next(&queue), Some((b"a".to_vec(), vec![7])));
    }

    #[test]
    fn limits_and_clearing() {
        let mut queue = Queue::default();
        let count = DESCRIPTORS_PER_WRITE + 1;
        assert_eq!(
            queue.push(b"a".to_vec(), vec![0; count]).unwrap_err().count,
            count
        );
        queue.push(Vec::new(), vec![1]).unwrap();
        assert!(queue.is_empty());
        queue.push(b"ab".to_vec(), vec![1]).unwrap();
        queue.push(b"c".to_vec(), vec![]).unwrap();
        queue.written(1);
        assert_eq!(queue.clear(), 2);
        queue.push(b"d".to_vec(), vec![]).unwrap();
        assert_eq!(next(&queue), Some((b"d".to_vec(), vec![])));
    }
}
