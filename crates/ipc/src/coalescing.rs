//! The writing end of a program that sends many frames in one turn of its event loop.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, retry_on_intr};

use crate::flusher::{self, FLUSHER, Flusher};
use crate::sync::{Mutex, MutexGuard};
use crate::{Queue, Sender};

/// From this many waiting bytes on, frames that may be held back are not any more: the reader can work while the writer goes on.
const COALESCED: usize = 16 * 1024;

/// The same for frames: handling many small ones takes the reader longer than their bytes say, and it should not begin when the writer is done.
const COALESCED_FRAMES: usize = 64;

/// A turn of the event loop that begins this long after the last one holds back fewer frames. Holding
/// one back wakes the flusher's thread, which costs more than the writes that are saved while there is
/// little traffic, and keeps an otherwise idle processor from sleeping.
const SPARSE: Duration = Duration::from_millis(8);

/// How many frames of such a turn are written at once before any is held back.
const UNCOALESCED_FRAMES: usize = 8;

/// Whether a frame leaves at once or may wait for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// The frame, and all before it, are written now.
    AtOnce,
    /// The frame may be held back, to be written together with others: until
    /// [`CoalescingSender::flush`], until 16 KiB or 64 frames wait, or for about 2 milliseconds. The last
    /// is the work of a thread, so it holds although the caller computes without end. After a pause of
    /// 8 milliseconds or more without a frame that left [`AtOnce`](Self::AtOnce), the first 8 frames are
    /// written at once.
    Coalesced,
}

/// What waits after a frame was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// How many bytes, of this and earlier frames.
    pub bytes: usize,
    /// Whether they wait for the socket to take bytes again, which the event loop is to watch for.
    pub blocked: bool,
}

/// A [`Sender`] that may hold frames back for a moment, so that many leave by one system call. It shares the socket with whoever reads it.
#[derive(Debug)]
pub struct CoalescingSender {
    state: Mutex<State>,
    flusher: &'static Flusher,
}

#[derive(Debug)]
struct State {
    /// Absent once the sender is closed.
    socket: Option<Arc<OwnedFd>>,
    sender: Sender,
    /// The socket took no more the last time. The event loop says when it does again, and tells those whose frames have left.
    blocked: bool,
    /// While it is blocked: from this many waiting bytes on, the socket is asked again. A writer that does not return to its event loop would else
    /// leave the reader without work.
    asks_again_at: usize,
    /// Whether the thread that bounds the delay knows this sender.
    known_to_flusher: bool,
    /// When a frame last left at once: the first frame of a turn of the event loop does.
    turn_began: Option<Instant>,
    /// How many frames of this turn are still written at once although they may be held back.
    uncoalesced: usize,
}

impl CoalescingSender {
    /// A sender with nothing to send. `socket` is a Unix stream socket.
    #[must_use]
    pub fn new(socket: Arc<OwnedFd>) -> Arc<Self> {
        Self::with_flusher(socket, &FLUSHER)
    }

    /// A sender whose delay is bounded by another thread than that of this process.
    pub(crate) fn with_flusher(socket: Arc<OwnedFd>, flusher: &'static Flusher) -> Arc<Self> {
        Arc::new(Self {
            flusher,
            state: Mutex::new(State {
                socket: Some(socket),
                sender: Sender::new(),
                blocked: false,
                asks_again_at: 0,
                known_to_flusher: false,
                turn_began: None,
                uncoalesced: 0,
            }),
        })
    }

    /// Sends a frame, which `queue` puts at the end of what waits.
    ///
    /// # Errors
    /// What `queue` says. `EBADF` when the sender is closed. For a frame that leaves at once and that nothing stands before, what
    /// sendmsg(2) says, `EPIPE` when the peer is gone; the frame is dropped then. The error for frames that wait is told by [`flush`](Self::flush).
    pub fn send(
        self: &Arc<Self>,
        departure: Departure,
        queue: impl FnOnce(&mut Queue<OwnedFd>) -> io::Result<()>,
    ) -> io::Result<Waiting> {
        let mut state = self.lock();
        if state.socket.is_none() {
            return Err(Errno::BADF.into());
        }
        let is_first = state.sender.queue().is_empty();
        queue(state.sender.queue_mut())?;
        let may_hold_back = state.may_hold_back(departure);
        let mut hold_back = false;
        if state.blocked {
            state.ask_again();
        } else {
            hold_back = may_hold_back && state.has_room_to_coalesce();
            if !hold_back {
                let written = state.write();
                if written.is_err() && is_first {
                    state.sender.queue_mut().clear();
                    written?;
                }
            }
        }
        let waiting = Waiting {
            bytes: state.sender.queue().bytes(),
            blocked: state.blocked,
        };
        let tell_flusher = hold_back && !std::mem::replace(&mut state.known_to_flusher, true);
        drop(state);
        if tell_flusher {
            if cfg!(not(shuttle)) {
                flusher::start_thread();
            }
            self.flusher.watch(self);
        }
        Ok(waiting)
    }

