//! One open channel: a descriptor on the event loop, what it receives and what waits to be sent.

mod events;

use super::process_exit;
use super::prompt_peer::PromptPeer;
use super::settings::{Listeners, Settings};
use crate::environment::Environment;
use crate::event_loop::{Interest, Watch};
pub(super) use rt_ipc::Departure;
use rt_ipc::{CoalescingSender, Format, Queue, Receiver, Waiting};
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::io::{DupFlags, dup3};
use rustix::net::{Shutdown, shutdown};
use std::cell::{Cell, RefCell};
use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::rc::{Rc, Weak};
use std::sync::Arc;

/// What travels with a frame.
pub(super) type Attachment = OwnedFd;

/// How much one event reads, so that a peer who writes all the time leaves time for timers and
/// other descriptors.
const BYTES_PER_EVENT: usize = 256 * 1024;

pub(crate) struct OpenChannel {
    environment: Weak<Environment>,
    descriptor: Arc<OwnedFd>,
    format: Format,
    joins_frames: bool,
    stays_awake: bool,
    receiver: Rc<RefCell<Receiver>>,
    sender: Arc<CoalescingSender>,
    listeners: Listeners,
    peer: Rc<PromptPeer>,
    /// Absent once the channel is closed.
    watch: RefCell<Option<Box<dyn Watch>>>,
    /// No more is read: the peer has closed its end, or its bytes were malformed.
    ended: Cell<bool>,
    /// What another reader has read before was not given to the listeners yet.
    has_begun: Cell<bool>,
    /// Whether this process was started with this end: others may have it too.
    is_inherited: Cell<bool>,
}

impl OpenChannel {
    /// # Errors
    /// Those of [`CoalescingSender::write_when_read`] and of registering the descriptor with the
    /// event loop.
    pub fn open(
        environment: &Rc<Environment>,
        descriptor: OwnedFd,
        settings: &Settings,
        listeners: Listeners,
    ) -> io::Result<Rc<Self>> {
        let descriptor = Arc::new(descriptor);
        let watched: Rc<dyn AsFd> = Rc::new(Arc::clone(&descriptor));
        let channel = Rc::new(Self {
            environment: Rc::downgrade(environment),
            sender: CoalescingSender::new(Arc::clone(&descriptor)),
            descriptor,
            format: settings.format,
            joins_frames: settings.joins_frames,
            stays_awake: settings.stays_awake,
            receiver: Rc::new(RefCell::new(settings.receiver())),
            listeners,
            peer: Rc::default(),
            watch: RefCell::default(),
            ended: Cell::new(false),
            has_begun: Cell::new(false),
            is_inherited: Cell::new(false),
        });
        let weak = Rc::downgrade(&channel);
        let on_ready = Box::new(move |readiness| {
            if let Some(channel) = weak.upgrade() {
                channel.ready(readiness);
            }
        });
        if settings.writes_when_read {
            channel.sender.write_when_read()?;
        }
        let watch = environment.event_loop.watch(watched, on_ready)?;
        channel.watch.replace(Some(watch));
        channel.watch_for_what_is_needed()?;
        Ok(channel)
    }

    /// Sends a frame, which `queue` puts at the end of what waits, and watches for writability when
    /// the socket takes no more.
    ///
    /// # Errors
    /// Those of `queue`, [`CoalescingSender::send`] and registering with the event loop.
    pub fn send(
        &self,
        departure: Departure,
        queue: impl FnOnce(&mut Queue<OwnedFd>) -> io::Result<()>,
    ) -> io::Result<Waiting> {
        let waiting = self.sender.send(departure, queue)?;
        if waiting.blocked {
            self.watch_for_what_is_needed()?;
        } else if waiting.bytes == 0 && self.stays_awake {
            self.peer.sent(&self.environment);
        }
        Ok(waiting)
    }

    /// Sends the bytes of `parts`, one frame, with a descriptor, of which the peer gets one of its
    /// own. What is held back leaves before.
    ///
    /// # Errors
    /// Those of [`CoalescingSender::send_with_descriptors`] and registering with the event loop.
    pub fn send_with_descriptor(&self, parts: &[&[u8]], descriptor: BorrowedFd<'_>) -> io::Result<Waiting> {
        let waiting = self.sender.send_with_descriptors(parts, &[descriptor])?;
        if waiting.blocked {
            self.watch_for_what_is_needed()?;
        }
        Ok(waiting)
    }

