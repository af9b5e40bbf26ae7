//! A pipe that is read to its end and written to, by operations that go on meanwhile.

use super::super::pipe::Pipe;
use super::super::system::{check, code};
use std::io;
use std::os::windows::io::{AsHandle, AsRawHandle};
use std::ptr::{null, null_mut};
use windows_sys::Win32::Foundation::{ERROR_BROKEN_PIPE, ERROR_IO_PENDING, ERROR_NO_DATA};
use windows_sys::Win32::Storage::FileSystem::{ReadFile, WriteFile};
use windows_sys::Win32::System::IO::{CancelIoEx, OVERLAPPED};

/// How much one operation reads or writes, in bytes.
const PIECE: u32 = 65_536;

/// One operation that may be going on: the system writes to the structure and the buffer until its
/// end was taken from the port.
struct Operation {
    overlapped: Box<OVERLAPPED>,
    buffer: Vec<u8>,
    is_pending: bool,
}

impl Operation {
    fn new() -> Self {
        Self {
            overlapped: Box::default(),
            buffer: Vec::new(),
            is_pending: false,
        }
    }

    /// The result of starting the operation: its end comes to the port unless starting failed.
    fn started(&mut self, result: i32) -> io::Result<()> {
        match check(result) {
            Err(error) if code(&error) != ERROR_IO_PENDING => Err(error),
            _ => {
                self.is_pending = true;
                Ok(())
            }
        }
    }
}

/// A pipe whose output is kept, and whose input is given.
pub(super) struct CapturedPipe<'a> {
    /// `None` once it is closed.
    pipe: Option<Pipe>,
    /// The pipe that is closed when what was cancelled is over.
    retired: Option<Pipe>,
    read: Operation,
    write: Operation,
    /// What was read; `None` when the pipe is only written to.
    pub output: Option<Vec<u8>>,
    input: &'a [u8],
    pub error: Option<io::Error>,
}

impl<'a> CapturedPipe<'a> {
    pub fn new(pipe: Pipe, input: &'a [u8], is_read: bool) -> Self {
        Self {
            pipe: Some(pipe),
            retired: None,
            read: Operation::new(),
            write: Operation::new(),
            output: is_read.then(Vec::new),
            input,
            error: None,
        }
    }

    pub fn pipe(&self) -> Option<&Pipe> {
        self.pipe.as_ref()
    }

    /// Starts what there is to do.
    pub fn start(&mut self) {
        if self.output.is_some() {
            self.read_on();
        }
        self.write_on();
    }

    /// Whether something is going on, for which the system uses memory of this pipe. Where nothing
    /// is, nothing will be.
    pub const fn is_pending(&self) -> bool {
        self.read.is_pending || self.write.is_pending
    }

    /// Takes the end of an operation, if it is one of this pipe's.
    pub fn done(&mut self, overlapped: *const OVERLAPPED, result: &io::Result<usize>) -> bool {
        if std::ptr::eq(overlapped, &raw const *self.read.overlapped) {
            self.read.is_pending = false;
            self.read_done(result);
        } else if std::ptr::eq(overlapped, &raw const *self.write.overlapped) {
            self.write.is_pending = false;
            self.write_done(result);
        } else {
            return false;
        }
        if !self.is_pending() {
            self.retired = None;
        }
        true
    }

    /// Cancels the operations. The port still gets their ends.
    pub fn close(&mut self) {
        let Some(pipe) = self.pipe.take() else { return };
        if self.is_pending() {
            // SAFETY: the handle is open.
            unsafe { CancelIoEx(pipe.as_handle().as_raw_handle(), null()) };
            self.retired = Some(pipe);
        }
    }

    fn read_on(&mut self) {
        let Some(pipe) = &self.pipe else { return };
        self.read.buffer.resize(PIECE as usize, 0);
        *self.read.overlapped = OVERLAPPED::default();
        // SAFETY: the buffer has this size. It and the structure are neither moved nor freed before
        // the end of the operation was taken from the port: `Transfers` waits for that.
        let result = unsafe {
            ReadFile(
                pipe.as_handle().as_raw_handle(),
                self.read.buffer.as_mut_ptr(),
                PIECE,
                null_mut(),
                &raw mut *self.read.overlapped,
            )
        };
        if let Err(error) = self.read.started(result) {
            self.failed(error);
        }
    }

    fn read_done(&mut self, result: &io::Result<usize>) {
        match result {
            // What was read while the operation was being cancelled is not wanted any more.
            Ok(_) if self.pipe.is_none() => {}
            Ok(count) => {
                if let Some(output) = &mut self.output {
                    output.extend_from_slice(&self.read.buffer[..*count]);
                }
                self.read_on();
            }
            Err(error) => self.failed(copy(error)),
        }
    }

    /// Writes what is left of the input, and closes a pipe that is only written to after it.
    fn write_on(&mut self) {
        if self.input.is_empty() {
            if self.output.is_none() {
                self.close();
            }
            return;
        }
        let Some(pipe) = &self.pipe else { return };
        let size = u32::try_from(self.input.len()).unwrap_or(u32::MAX).min(PIECE);
        *self.write.overlapped = OVERLAPPED::default();
        // SAFETY: there are as many bytes, borrowed for longer than `Transfers` lives, which waits
        // for the end of the operation; so does the structure's memory.
        let result = unsafe {
            WriteFile(
                pipe.as_handle().as_raw_handle(),
                self.input.as_ptr(),
                size,
                null_mut(),
                &raw mut *self.write.overlapped,
            )
        };
        if let Err(error) = self.write.started(result) {
            self.input_refused(error);
        }
    }

    fn write_done(&mut self, result: &io::Result<usize>) {
        match result {
            Ok(count) => {
                self.input = &self.input[*count..];
                self.write_on();
            }
            Err(error) => self.input_refused(copy(error)),
        }
    }

    /// The child did not read all of its input. What it writes is read on.
    fn input_refused(&mut self, error: io::Error) {
        self.input = &[];
        if self.pipe.is_some() {
            self.error.get_or_insert(error);
        }
        if self.output.is_none() {
            self.close();
        }
    }

    /// Reading has ended: by the end of the stream, or by an error.
    fn failed(&mut self, error: io::Error) {
        if self.pipe.is_some() && ![ERROR_BROKEN_PIPE, ERROR_NO_DATA].contains(&code(&error)) {
            self.error.get_or_insert(error);
        }
        self.close();
    }
}

fn copy(error: &io::Error) -> io::Error {
    io::Error::from_raw_os_error(error.raw_os_error().unwrap_or_default())
}