    /// Sends the bytes of `parts`, one frame, with descriptors as [`Sender::send_with_descriptors`] does. What is held back leaves before.
    ///
    /// # Errors
    /// `EBADF` when the sender is closed, and what [`Sender::send_with_descriptors`] says; the frame is dropped then.
    pub fn send_with_descriptors(
        &self,
        parts: &[&[u8]],
        descriptors: &[BorrowedFd<'_>],
    ) -> io::Result<Waiting> {
        let mut state = self.lock();
        let socket = state.socket.clone().ok_or(Errno::BADF)?;
        if !state.blocked {
            state.write()?;
        }
        let left = state.sender.send_with_descriptors(&*socket, parts, descriptors)?;
        state.blocked = !left;
        Ok(Waiting {
            bytes: state.sender.queue().bytes(),
            blocked: state.blocked,
        })
    }

    /// Writes what is held back. What the socket does not take stays for [`resume`](Self::resume). Returns how many frames wait afterwards.
    ///
    /// # Errors
    /// What sendmsg(2) says, `EPIPE` when the peer is gone: nothing of what waited will leave, and all of it is dropped.
    pub fn flush(&self) -> io::Result<usize> {
        let mut state = self.lock();
        if !state.blocked {
            state.write_or_drop()?;
        }
        Ok(state.sender.queue().len())
    }

    /// Writes what waits, when the event loop says that the socket takes bytes again. Returns how many frames wait afterwards.
    ///
    /// # Errors
    /// Those of [`flush`](Self::flush).
    pub fn resume(&self) -> io::Result<usize> {
        let mut state = self.lock();
        state.write_or_drop()?;
        Ok(state.sender.queue().len())
    }

    /// Whether frames wait for the socket to take bytes again.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        self.lock().blocked
    }

    /// Waits until all that waits has left, for a program that is about to end. Gives up when the peer takes nothing for as long as `patience`. Returns whether all has
    /// left.
    pub fn drain(&self, patience: Duration) -> bool {
        let Ok(patience) = Timespec::try_from(patience) else {
            return false;
        };
        loop {
            let Some(socket) = self.lock().socket.clone() else {
                return false;
            };
            match self.resume() {
                Ok(0) => return true,
                Ok(_) => {}
                Err(_) => return false,
            }
            let mut room = [PollFd::new(&*socket, PollFlags::OUT)];
            if retry_on_intr(|| poll(&mut room, Some(&patience))) != Ok(1) {
                return false;
            }
        }
    }

    /// Lets go of the socket, after a last attempt to write what waits. What the socket does not take is dropped.
    pub fn close(&self) {
        let mut state = self.lock();
        // Whoever closes a channel asks no more what became of its frames.
        let _ = state.write_or_drop();
        state.sender.queue_mut().clear();
        state.blocked = false;
        state.socket = None;
    }

    /// Writes what is held back, for another thread than the owner's, to whom an error is left.
    pub(crate) fn write_overdue(&self) {
        self.lock().write_overdue();
    }

    /// The same for the thread that bounds the delay, which does not know this sender afterwards: the next frame that is held back tells it again.
    pub(crate) fn write_overdue_and_unwatch(&self) {
        let mut state = self.lock();
        state.write_overdue();
        state.known_to_flusher = false;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Whether traffic is dense enough for a frame to be held back, if its sender allows it.
    fn may_hold_back(&mut self, departure: Departure) -> bool {
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

    fn has_room_to_coalesce(&self) -> bool {
        let queue = self.sender.queue();
        queue.bytes() < COALESCED && queue.len() < COALESCED_FRAMES
    }

    fn write(&mut self) -> io::Result<()> {
        let Some(socket) = &self.socket else {
            return Ok(());
        };
        let outcome = self.sender.flush(socket.as_fd());
        self.blocked = outcome.is_ok() && !self.sender.queue().is_empty();
        self.asks_again_at = self.sender.queue().bytes() + COALESCED;
        outcome.map(drop)
    }

    /// Writes what a blocked socket takes by now, once in a while. It stays blocked, and an error is left, for the event loop to tell.
    fn ask_again(&mut self) {
        let Some(socket) = &self.socket else { return };
        if self.sender.queue().bytes() >= self.asks_again_at {
            let _ = self.sender.flush(socket.as_fd());
            self.asks_again_at = self.sender.queue().bytes() + COALESCED;
        }
    }

    fn write_overdue(&mut self) {
        if !self.blocked && !self.sender.queue().is_empty() {
            let _ = self.write();
        }
    }

    fn write_or_drop(&mut self) -> io::Result<()> {
        self.write().inspect_err(|_| {
            self.sender.queue_mut().clear();
        })
    }
}
