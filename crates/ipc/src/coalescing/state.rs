//! What a coalescing sender does under its lock.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Departure;
use crate::Sender;

/// From this many waiting bytes on, frames that may be held back are not any more: the reader can
/// work while the writer goes on.
const COALESCED: usize = 16 * 1024;

/// The same for frames: handling many small ones takes the reader longer than their bytes say, and
/// it should not begin when the writer is done.
const COALESCED_FRAMES: usize = 64;

/// A turn of the event loop that begins this long after the last one holds back fewer frames.
/// Holding one back wakes the flusher's thread, which costs more than the writes that are saved
/// while there is little traffic, and keeps an otherwise idle processor from sleeping.
const SPARSE: Duration = Duration::from_millis(8);

/// How many frames of such a turn are written at once before any is held back.
const UNCOALESCED_FRAMES: usize = 8;

/// The state of one sender.
#[derive(Debug)]
pub(super) struct State {
    /// Absent once the sender is closed.
    pub socket: Option<Arc<OwnedFd>>,
    pub sender: Sender,
    /// The socket took no more the last time. The event loop reports when it does again, and calls
    /// the callbacks of the frames that have left.
    pub blocked: bool,
    /// While it is blocked: from this many waiting bytes on, the socket is tried again. A writer
    /// that does not return to its event loop would otherwise leave the reader without work.
    pub retry_at: usize,
    /// Whether the flusher watches this sender.
    pub is_watched: bool,
    /// When a frame last left at once: the first frame of a turn of the event loop does.
    pub turn_began: Option<Instant>,
    /// How many frames of this turn are still written at once although they may be held back.
    pub uncoalesced: usize,
}

impl State {
    pub fn new(socket: Arc<OwnedFd>) -> Self {
        Self {
            socket: Some(socket),
            sender: Sender::new(),
            blocked: false,
            retry_at: 0,
            is_watched: false,
            turn_began: None,
            uncoalesced: 0,
        }
    }

    /// Whether traffic is dense enough for a frame to be held back, if its sender allows it.
    pub fn may_hold_back(&mut self, departure: Departure) -> bool {
        match departure {
            Departure::AtOnce => {
                let now = Instant::now();
                let is_sparse = self.turn_began.is_none_or(|began| now - began >= SPARSE);
                self.turn_began = Some(now);
                self.uncoalesced = if is_sparse { UNCOALESCED_FRAMES } else { 0 };
                false
            }
            Departure::Coalesced if self.uncoalesced > 0 => {
                self.uncoalesced -= 1;
                false
            }
            Departure::Coalesced => true,
        }
    }

    /// Whether so little waits that more may be held back.
    pub fn is_below_limits(&self) -> bool {
        let queue = self.sender.queue();
        queue.bytes() < COALESCED && queue.len() < COALESCED_FRAMES
    }

    /// Writes what waits.
    pub fn write(&mut self) -> io::Result<()> {
        let Some(socket) = &self.socket else {
            return Ok(());
        };
        let outcome = self.sender.flush(socket.as_fd());
        self.blocked = outcome.is_ok() && !self.sender.queue().is_empty();
        self.retry_at = self.sender.queue().bytes() + COALESCED;
        outcome.map(drop)
    }

    /// Writes what a blocked socket takes by now, once in a while. It stays blocked, and an error
    /// is left for the event loop to meet.
    pub fn retry(&mut self) {
        let Some(socket) = &self.socket else { return };
        if self.sender.queue().bytes() >= self.retry_at {
            let _ = self.sender.flush(socket.as_fd());
            self.retry_at = self.sender.queue().bytes() + COALESCED;
        }
    }

    /// Writes what is held back. An error is left for the sender's owner to meet.
    pub fn write_overdue(&mut self) {
        if !self.blocked && !self.sender.queue().is_empty() {
            let _ = self.write();
        }
    }

    /// Writes what waits, and drops it when that fails.
    pub fn write_or_drop(&mut self) -> io::Result<()> {
        self.write().inspect_err(|_| {
            self.sender.queue_mut().clear();
        })
    }
}
