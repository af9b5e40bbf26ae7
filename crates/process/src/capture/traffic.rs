//! What goes through one pipe of a whole run, in both directions.

#[cfg(target_os = "linux")]
use super::quiet_write::quiet_write;
use crate::pipe::WITHOUT_SIGNAL;
use crate::terminal::InputEnd;
use rustix::buffer::spare_capacity;
use rustix::io::{Errno, read, retry_on_intr, write};
use rustix::net::{RecvFlags, SendFlags, Shutdown, recv, send, shutdown};
use std::os::fd::AsFd;

/// How many bytes a read can bring at least.
const READ_SIZE: usize = 64 * 1024;

/// How often one event reads or writes, so that a child that is always ready does not keep the
/// other pipes and the time limit waiting.
const TURNS_PER_EVENT: usize = 32;

/// The calls of a socket do not block when they are asked not to. (The others are set up for that
/// instead, as are sockets on macOS.)
const WITHOUT_BLOCKING: SendFlags = WITHOUT_SIGNAL.union(SendFlags::DONTWAIT);

/// What the end of a pipe is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It carries bytes both ways.
    Socket,
    /// An end of `pipe(2)`.
    OneWay,
    Terminal,
}

impl Kind {
    pub const fn of_pipe(is_one_way: bool) -> Self {
        if is_one_way { Self::OneWay } else { Self::Socket }
    }
}

/// What goes through a pipe.
pub(super) struct Traffic<'a> {
    input: &'a [u8],
    /// What was read; `None` where nothing is to be read.
    output: Option<Vec<u8>>,
    /// The first failure.
    error: Option<Errno>,
    ended: bool,
    /// Nothing else ends the child's input, or tells it that nobody reads: a pipe of `pipe(2)`, or
    /// the system has refused that.
    must_close: bool,
    kind: Kind,
    /// To a terminal.
    last_written: Option<u8>,
    /// How the input of a terminal ends, once all of it was written.
    input_end: InputEnd,
}

/// The outcome of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// The pipe is empty, or full.
    Blocked,
    /// There may be more to do at once.
    Unfinished,
    /// Nothing more is to be done in this direction.
    Finished,
    /// More was read than may be.
    LimitPassed,
}

impl<'a> Traffic<'a> {
    /// `input` is what the child reads, and then its end, which an empty one is at once; `None`
    /// leaves the child's reading side alone.
    pub fn new(end: impl AsFd, input: Option<&'a [u8]>, is_read: bool, kind: Kind) -> Self {
        let mut traffic = Self {
            input: input.unwrap_or_default(),
            output: is_read.then(Vec::new),
            error: None,
            ended: false,
            must_close: false,
            kind,
            last_written: None,
            input_end: InputEnd::default(),
        };
        if input.is_some_and(<[u8]>::is_empty) {
            traffic.end_input(end);
        }
        traffic
    }
}

impl Traffic<'_> {
    /// Whether nothing but closing the pipe does what is needed.
    pub const fn must_close(&self) -> bool {
        self.must_close
    }

    pub const fn error(&self) -> Option<Errno> {
        self.error
    }

    pub fn into_output(self) -> Option<Vec<u8>> {
        self.output
    }

    pub const fn is_reading(&self) -> bool {
        self.output.is_some() && !self.ended
    }

    pub fn is_writing(&self) -> bool {
        !(self.input.is_empty() && self.input_end.rest().is_empty())
    }

    pub fn write(&mut self, end: impl AsFd) -> Progress {
        for _ in 0..TURNS_PER_EVENT {
            if !self.is_writing() {
                return Progress::Finished;
            }
            if self.input.is_empty() {
                match retry_on_intr(|| write(&end, self.input_end.rest())) {
                    Ok(written) => self.input_end.written(written),
                    Err(Errno::AGAIN) => return Progress::Blocked,
                    // Nobody has the terminal any more.
                    Err(_) => self.input_end = InputEnd::default(),
                }
                continue;
            }
            match retry_on_intr(|| self.send_or_write(&end)) {
                Ok(0) | Err(Errno::AGAIN) => return Progress::Blocked,
                Ok(written) => {
                    let (done, rest) = self.input.split_at(written);
                    self.input = rest;
                    self.last_written = done.last().copied();
                }
                Err(errno) => {
                    self.error.get_or_insert(errno);
                    self.input = &[];
                }
            }
            if self.input.is_empty() {
                self.end_input(&end);
            }
        }
        Progress::Unfinished
    }

    fn send_or_write(&self, end: impl AsFd) -> Result<usize, Errno> {
        match self.kind {
            Kind::Socket => send(end, self.input, WITHOUT_BLOCKING),
            #[cfg(target_os = "linux")]
            Kind::OneWay => quiet_write(end, self.input),
            _ => write(end, self.input),
        }
    }

    /// All the input was written.
    fn end_input(&mut self, end: impl AsFd) {
        self.must_close = match self.kind {
            Kind::Terminal => {
                self.input_end =
                    InputEnd::of(end, InputEnd::is_within_line(self.last_written)).unwrap_or_default();
                false
            }
            Kind::OneWay => true,
            // A child that has closed its end is no reason to fail, where the system says so.
            Kind::Socket => shutdown(end, Shutdown::Write).is_err(),
        };
    }

    pub fn read(&mut self, end: impl AsFd, limit: Option<usize>) -> Progress {
        for _ in 0..TURNS_PER_EVENT {
            let (Some(output), false) = (&mut self.output, self.ended) else {
                return Progress::Finished;
            };
            if output.capacity() - output.len() < READ_SIZE {
                output.reserve(READ_SIZE.max(output.len()));
            }
            match retry_on_intr(|| read_or_receive(&end, output, self.kind)) {
                Ok(0) => self.ended = true,
                // Nobody has the terminal any more, and all is read.
                Err(Errno::IO) if self.kind == Kind::Terminal => {
                    self.ended = true;
                    self.input = &[];
                    self.input_end = InputEnd::default();
                }
                Ok(_) => {
                    if limit.is_some_and(|limit| output.len() > limit) {
                        return Progress::LimitPassed;
                    }
                }
                Err(Errno::AGAIN) => return Progress::Blocked,
                Err(errno) => {
                    self.error.get_or_insert(errno);
                    self.ended = true;
                    // Nobody will read any more: a child that goes on writing must not wait for
                    // that.
                    if self.kind == Kind::OneWay {
                        self.must_close = true;
                    } else {
                        let _ = shutdown(&end, Shutdown::Read);
                    }
                }
            }
        }
        Progress::Unfinished
    }
}

/// Appends what is there to `output`.
fn read_or_receive(end: impl AsFd, output: &mut Vec<u8>, kind: Kind) -> Result<usize, Errno> {
    if kind != Kind::Socket {
        return read(end, spare_capacity(output));
    }
    recv(end, spare_capacity(output), RecvFlags::DONTWAIT).map(|(count, _)| count)
}
