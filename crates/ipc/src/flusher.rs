//! One thread of this process that bounds how long frames are held back.
//!
//! A program that sends and then computes without returning to its event loop cannot write what it
//! held back. This thread does, two milliseconds after the first frame that was held back. That
//! frame wakes it, and it sleeps while none is held back.

use std::sync::{Arc, Once, OnceLock, PoisonError, Weak};
use std::time::Duration;
use std::{fmt, process, thread};

use crate::sync::{Condvar, Mutex, MutexGuard, sleep};

/// How long a frame is held back at most, plus the time until the system runs the thread.
const PERIOD: Duration = Duration::from_millis(2);

/// A sender that holds frames back.
pub(crate) trait HoldsBack: fmt::Debug + Send + Sync {
    /// Writes them. An error is left for the sender's owner to meet.
    fn write_overdue(&self);

    /// Writes them, and notes that the flusher no longer watches this sender.
    fn write_overdue_and_unwatch(&self);
}

/// Senders that hold frames back, and the thread that writes them.
#[derive(Debug)]
pub(crate) struct Flusher {
    /// The senders that have held a frame back since the thread last looked at them.
    watched: Mutex<Vec<Weak<dyn HoldsBack>>>,
    not_empty: Condvar,
    thread: Once,
    /// Whose thread it is.
    process: u32,
    /// That of a process which this one, or one it was forked from, has forked.
    forked: OnceLock<Box<Self>>,
}

/// Writes what any sender of this process holds back: before the process ends, or stops for another
/// reason.
pub fn flush_all() {
    Flusher::of_this_process().flush_all();
}

impl Flusher {
    pub fn new() -> Self {
        Self {
            watched: Mutex::new(Vec::new()),
            not_empty: Condvar::new(),
            thread: Once::new(),
            process: process::id(),
            forked: OnceLock::new(),
        }
    }

    /// The flusher of this process. A process made by `fork(2)` has the memory of another, but not
    /// its thread, which may have held the lock: it gets a flusher of its own.
    pub fn of_this_process() -> &'static Self {
        static FIRST: OnceLock<Flusher> = OnceLock::new();
        let this = process::id();
        let mut flusher = FIRST.get_or_init(Self::new);
        while flusher.process != this {
            flusher = flusher.forked.get_or_init(|| Box::new(Self::new()));
        }
        flusher
    }

    /// Starts the thread, once. Without one (the process may have no more threads), frames that are
    /// held back leave when their sender flushes.
    pub fn start_thread(&'static self) {
        self.thread.call_once(|| {
            let _ = thread::Builder::new().name("rt-flusher".into()).spawn(|| {
                loop {
                    self.write_overdue();
                }
            });
        });
    }

    /// Bounds the delay of a sender that holds a frame back, once. The caller must not hold the
    /// sender's lock: it is taken while the flusher's is held.
    pub fn watch(&self, sender: &Arc<impl HoldsBack + 'static>) {
        let sender = Arc::downgrade(sender);
        let mut watched = self.lock();
        watched.push(sender);
        if watched.len() == 1 {
            self.not_empty.notify_one();
        }
    }

    /// Writes what the watched senders hold back. They stay watched.
    pub fn flush_all(&self) {
        for sender in self.lock().iter().filter_map(Weak::upgrade) {
            sender.write_overdue();
        }
    }

    /// Waits until a sender is watched, and for one period more; then writes what the watched
    /// senders hold back, and watches none of them any more.
    pub fn write_overdue(&self) {
        let watched = self
            .not_empty
            .wait_while(self.lock(), |watched| watched.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        drop(watched);
        sleep(PERIOD);
        // The lock is held meanwhile, so that a `flush_all` at the same time misses no sender.
        for sender in self.lock().drain(..).filter_map(|sender| sender.upgrade()) {
            sender.write_overdue_and_unwatch();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Weak<dyn HoldsBack>>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(test, shuttle))]
mod interleavings {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixDatagram;
    use std::sync::Arc;

    use shuttle::thread::spawn;

    use super::Flusher;
    use crate::{CoalescingSender, Departure};

    fn pair(flusher: &'static Flusher) -> (Arc<CoalescingSender>, UnixDatagram) {
        let (ours, theirs) = UnixDatagram::pair().unwrap();
        theirs.set_nonblocking(true).unwrap();
        let ours = Arc::new(OwnedFd::from(ours));
        (CoalescingSender::with_flusher(ours, Some(flusher)), theirs)
    }

    fn send(sender: &Arc<CoalescingSender>, departure: Departure, byte: u8) {
        let queue = |queue: &mut crate::Queue<OwnedFd>| {
            queue.append(1, |bytes| {
                bytes.push(byte);
                Ok(())
            })
        };
        sender.send(departure, queue).unwrap();
    }

    /// All that has come, in its order.
    fn received(socket: &UnixDatagram) -> Vec<u8> {
        let mut all = Vec::new();
        let mut buffer = [0; 64];
        while let Ok(length) = socket.recv(&mut buffer) {
            all.extend_from_slice(&buffer[..length]);
        }
        all
    }

    /// What the thread does, until nothing is watched.
    fn run(flusher: &Flusher) {
        while !flusher.lock().is_empty() {
            flusher.write_overdue();
        }
    }

    fn explore(model: impl Fn() + Send + Sync + Copy + 'static) {
        shuttle::check_random(model, 3_000);
        shuttle::check_pct(model, 3_000, 3);
    }

    /// Every frame leaves, once and in order, although nobody flushes: no wake-up is lost.
    #[test]
    fn what_is_held_back_leaves_without_its_sender() {
        explore(|| {
            let flusher: &Flusher = Box::leak(Box::new(Flusher::new()));
            let (sender, socket) = pair(flusher);
            let thread = spawn(|| flusher.write_overdue());
            send(&sender, Departure::Coalesced, b'1');
            send(&sender, Departure::Coalesced, b'2');
            thread.join().unwrap();
            send(&sender, Departure::Coalesced, b'3');
            run(flusher);
            assert_eq!(received(&socket), b"123");
        });
    }

    /// The thread, a flush of all and the sender's own flush at the same time.
    #[test]
    fn flushes_at_the_same_time_write_each_frame_once() {
        explore(|| {
            let flusher: &Flusher = Box::leak(Box::new(Flusher::new()));
            let (sender, socket) = pair(flusher);
            let others = [spawn(|| flusher.write_overdue()), spawn(|| flusher.flush_all())];
            for byte in b'1'..b'4' {
                send(&sender, Departure::Coalesced, byte);
            }
            sender.flush().unwrap();
            send(&sender, Departure::Coalesced, b'4');
            send(&sender, Departure::AtOnce, b'5');
            send(&sender, Departure::Coalesced, b'6');
            for other in others {
                other.join().unwrap();
            }
            run(flusher);
            assert_eq!(received(&socket), b"123456");
        });
    }

    /// A sender that is closed, or dropped, while the thread looks at it; another one is served.
    #[test]
    fn senders_may_close_meanwhile() {
        explore(|| {
            let flusher: &Flusher = Box::leak(Box::new(Flusher::new()));
            let (closed, its_socket) = pair(flusher);
            let (other, other_socket) = pair(flusher);
            let threads = [
                spawn(|| flusher.write_overdue()),
                spawn(move || {
                    send(&closed, Departure::Coalesced, b'1');
                    closed.close();
                }),
            ];
            send(&other, Departure::Coalesced, b'2');
            for thread in threads {
                thread.join().unwrap();
            }
            run(flusher);
            assert_eq!(received(&its_socket), b"1");
            assert_eq!(received(&other_socket), b"2");
        });
    }
}
