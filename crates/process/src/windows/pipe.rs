//! Pipes between this process and a child.

use super::system::{self, check, code};
use super::wide::{of, with_nul};
use std::io::{self, Read, Write};
use std::os::windows::io::{AsHandle, AsRawHandle, BorrowedHandle, FromRawHandle, OwnedHandle};
use std::process;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};
use windows_sys::Win32::Foundation::{
    ERROR_BROKEN_PIPE, ERROR_IO_PENDING, GENERIC_READ, GENERIC_WRITE, INVALID_HANDLE_VALUE,
};
use windows_sys::Win32::Security::SECURITY_ATTRIBUTES;
use windows_sys::Win32::Storage::FileSystem::{
    CreateFileW, FILE_FLAG_FIRST_PIPE_INSTANCE, FILE_FLAG_OVERLAPPED, OPEN_EXISTING, PIPE_ACCESS_DUPLEX,
    ReadFile, WriteFile,
};
use windows_sys::Win32::System::IO::{GetOverlappedResult, OVERLAPPED};
use windows_sys::Win32::System::Pipes::{
    CreateNamedPipeW, PIPE_READMODE_BYTE, PIPE_REJECT_REMOTE_CLIENTS, PIPE_TYPE_BYTE, PIPE_WAIT,
};
use windows_sys::Win32::System::Threading::CreateEventW;

/// What fits into a pipe in each direction, in bytes.
const CAPACITY: u32 = 65_536;

/// This process's end of a pipe whose other end is a descriptor of the child. It carries bytes both
/// ways. One thread may read while another writes.
///
/// Dropping it closes it: the child reads the end of its input then, and its writes fail.
#[derive(Debug)]
pub struct Pipe(OwnedHandle);

/// Makes a pipe: this process's end, whose reads and writes are overlapped, and the child's, which
/// can be inherited. Those of the child's end are overlapped when it is a channel, for a child that
/// waits for both at once.
pub(super) fn pair(is_channel: bool) -> io::Result<(Pipe, OwnedHandle)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    // The name is taken by whoever makes it first: then another is tried.
    for _ in 0..1000 {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = with_nul(&of(&format!(r"\\.\pipe\rt-process\{}-{number}", process::id())));
        // SAFETY: the name ends with a zero; no security attributes are given.
        let server = unsafe {
            CreateNamedPipeW(
                name.as_ptr(),
                PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS,
                1,
                CAPACITY,
                CAPACITY,
                0,
                null(),
            )
        };
        let server = match owned(server) {
            Ok(server) => server,
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => continue,
            Err(error) => return Err(error),
        };
        let flags = if is_channel { FILE_FLAG_OVERLAPPED } else { 0 };
        return Ok((Pipe(server), open(&name, GENERIC_READ | GENERIC_WRITE, 0, flags)?));
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Opens a file or device, so that a child can inherit it. The name ends with a zero.
pub(super) fn open(name: &[u16], access: u32, share: u32, flags: u32) -> io::Result<OwnedHandle> {
    debug_assert_eq!(name.last(), Some(&0));
    let inheritable = SECURITY_ATTRIBUTES {
        nLength: system::size::<SECURITY_ATTRIBUTES>(),
        lpSecurityDescriptor: null_mut(),
        bInheritHandle: 1,
    };
    // SAFETY: the name ends with a zero, and the attributes live as long as the call.
    let handle = unsafe {
        CreateFileW(
            name.as_ptr(),
            access,
            share,
            &raw const inheritable,
            OPEN_EXISTING,
            flags,
            null_mut(),
        )
    };
    owned(handle)
}

/// The handle that a function has made, if it has.
fn owned(handle: *mut std::ffi::c_void) -> io::Result<OwnedHandle> {
    if handle.is_null() || handle == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle was just made, and belongs to nobody else.
    Ok(unsafe { OwnedHandle::from_raw_handle(handle) })
}

impl Pipe {
    /// Starts a read or write, and waits until it is done.
    fn transfer(&self, start: impl FnOnce(*mut OVERLAPPED) -> i32) -> io::Result<usize> {
        // SAFETY: no name and no attributes are given.
        let event = owned(unsafe { CreateEventW(null(), 1, 0, null()) })?;
        let mut overlapped = OVERLAPPED {
            hEvent: event.as_raw_handle(),
            ..OVERLAPPED::default()
        };
        if let Err(error) = check(start(&raw mut overlapped)) {
            if code(&error) != ERROR_IO_PENDING {
                return Err(error);
            }
        }
        let mut count = 0;
        // SAFETY: the operation was started on this handle with this structure. The call returns
        // when the operation is over, so that structure, event and buffer outlive it.
        let result =
            unsafe { GetOverlappedResult(self.0.as_raw_handle(), &raw const overlapped, &raw mut count, 1) };
        check(result)?;
        Ok(count as usize)
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&*self).read(buffer)
    }
}

impl Read for &Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = length(buffer.len());
        let result = self.transfer(|overlapped| {
            // SAFETY: the buffer has the size that is given, and is borrowed until the operation is
            // over.
            unsafe {
                ReadFile(
                    self.0.as_raw_handle(),
                    buffer.as_mut_ptr(),
                    size,
                    null_mut(),
                    overlapped,
                )
            }
        });
        match result {
            // The child's end is closed, by all who had it.
            Err(error) if code(&error) == ERROR_BROKEN_PIPE => Ok(0),
            result => result,
        }
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Write for &Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let size = length(bytes.len());
        self.transfer(|overlapped| {
            // SAFETY: there are as many bytes as are given, borrowed until the operation is over.
            unsafe {
                WriteFile(
                    self.0.as_raw_handle(),
                    bytes.as_ptr(),
                    size,
                    null_mut(),
                    overlapped,
                )
            }
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How much of a buffer one operation takes.
fn length(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

impl AsHandle for Pipe {
    fn as_handle(&self) -> BorrowedHandle<'_> {
        self.0.as_handle()
    }
}

/// The handle's reads and writes are overlapped (`FILE_FLAG_OVERLAPPED`).
impl From<Pipe> for OwnedHandle {
    fn from(pipe: Pipe) -> Self {
        pipe.0
    }
}
