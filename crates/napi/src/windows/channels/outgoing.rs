//! What is to be written to a channel's pipe.
//!
//! A frame is written at once when the system has taken all before it. Otherwise it waits, and
//! leaves together with the others that wait: the system would take each write of its own, but what
//! waits there is lost with the process, and takes the memory of the kernel.

use crate::errno::Errno;
use crate::windows::PipeHandle;
use rt_ipc::{Queue, SocketExport, encode_libuv_header};
use std::ffi::c_int;
use std::io;

/// The most bytes of data in one write, so that a long message is not twice in memory.
const MOST_AT_ONCE: usize = 16 * 1024 * 1024;

/// The frames that have not left.
#[derive(Default)]
pub(super) struct Outgoing {
    queue: Queue<SocketExport>,
    under_way: Option<UnderWay>,
    /// The number of the last write.
    last: u64,
}

/// A write that the system has not taken as a whole.
struct UnderWay {
    number: u64,
    bytes: usize,
    /// How many frames end in it.
    frames: usize,
}

impl Outgoing {
    /// How many bytes wait.
    pub fn bytes(&self) -> usize {
        self.queue.bytes() + self.under_way.as_ref().map_or(0, |write| write.bytes)
    }

    /// How many frames wait, one that has left in part among them.
    pub fn frames(&self) -> usize {
        self.queue.len() + self.under_way.as_ref().map_or(0, |write| write.frames)
    }

    /// What is behind the write that is under way, to put frames at its end.
    pub fn queue_mut(&mut self) -> &mut Queue<SocketExport> {
        &mut self.queue
    }

    /// Drops everything.
    pub fn clear(&mut self) {
        self.queue.clear();
        self.under_way = None;
    }

    /// Writes what waits until the system takes no more. `on_written` makes what is called with the
    /// outcome of the write with a number.
    ///
    /// # Errors
    /// That of the pipe, `EPIPE` when the peer is gone: nothing of what waited will leave, and all
    /// of it is dropped.
    pub fn write(
        &mut self,
        pipe: &PipeHandle,
        on_written: impl Fn(u64) -> Box<dyn FnOnce(c_int)>,
    ) -> io::Result<()> {
        while self.under_way.is_none() && !self.queue.is_empty() {
            self.last += 1;
            let number = self.last;
            let (wire, bytes) = self.next_frame()?;
            pipe.write(wire, on_written(number))
                .map_err(|error| gone(&error))
                .inspect_err(|_| self.clear())?;
            let frames = self.queue.written(bytes);
            if pipe.is_writing() {
                self.under_way = Some(UnderWay {
                    number,
                    bytes,
                    frames,
                });
            }
        }
        Ok(())
    }

    /// Notes the outcome of the write with a number. Returns whether it was one that was waited
    /// for.
    ///
    /// # Errors
    /// That of the write; all that waits is dropped.
    pub fn written(&mut self, number: u64, status: c_int) -> io::Result<bool> {
        if self.under_way.take_if(|write| write.number == number).is_none() {
            return Ok(false);
        }
        if status < 0 {
            self.clear();
            return Err(gone(&Errno::from_raw_os_error(-status).into()));
        }
        Ok(true)
    }

    /// The next frame of libuv, and how many bytes of data are in it. A message with a socket is
    /// not in the frame of another.
    fn next_frame(&self) -> io::Result<(Vec<u8>, usize)> {
        let Some(write) = self.queue.next_write() else {
            return Ok((Vec::new(), 0));
        };
        let waiting: usize = write.slices.iter().map(|slice| slice.len()).sum();
        let bytes = waiting.min(MOST_AT_ONCE);
        let socket = write.descriptors.first().map(SocketExport::transferred);
        let mut wire = Vec::with_capacity(bytes + 1024);
        encode_libuv_header(bytes, socket, &mut wire).map_err(|_| Errno::MSGSIZE)?;
        let mut left = bytes;
        for slice in &write.slices {
            let part = left.min(slice.len());
            wire.extend_from_slice(slice.get(..part).unwrap_or_default());
            left -= part;
        }
        Ok((wire, bytes))
    }
}

/// libuv calls it the end of the stream, when the other end of a pipe was closed.
fn gone(error: &io::Error) -> io::Error {
    match crate::errno::negative(error) {
        crate::errno::EOF => Errno::PIPE.into(),
        number => Errno::from_raw_os_error(-number).into(),
    }
}
