//! The bytes that have come and are not consumed yet.

use std::cell::Cell;

/// What a buffer starts with, and returns to after a long frame. Miri takes seconds to fill this.
const USUAL_SIZE: usize = if cfg!(miri) { 4096 } else { 128 * 1024 };

/// A buffer larger than this is given back once what it holds is short again. Up to this, the
/// memory of a long frame is kept for the next one, until a short one comes: a peer that sends one
/// long frame sends more, and new memory costs as much as copying to it, since the kernel clears
/// it page by page.
const RETAINED_SIZE: usize = 2 * 1024 * 1024;

thread_local! {
    /// Memory that a buffer without bytes has given back, for the next buffer of this thread that
    /// needs some.
    static SPARE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Not while the thread, or the process, ends: then it is freed.
fn keep_spare(memory: Vec<u8>) {
    let _ = SPARE.try_with(|spare| spare.set(memory));
}

/// One growing piece of memory: consumed bytes, then bytes to be decoded, then free space.
///
/// A byte is moved at most once on its way, when it belongs to an incomplete frame behind consumed
/// ones.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    /// Initialized to its whole length, so that a read can write to it without `unsafe`.
    memory: Vec<u8>,
    consumed: usize,
    filled: usize,
    /// How many bytes were filled at most since the memory was last given back.
    most_filled: usize,
}

impl Buffer {
    /// Everything that has come since the last [`Buffer::spare`], consumed or not: positions stay
    /// valid until then.
    pub(super) fn all(&self) -> &[u8] {
        &self.memory[..self.filled]
    }

    /// Where in [`Buffer::all`] the bytes begin that are not consumed.
    pub(super) fn consumed(&self) -> usize {
        self.consumed
    }

    /// The bytes that are not consumed.
    pub(super) fn pending(&self) -> &[u8] {
        &self.memory[self.consumed..self.filled]
    }

    /// Marks the first `count` pending bytes as consumed.
    pub(super) fn consume(&mut self, count: usize) {
        self.consumed += count;
        debug_assert!(self.consumed <= self.filled, "more bytes consumed than have come");
    }

    /// At least `minimum` bytes to read into, after what is pending; drops what was consumed. The
    /// memory doubles, so that growing is linear in the bytes, but not beyond what `most` pending
    /// bytes need.
    pub(super) fn spare(&mut self, minimum: usize, most: usize) -> &mut [u8] {
        if self.consumed > 0 {
            self.memory.copy_within(self.consumed..self.filled, 0);
            self.filled -= self.consumed;
            self.consumed = 0;
        }
        if self.memory.len() > RETAINED_SIZE && self.filled + minimum <= USUAL_SIZE {
            self.memory.truncate(USUAL_SIZE);
            self.memory.shrink_to_fit();
        }
        let needed = self.filled + minimum;
        if self.memory.is_empty() {
            self.memory = SPARE.try_with(Cell::take).unwrap_or_default();
        }
        if self.memory.len() < needed {
            let doubled = (self.memory.len() * 2)
                .max(USUAL_SIZE)
                .min(most.saturating_add(minimum));
            let size = doubled.max(needed);
            if self.memory.is_empty() {
                // The allocator knows memory that is zero already, and need not write to it.
                self.memory = vec![0; size];
            } else {
                self.memory.reserve_exact(size - self.memory.len());
                self.memory.resize(size, 0);
            }
        }
        &mut self.memory[self.filled..]
    }

    /// Forgets what was consumed, and gives the memory back that the pending bytes do not need: all
    /// of it to the next buffer, or to the allocator, when there are none.
    pub(super) fn rest(&mut self) {
        let pending = self.consumed..self.filled;
        if pending.is_empty() {
            let memory = std::mem::take(&mut self.memory);
            let most = if std::mem::take(&mut self.most_filled) > USUAL_SIZE {
                RETAINED_SIZE
            } else {
                USUAL_SIZE
            };
            if (USUAL_SIZE..=most).contains(&memory.len()) {
                keep_spare(memory);
            }
        } else {
            if self.consumed > 0 {
                self.memory.copy_within(pending.clone(), 0);
            }
            if self.memory.len() > RETAINED_SIZE && pending.len() <= USUAL_SIZE {
                self.memory.truncate(USUAL_SIZE);
                self.memory.shrink_to_fit();
            }
        }
        self.consumed = 0;
        self.filled = pending.len();
    }

    /// Says that the first `count` bytes of the free space were written.
    ///
    /// # Panics
    /// When the free space is smaller.
    pub(super) fn fill(&mut self, count: usize) {
        assert!(
            count <= self.memory.len() - self.filled,
            "more bytes filled than there was space for"
        );
        self.filled += count;
        self.most_filled = self.most_filled.max(self.filled);
    }
}
