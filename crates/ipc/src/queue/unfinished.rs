//! A frame that is being written into the queue's memory.

use std::mem;

use super::{Queue, spare};

/// The frame at the end of the last chunk. It is taken out again when this is dropped before the
/// frame is finished, by an error or a panic of who writes it: a part of a frame must not leave.
/// One without bytes is taken out, too.
pub(super) struct Unfinished<'a, D> {
    queue: &'a mut Queue<D>,
    /// How many bytes of the chunk stay.
    kept: usize,
}

impl<'a, D> Unfinished<'a, D> {
    /// A frame of at most that many bytes.
    pub(super) fn new(queue: &'a mut Queue<D>, most: usize) -> Self {
        let kept = queue.spare(most).len();
        Self { queue, kept }
    }

    /// The bytes before it, and its own.
    pub(super) fn bytes(&mut self) -> &mut Vec<u8> {
        let last = self.queue.chunks.len() - 1;
        &mut self.queue.chunks[last].bytes
    }

    /// The frame is done, and with it there are `length` [bytes](Self::bytes).
    pub(super) fn finish(self, length: usize) {
        let added = length.saturating_sub(self.kept);
        if added > 0 {
            self.queue.bytes += added;
            self.queue.end_frame();
            mem::forget(self);
        }
    }
}

impl<D> Drop for Unfinished<'_, D> {
    fn drop(&mut self) {
        let kept = self.kept;
        // Bytes of the frames before it that were removed, against the contract: as many stand in
        // their place, since those frames count them.
        self.bytes().resize(kept, 0);
        if kept == 0 {
            if let Some(chunk) = self.queue.chunks.pop_back() {
                spare::keep(chunk.bytes);
            }
        }
    }
}
