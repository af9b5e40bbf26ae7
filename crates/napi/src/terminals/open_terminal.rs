//! One terminal on the event loop.

use crate::bytes::EngineBytes;
use crate::environment::Environment;
use crate::event_loop::{Interest, Readiness, Watch};
use napi::bindgen_prelude::{FnArgs, FunctionRef};
use rt_process::Terminal;
use rustix::io::{Errno, ioctl_fionbio, retry_on_intr};
use std::cell::{Cell, RefCell};
use std::io;
use std::os::fd::AsFd;
use std::rc::{Rc, Weak};

/// How much one event reads, so that a child that writes all the time leaves time for timers and
/// other descriptors.
const BYTES_PER_EVENT: usize = 64 * 1024;

/// The least that a read of a terminal asks for: the kernel gives no more than that at a time.
const BYTES_PER_READ: usize = 4096;

/// The JavaScript functions that a terminal calls.
pub(crate) struct Listeners {
    /// With what was read.
    pub data: FunctionRef<FnArgs<(EngineBytes,)>, ()>,
    /// When it takes bytes again.
    pub writable: FunctionRef<(), ()>,
    /// When there is nothing more to be read: with 0, or a negative error number.
    pub end: FunctionRef<FnArgs<(i32,)>, ()>,
}

pub(crate) struct OpenTerminal {
    environment: Weak<Environment>,
    terminal: Rc<Terminal>,
    /// Absent until JavaScript listens.
    listeners: RefCell<Option<Rc<Listeners>>>,
    /// Absent once the terminal is closed.
    watch: RefCell<Option<Box<dyn Watch>>>,
    reading: Cell<bool>,
    waits_to_write: Cell<bool>,
}

impl OpenTerminal {
    /// # Errors
    /// Those of registering the descriptor with the event loop.
    pub fn open(environment: &Rc<Environment>, terminal: Terminal) -> io::Result<Rc<Self>> {
        ioctl_fionbio(&terminal, true)?;
        let terminal = Rc::new(terminal);
        let watched: Rc<dyn AsFd> = Rc::<Terminal>::clone(&terminal);
        let open = Rc::new(Self {
            environment: Rc::downgrade(environment),
            terminal,
            listeners: RefCell::default(),
            watch: RefCell::default(),
            reading: Cell::new(false),
            waits_to_write: Cell::new(false),
        });
        let weak = Rc::downgrade(&open);
        let on_ready = Box::new(move |readiness| {
            if let Some(open) = weak.upgrade() {
                open.ready(readiness);
            }
        });
        open.watch
            .replace(Some(environment.event_loop.watch(watched, on_ready)?));
        Ok(open)
    }

    /// Takes the functions that are called from now on.
    pub fn listen(&self, listeners: Listeners) {
        self.listeners.replace(Some(Rc::new(listeners)));
    }

    /// Begins to read, or stops.
    ///
    /// # Errors
    /// What the event loop says.
    pub fn read(&self, enabled: bool) -> io::Result<()> {
        self.reading.set(enabled);
        self.watch_for_what_is_needed()
    }

    /// Writes as many of the bytes as the terminal takes now; when that is not all, the listener is
    /// called once it takes more.
    ///
    /// # Errors
    /// `EIO` when no process has the terminal any more.
    pub fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = 0;
        while written < bytes.len() {
            match retry_on_intr(|| rustix::io::write(&self.terminal, &bytes[written..])) {
                Ok(0) | Err(Errno::AGAIN) => {
                    self.waits_to_write.set(true);
                    self.watch_for_what_is_needed()?;
                    break;
                }
                Ok(count) => written += count,
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(written)
    }

    /// Lets the terminal keep the event loop alive while it is read or written, as it does from the
    /// start, or not.
    pub fn reference(&self, keep_alive: bool) {
        if let Some(watch) = self.watch.borrow().as_ref() {
            watch.keep_alive(keep_alive);
        }
    }

    /// The terminal itself.
    pub fn terminal(&self) -> &Terminal {
        &self.terminal
    }

    /// No listener is called any more. The descriptor is closed when the event loop has released
    /// it.
    pub fn close(&self) {
        self.watch.take();
        self.listeners.take();
    }

    /// A listener may close the terminal, stop reading, or throw.
    fn ready(&self, readiness: Readiness) {
        let Some(environment) = self.environment.upgrade() else {
            return;
        };
        if readiness.writable
            && self.waits_to_write.replace(false)
            && let Some(listeners) = self.listeners()
        {
            environment.call(&listeners.writable, ());
        }
        if readiness.readable && self.reading.get() {
            self.read_what_has_come(&environment);
        }
        // Fails only for a descriptor that is not registered with the loop, and this one is.
        let _ = self.watch_for_what_is_needed();
    }

    /// What has come by now, without waiting, and why there is no more: 0 for the end, or a
    /// negative error number.
    pub fn take_what_has_come(&self) -> (Vec<u8>, Option<i32>) {
        let mut bytes = Vec::with_capacity(BYTES_PER_EVENT);
        let end = loop {
            if bytes.capacity() - bytes.len() < BYTES_PER_READ {
                break None;
            }
            match retry_on_intr(|| {
                rustix::io::read(&self.terminal, rustix::buffer::spare_capacity(&mut bytes))
            }) {
                Ok(0) | Err(Errno::IO) => break Some(0),
                Ok(_) => {}
                Err(Errno::AGAIN) => break None,
                Err(errno) => break Some(-errno.raw_os_error()),
            }
        };
        (bytes, end)
    }

    fn read_what_has_come(&self, environment: &Environment) {
        let (bytes, end) = self.take_what_has_come();
        if end.is_some() {
            self.reading.set(false);
        }
        let Some(listeners) = self.listeners() else {
            return;
        };
        if !bytes.is_empty() {
            environment.call(&listeners.data, FnArgs::from((EngineBytes(bytes),)));
        }
        // The listener may have closed the terminal.
        let is_open = self.watch.borrow().is_some();
        if let Some(error) = end.filter(|_| is_open) {
            environment.call(&listeners.end, FnArgs::from((error,)));
        }
    }

    fn listeners(&self) -> Option<Rc<Listeners>> {
        self.listeners.borrow().clone()
    }

    /// Writable interest only while something waits: a terminal is nearly always writable.
    fn watch_for_what_is_needed(&self) -> io::Result<()> {
        let interest = Interest {
            readable: self.reading.get(),
            writable: self.waits_to_write.get(),
        };
        let watch = self.watch.borrow();
        watch.as_ref().map_or(Ok(()), |watch| watch.watch_for(interest))
    }
}
