//! The parent's end of one pipe of a whole run.

use rustix::event::PollFlags;
use rustix::io::{Errno, ioctl_fionbio, read, retry_on_intr};
use rustix::net::{SendFlags, send};
use std::os::fd::OwnedFd;

/// How much room a read is given at least, in bytes.
const READ_SIZE: usize = 64 * 1024;

/// How often one event reads or writes, so that a child who is always ready leaves room for the other pipes and the time limit.
const TURNS_PER_EVENT: usize = 32;

/// The parent's end of one pipe: both directions of it.
pub(super) struct CapturedPipe<'a> {
    /// `None` once it is closed.
    pub end: Option<OwnedFd>,
    input: &'a [u8],
    /// What was read; `None` where nothing is to be read.
    pub output: Option<Vec<u8>>,
    /// The first failure.
    pub error: Option<Errno>,
}

impl<'a> CapturedPipe<'a> {
    pub fn new(end: OwnedFd, input: Option<&'a [u8]>, is_read: bool) -> Self {
        // On a fresh socket this cannot fail.
        let _ = ioctl_fionbio(&end, true);
        let mut pipe = Self {
            end: Some(end),
            input: input.unwrap_or_default(),
            output: is_read.then(Vec::new),
            error: None,
        };
        pipe.finish_input_when_written();
        pipe
    }

    /// What to wait for; nothing once a pipe that is only written has all its input.
    pub fn interest(&self) -> PollFlags {
        let mut flags = PollFlags::empty();
        flags.set(PollFlags::IN, self.output.is_some());
        flags.set(PollFlags::OUT, !self.input.is_empty());
        flags
    }

    fn finish_input_when_written(&mut self) {
        if let (Some(end), true) = (&self.end, self.input.is_empty()) {
            let _ = rustix::net::shutdown(end, rustix::net::Shutdown::Write);
        }
        if self.interest().is_empty() {
            self.end = None;
        }
    }

    pub fn write(&mut self) {
        for _ in 0..TURNS_PER_EVENT {
            let (Some(end), false) = (&self.end, self.input.is_empty()) else {
                return;
            };
            match retry_on_intr(|| send(end, self.input, SendFlags::NOSIGNAL)) {
                Ok(written) => self.input = &self.input[written..],
                Err(Errno::AGAIN) => return,
                Err(errno) => {
                    self.error.get_or_insert(errno);
                    self.input = &[];
                }
            }
            self.finish_input_when_written();
        }
    }

    /// Reads what is there. `true` when the output has grown past `limit`.
    pub fn read(&mut self, limit: Option<usize>) -> bool {
        for _ in 0..TURNS_PER_EVENT {
            let (Some(end), Some(output)) = (&self.end, &mut self.output) else {
                return false;
            };
            if output.capacity() - output.len() < READ_SIZE {
                output.reserve(READ_SIZE.max(output.len()));
            }
            match retry_on_intr(|| read(end, rustix::buffer::spare_capacity(output))) {
                Ok(0) => self.end = None,
                Ok(_) => {
                    if limit.is_some_and(|limit| output.len() > limit) {
                        return true;
                    }
                }
                Err(Errno::AGAIN) => return false,
                Err(errno) => {
                    self.error.get_or_insert(errno);
                    self.end = None;
                }
            }
        }
        false
    }
}
