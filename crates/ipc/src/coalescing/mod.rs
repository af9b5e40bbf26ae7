//! The writing end of a program that sends many frames in one turn of its event loop.

mod state;

use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use rustix::event::PollFlags;
use rustix::io::Errno;

use crate::Queue;
use crate::flusher::{Flusher, HoldsBack};
use crate::pause::pause;
use crate::ready::ready_before;
use crate::sync::{Mutex, MutexGuard, sleep};
use state::State;

/// Whether a frame leaves at once or may wait for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Departure {
    /// The frame, and all before it, are written now.
    AtOnce,
    /// The frame may be held back, to be written together with others: until
    /// [`CoalescingSender::flush`], until 16 KiB or 64 frames wait, or for about 2 milliseconds.
    /// The last is the work of a thread, so it holds although the caller computes without end.
    /// After a pause of 8 milliseconds or more without a frame that left [`AtOnce`](Self::AtOnce),
    /// the first 8 frames are written at once.
    Coalesced,
}

/// What waits after a frame was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Waiting {
    /// How many bytes, of this and earlier frames.
    pub bytes: usize,
    /// Whether they wait for the socket to take bytes again, which the event loop is to watch for.
    pub blocked: bool,
}

/// A [`Sender`](crate::Sender) that may hold frames back for a moment, so that many leave by one
/// system call. It shares the socket with its reader.
///
/// ```
/// use rt_ipc::{CoalescingSender, Departure};
/// use std::io::Read;
/// use std::os::fd::OwnedFd;
/// use std::os::unix::net::UnixStream;
/// use std::sync::Arc;
///
/// let (ours, mut theirs) = UnixStream::pair()?;
/// let sender = CoalescingSender::new(Arc::new(OwnedFd::from(ours)));
/// for frame in [b"1\n", b"2\n"] {
///     sender.send(Departure::Coalesced, |queue| {
///         queue.append(frame.len(), |bytes| {
///             bytes.extend_from_slice(frame);
///             Ok(())
///         })
///     })?;
/// }
/// // At the end of the turn.
/// sender.flush()?;
/// let mut bytes = [0; 4];
/// theirs.read_exact(&mut bytes)?;
/// assert_eq!(&bytes, b"1\n2\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// What is held back when the process ends is lost: see [`drain`](Self::drain) and
/// [`flush_all`](crate::flush_all).
#[derive(Debug)]
pub struct CoalescingSender {
    state: Mutex<State>,
    /// Who bounds its delay, if not the flusher of the process that sends.
    flusher: Option<&'static Flusher>,
}

impl CoalescingSender {
    /// A sender with nothing to send. `socket` is a Unix stream socket.
    #[must_use]
    pub fn new(socket: Arc<OwnedFd>) -> Arc<Self> {
        Self::with_flusher(socket, None)
    }

    /// A sender whose delay may be bounded by another thread than that of this process.
    pub(crate) fn with_flusher(socket: Arc<OwnedFd>, flusher: Option<&'static Flusher>) -> Arc<Self> {
        Arc::new(Self {
            flusher,
            state: Mutex::new(State::new(socket)),
        })
    }

    /// [`Sender::write_when_read`](crate::Sender::write_when_read).
    ///
    /// # Errors
    /// `EBADF` when the sender is closed, and those of that function.
    pub fn write_when_read(&self) -> io::Result<()> {
        let mut state = self.lock();
        let socket = state.socket.clone().ok_or(Errno::BADF)?;
        state.sender.write_when_read(&*socket)
    }

    /// Sends a frame, which `queue` puts at the end of what waits ([`Queue::append`]) as it is on
    /// the wire.
    ///
    /// # Errors
    /// What `queue` says. `EBADF` when the sender is closed. For a frame that leaves at once and
    /// that nothing stands before, what sendmsg(2) says, `EPIPE` when the peer is gone; the frame
    /// is dropped then. Errors for frames that wait are returned by [`flush`](Self::flush).
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
            state.retry();
        } else {
            hold_back = may_hold_back && state.is_below_limits();
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
        let start_watching = hold_back && !std::mem::replace(&mut state.is_watched, true);
        drop(state);
        if start_watching {
            let flusher = self.flusher.unwrap_or_else(Flusher::of_this_process);
            if cfg!(not(shuttle)) {
                flusher.start_thread();
            }
            flusher.watch(self);
        }
        Ok(waiting)
    }

    /// Sends the bytes of `parts`, one frame, with descriptors as
    /// [`Sender::send_with_descriptors`](crate::Sender::send_with_descriptors) does. What is held
    /// back leaves before.
    ///
    /// # Errors
    /// `EBADF` when the sender is closed, and what
    /// [`Sender::send_with_descriptors`](crate::Sender::send_with_descriptors) says; the frame is
    /// dropped then.
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

    /// Writes what is held back. What the socket does not take stays for [`resume`](Self::resume).
    /// Returns how many frames wait afterwards.
    ///
    /// # Errors
    /// What sendmsg(2) says, `EPIPE` when the peer is gone: nothing of what waited will leave, and
    /// all of it is dropped.
    pub fn flush(&self) -> io::Result<usize> {
        let mut state = self.lock();
        if !state.blocked {
            state.write_or_drop()?;
        }
        Ok(state.sender.queue().len())
    }

    /// Writes what waits, when the event loop says that the socket takes bytes again. Returns how
    /// many frames wait afterwards.
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

    /// Waits until all that waits has left, for a program that is about to end. Gives up when the
    /// peer takes nothing for as long as `timeout`, whatever signals come meanwhile. Returns
    /// whether all has left.
    pub fn drain(&self, timeout: Duration) -> bool {
        // A limit past all time is none.
        let from_now = || Instant::now().checked_add(timeout);
        let mut deadline = from_now();
        let mut left = None;
        let mut pauses = 0;
        loop {
            let mut state = self.lock();
            let Some(socket) = state.socket.clone() else {
                return false;
            };
            if state.write_or_drop().is_err() {
                return false;
            }
            let queue = state.sender.queue();
            if queue.is_empty() {
                return true;
            }
            let has_left = left.replace(queue.left()) != Some(queue.left());
            let lacks_memory = state.sender.lacks_memory();
            drop(state);
            if has_left {
                deadline = from_now();
                pauses = 0;
            } else if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
                return false;
            }
            if lacks_memory {
                sleep(pause(pauses));
                pauses += 1;
            }
            if ready_before(&*socket, PollFlags::OUT, deadline) != Ok(true) {
                return false;
            }
        }
    }

    /// Releases the socket, after a last attempt to write what waits. What the socket does not take
    /// is dropped.
    pub fn close(&self) {
        let mut state = self.lock();
        // The outcome does not matter to a caller that closes the channel.
        let _ = state.write_or_drop();
        state.sender.queue_mut().clear();
        state.blocked = false;
        state.socket = None;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// For the thread that bounds the delay.
impl HoldsBack for CoalescingSender {
    fn write_overdue(&self) {
        self.lock().write_overdue();
    }

    fn write_overdue_and_unwatch(&self) {
        let mut state = self.lock();
        state.write_overdue();
        state.is_watched = false;
    }
}