    /// The descriptor that came with a frame, by the frame's position among those that the listener
    /// is being called with. Further ones that came with it are closed.
    pub fn take_descriptor(&self, frame: usize) -> Option<OwnedFd> {
        let mut receiver = self.receiver.borrow_mut();
        let (frames, arrivals) = receiver.frames();
        let end = frames.ends().nth(frame)?;
        arrivals.take(end)?.into_iter().next()
    }

    /// Keeps a place free for a descriptor that the peer is asked for again; `false` when there is
    /// none.
    pub fn reserve_descriptor(&self) -> bool {
        self.receiver.borrow_mut().reserve_descriptor(&*self.descriptor)
    }

    /// Writes what was held back. Returns how many frames wait afterwards.
    ///
    /// # Errors
    /// Those of [`CoalescingSender::flush`], after which nothing waits, and those of registering
    /// with the event loop.
    pub fn flush(&self) -> io::Result<usize> {
        let waiting = self.sender.flush()?;
        self.watch_for_what_is_needed()?;
        if waiting == 0 && self.stays_awake {
            self.peer.sent(&self.environment);
        }
        Ok(waiting)
    }

    /// This process was started with this end. What waits leaves when it exits.
    pub fn inherited(&self) {
        self.is_inherited.set(true);
        process_exit::drain_at_exit(&self.sender);
    }

    /// How frames are separated.
    pub fn format(&self) -> Format {
        self.format
    }

    pub fn reference(&self, keep_alive: bool) {
        if let Some(watch) = self.watch.borrow().as_ref() {
            watch.keep_alive(keep_alive);
        }
    }

    /// What waits leaves if the socket takes it, and is dropped if not. The peer sees the end at
    /// once, unless another process has this end too; the descriptor itself is closed when libuv
    /// has released it.
    pub fn close(&self) {
        if self.watch.take().is_some() {
            self.peer.close();
            self.sender.close();
            if self.is_inherited.get() {
                release(self.descriptor.as_fd());
            } else {
                // Fails when the peer has closed its end before: then there is nothing to do.
                let _ = shutdown(&*self.descriptor, Shutdown::Both);
            }
        }
    }

    /// Takes what another reader of the socket has read before: it is delivered with what is read
    /// next.
    pub fn begin_with(&self, bytes: &[u8], descriptor: Option<OwnedFd>) {
        let descriptors = descriptor.into_iter().collect();
        self.receiver.borrow_mut().begin_with(bytes, descriptors);
        self.has_begun.set(true);
    }

    /// Whether something can be read now, the end included.
    pub fn is_readable(&self) -> bool {
        self.is_reading()
            && (self.has_begun.get()
                || poll(
                    &mut [PollFd::new(&*self.descriptor, PollFlags::IN)],
                    Some(&Timespec::default()),
                ) == Ok(1))
    }

    /// Whether more may come.
    fn is_reading(&self) -> bool {
        !self.is_closed() && !self.ended.get()
    }

    fn is_closed(&self) -> bool {
        self.watch.borrow().is_none()
    }

    /// How many bytes of an incomplete frame have come.
    pub fn pending(&self) -> usize {
        self.receiver.borrow().pending()
    }

    /// Writable interest only while something waits: a socket is nearly always writable, and the
    /// loop would spin.
    fn watch_for_what_is_needed(&self) -> io::Result<()> {
        let interest = Interest {
            readable: !self.ended.get(),
            writable: self.sender.is_blocked(),
        };
        let watch = self.watch.borrow();
        watch.as_ref().map_or(Ok(()), |watch| watch.watch_for(interest))
    }
}

/// Lets go of a socket that no event loop watches any more, at once: its descriptor becomes one of
/// something else, until it is closed. Where that fails, the socket is let go of then.
fn release(socket: BorrowedFd<'_>) {
    if let Ok(other) = eventfd(0, EventfdFlags::CLOEXEC) {
        // SAFETY: the descriptor is open, and stays that: what owns it here never closes it.
        let mut descriptor = ManuallyDrop::new(unsafe { OwnedFd::from_raw_fd(socket.as_raw_fd()) });
        let _ = dup3(&other, &mut descriptor, DupFlags::CLOEXEC);
    }
}
