//! What is written next.

use std::io::IoSlice;

use super::Queue;

/// The most chunks that one write gathers. More gain nothing: the system call is then a small part
/// of the copying.
const CHUNKS_PER_WRITE: usize = 128;

/// The most bytes of several frames in a write that has whole frames only: a part of what one read
/// of Node takes, 64 KiB.
const WHOLE_FRAMES: usize = 16 * 1024;

/// One write: gather `slices`, and send `descriptors` with the first byte of them.
#[derive(Debug)]
#[non_exhaustive]
pub struct Write<'a, D> {
    /// What to write; never empty as a whole.
    pub slices: Vec<IoSlice<'a>>,
    /// At most [`DESCRIPTORS_PER_WRITE`](super::DESCRIPTORS_PER_WRITE).
    pub descriptors: &'a [D],
}

impl<D> Queue<D> {
    /// From now on, a write is what is left of one frame, or whole frames of 16 KiB at most.
    pub fn write_whole_frames(&mut self) {
        self.writes_whole_frames = true;
    }

    /// What to write next; `None` when nothing waits. A frame with descriptors is written by
    /// itself, so that the reader finds the end of its frame at the end of what came with the
    /// descriptors.
    #[must_use]
    pub fn next_write(&self) -> Option<Write<'_, D>> {
        let first = self.chunks.front()?;
        let plain = self
            .chunks
            .iter()
            .skip(1)
            .take_while(|chunk| first.descriptors.is_empty() && chunk.descriptors.is_empty());
        let mut most = if self.writes_whole_frames {
            self.whole_frames()
        } else {
            usize::MAX
        };
        let mut slices = vec![up_to(&mut most, &first.bytes[self.written..])];
        for chunk in plain.take(CHUNKS_PER_WRITE - 1) {
            if most == 0 {
                break;
            }
            slices.push(up_to(&mut most, &chunk.bytes));
        }
        Some(Write {
            slices,
            descriptors: &first.descriptors,
        })
    }

    /// How many bytes a write of whole frames has.
    fn whole_frames(&self) -> usize {
        let length = |end: u64| usize::try_from(end - self.left).unwrap_or(usize::MAX);
        let frames = self.ends.partition_point(|&end| length(end) <= WHOLE_FRAMES);
        self.ends.get(frames.max(1) - 1).map_or(0, |&end| length(end))
    }
}

/// The first `most` bytes, by whose number `most` becomes less.
fn up_to<'a>(most: &mut usize, bytes: &'a [u8]) -> IoSlice<'a> {
    let part = &bytes[..bytes.len().min(*most)];
    *most -= part.len();
    IoSlice::new(part)
}
