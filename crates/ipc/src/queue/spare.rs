//! The memory of a chunk that has left, for the next chunk of any queue of this thread: a queue in
//! which nothing waits keeps none.

use std::cell::Cell;

/// The least capacity of a new chunk, which short frames share.
const CHUNK_SIZE: usize = 64 * 1024;

/// The most memory that is kept for the next chunk, and for the next frames' ends.
pub(super) const RETAINED: usize = 4 * CHUNK_SIZE;

/// The most after a chunk that needed it: a program that sends one long frame sends more, and new
/// memory costs as much as copying to it, since the kernel clears it page by page. A text gets
/// three times the memory that it needs if it is ASCII, of which the rest is never touched.
const RETAINED_BEHIND_LONG: usize = 4 * 1024 * 1024;

thread_local! {
    static SPARE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Memory that is not too much for what was in it is kept; but not while the thread, or the
/// process, ends.
pub(super) fn keep(memory: Vec<u8>) {
    let most = if memory.len() > RETAINED {
        RETAINED_BEHIND_LONG
    } else {
        RETAINED
    };
    if memory.capacity() <= most {
        let _ = SPARE.try_with(|spare| spare.set(memory));
    }
}

/// Empty memory for a chunk of at least that many bytes.
pub(super) fn take(least: usize) -> Vec<u8> {
    let mut memory = SPARE.try_with(Cell::take).unwrap_or_default();
    memory.clear();
    memory.reserve(least.max(CHUNK_SIZE));
    memory
}
