//! The parent's end of one pipe of a whole run.
//!
//! It stays open until the run is over, also when nothing more is to be read or written: a child
//! that watches its output for a closed reader (Python's `asyncio`, a `net.Socket` of Node) would
//! take an end that is closed or shut down too early for one, and stop writing.

use super::traffic::{Kind, Progress, Traffic};
use rustix::event::PollFlags;
use rustix::io::Errno;
use std::os::fd::AsFd;

/// The parent's end of one pipe, none of whose calls blocks: both directions of it.
pub(super) struct CapturedPipe<'a, E> {
    /// `None` once it is closed, which a limit does.
    pub end: Option<E>,
    pub traffic: Traffic<'a>,
}

impl<'a, E: AsFd> CapturedPipe<'a, E> {
    /// `input` is what the child reads, and then its end; `None` leaves the child's reading side
    /// alone.
    pub fn new(end: E, input: Option<&'a [u8]>, is_read: bool, kind: Kind) -> Self {
        let mut pipe = Self {
            traffic: Traffic::new(&end, input, is_read, kind),
            end: Some(end),
        };
        pipe.close_if_must();
        pipe
    }

    /// Whether there is nothing more to read or write.
    pub fn is_finished(&self) -> bool {
        self.end.is_none() || !(self.traffic.is_reading() || self.traffic.is_writing())
    }

    /// What to wait for.
    pub fn interest(&self) -> PollFlags {
        let mut flags = PollFlags::empty();
        flags.set(PollFlags::IN, self.traffic.is_reading());
        flags.set(PollFlags::OUT, self.traffic.is_writing());
        flags
    }

    /// Writes what the kernel takes.
    pub fn write(&mut self) {
        if let Some(end) = &self.end {
            self.traffic.write(end);
            self.close_if_must();
        }
    }

    /// Closes the pipe where nothing else does what is needed, with what has come until then.
    pub fn close_if_must(&mut self) {
        if let (true, Some(end)) = (self.traffic.must_close(), &self.end) {
            self.traffic.read(end, None);
            self.end = None;
        }
    }

    /// Reads what is there.
    pub fn read(&mut self, limit: Option<usize>) -> Progress {
        let Some(end) = &self.end else {
            return Progress::Finished;
        };
        let progress = self.traffic.read(end, limit);
        self.close_if_must();
        progress
    }

    pub const fn error(&self) -> Option<Errno> {
        self.traffic.error()
    }

    pub fn into_output(self) -> Option<Vec<u8>> {
        self.traffic.into_output()
    }
}
