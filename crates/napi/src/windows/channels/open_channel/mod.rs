//! One open channel: a pipe on the event loop, what it receives and what waits to be sent.

mod events;

use super::outgoing::Outgoing;
use super::settings::{Listeners, Settings};
use crate::errno::Errno;
use crate::windows::{LibuvLoop, PipeHandle};
use napi::sys;
use rt_ipc::{Format, Queue, ReceivedSocket, Receiver, SocketExport};
use std::cell::{Cell, RefCell};
use std::ffi::c_int;
use std::io;
use std::rc::{Rc, Weak};

/// What travels with a frame.
pub(super) type Attachment = SocketExport;

/// Whether a frame may be held back for others. None is: no other thread can write to a pipe of
/// libuv, so nothing would let it leave while the program computes.
#[derive(Clone, Copy)]
pub(crate) enum Departure {
    AtOnce,
    Coalesced,
}

/// What waits after a frame was sent.
pub(crate) struct Waiting {
    pub bytes: usize,
}

pub(crate) struct OpenChannel {
    env: sys::napi_env,
    format: Format,
    joins_frames: bool,
    receiver: Rc<RefCell<Receiver>>,
    outgoing: RefCell<Outgoing>,
    listeners: Listeners,
    /// Absent once the channel is closed.
    pipe: RefCell<Option<PipeHandle>>,
    /// No more is read: the peer has closed its end, or its bytes were malformed.
    ended: Cell<bool>,
    this: Weak<Self>,
}

impl OpenChannel {
    /// # Errors
    /// Those of [`PipeHandle::open`].
    pub fn open(
        env: sys::napi_env,
        event_loop: &LibuvLoop,
        descriptor: c_int,
        settings: &Settings,
        listeners: Listeners,
    ) -> io::Result<Rc<Self>> {
        let channel = Rc::new_cyclic(|this| Self {
            env,
            format: settings.format,
            joins_frames: settings.joins_frames,
            receiver: Rc::new(RefCell::new(settings.receiver())),
            outgoing: RefCell::default(),
            listeners,
            pipe: RefCell::default(),
            ended: Cell::new(false),
            this: Weak::clone(this),
        });
        if settings.writes_when_read {
            channel.outgoing.borrow_mut().queue_mut().write_whole_frames();
        }
        let weak = Rc::downgrade(&channel);
        let on_read = Box::new(move |read: Result<&[u8], c_int>| {
            if let Some(channel) = weak.upgrade() {
                channel.read(read.ok());
            }
        });
        let pipe = PipeHandle::open(event_loop, descriptor, on_read)?;
        channel.pipe.replace(Some(pipe));
        Ok(channel)
    }

    /// Sends a frame, which `queue` puts at the end of what waits.
    ///
    /// # Errors
    /// Those of `queue`; `EBADF` when the channel is closed; for a frame that nothing stands
    /// before, that of the pipe, `EPIPE` when the peer is gone: the frame is dropped then. Errors
    /// of frames that wait are given to the listener.
    pub fn send(
        &self,
        _: Departure,
        queue: impl FnOnce(&mut Queue<Attachment>) -> io::Result<()>,
    ) -> io::Result<Waiting> {
        let pipe = self.pipe.borrow();
        let pipe = pipe.as_ref().ok_or(Errno::BADF)?;
        let mut outgoing = self.outgoing.borrow_mut();
        queue(outgoing.queue_mut())?;
        self.write(pipe, &mut outgoing)?;
        Ok(Waiting {
            bytes: outgoing.bytes(),
        })
    }

    /// Sends the bytes of `parts`, one frame, with a socket, which stays the caller's.
    ///
    /// # Errors
    /// Those of [`send`](Self::send).
    pub fn send_with_socket(&self, parts: &[&[u8]], socket: SocketExport) -> io::Result<Waiting> {
        let mut socket = Some(socket);
        self.send(Departure::AtOnce, |queue| {
            queue
                .push(parts.concat(), socket.take().into_iter().collect())
                .map_err(|_| Errno::INVAL.into())
        })
    }

    /// The socket that came with a frame, by the frame's position among those that the listener is
    /// being called with.
    pub fn take_socket(&self, frame: usize) -> Option<ReceivedSocket> {
        let mut receiver = self.receiver.borrow_mut();
        let (frames, arrivals) = receiver.frames();
        let end = frames.ends().nth(frame)?;
        arrivals.take(end)?.into_iter().next()
    }

    /// Nothing is held back. Returns how many frames wait.
    ///
    /// # Errors
    /// None: those of frames that wait are given to the listener.
    #[expect(clippy::unnecessary_wraps, reason = "as on Linux")]
    pub fn flush(&self) -> io::Result<usize> {
        Ok(self.outgoing.borrow().frames())
    }

    /// How frames are separated.
    pub fn format(&self) -> Format {
        self.format
    }

    pub fn reference(&self, keep_alive: bool) {
        if let Some(pipe) = self.pipe.borrow().as_ref() {
            pipe.keep_alive(keep_alive);
        }
    }

    /// What the system has not taken is dropped.
    pub fn close(&self) {
        drop(self.pipe.take());
        self.outgoing.borrow_mut().clear();
    }

    /// How many bytes of an incomplete frame have come.
    pub fn pending(&self) -> usize {
        self.receiver.borrow().pending()
    }

    /// Whether something can be read that was not, the end included.
    pub fn has_unread(&self) -> bool {
        let pipe = self.pipe.borrow();
        !self.ended.get() && pipe.as_ref().is_some_and(PipeHandle::has_unread)
    }

    fn is_closed(&self) -> bool {
        self.pipe.borrow().is_none()
    }

    fn write(&self, pipe: &PipeHandle, outgoing: &mut Outgoing) -> io::Result<()> {
        outgoing.write(pipe, |number| {
            let this = Weak::clone(&self.this);
            Box::new(move |status| {
                if let Some(channel) = this.upgrade() {
                    channel.written(number, status);
                }
            })
        })
    }
}
