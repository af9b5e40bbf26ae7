//! Sockets that are handed over from one process to another.

use super::{SOCKET_INFO_LENGTH, TransferredSocket, TransferredSocketKind};
use std::io;
use std::os::windows::io::{AsRawSocket, BorrowedSocket, FromRawSocket, OwnedSocket, RawSocket};
use std::ptr::null;
use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::Networking::WinSock::{
    FROM_PROTOCOL_INFO, INVALID_SOCKET, SOCKADDR_STORAGE, WSA_FLAG_NO_HANDLE_INHERIT, WSA_FLAG_OVERLAPPED,
    WSADuplicateSocketW, WSAPROTOCOL_INFOW, WSASocketW, getpeername, listen,
};
use windows_sys::Win32::System::IO::CancelIoEx;

/// How many connections may wait for a server that was not one before: `SOMAXCONN`, which stands
/// for as many as the system allows.
const MOST_WAITING: i32 = i32::MAX;

/// How many of the bytes are those of the system; the rest is libuv's number.
const SYSTEM_INFO: usize = size_of::<WSAPROTOCOL_INFOW>();

/// A socket that is to be handed over: what another process needs to know of it. The socket itself
/// stays open here.
#[derive(Clone, Debug)]
pub struct SocketExport {
    kind: TransferredSocketKind,
    info: Box<[u8; SOCKET_INFO_LENGTH]>,
}

impl SocketExport {
    /// Describes a socket of TCP for one process, which has a handle of its own from then on. One
    /// that is not connected is a server, and listens from here on, as with libuv.
    ///
    /// # Errors
    /// What `listen` and `WSADuplicateSocketW` say: `WSAEINVAL` when there is no such process.
    pub fn new(socket: BorrowedSocket<'_>, process: u32) -> io::Result<Self> {
        let kind = if is_connected(socket) {
            TransferredSocketKind::Connection
        } else {
            // SAFETY: the socket is borrowed. One that listens goes on with that.
            if unsafe { listen(raw(socket.as_raw_socket()), MOST_WAITING) } != 0 {
                return Err(io::Error::last_os_error());
            }
            TransferredSocketKind::Server
        };
        let mut info = Box::new([0; SOCKET_INFO_LENGTH]);
        // SAFETY: the socket is borrowed, and the structure is of plain numbers.
        let described = unsafe {
            let mut of_system: WSAPROTOCOL_INFOW = std::mem::zeroed();
            let status = WSADuplicateSocketW(raw(socket.as_raw_socket()), process, &raw mut of_system);
            (status == 0).then_some(of_system)
        };
        let of_system = described.ok_or_else(io::Error::last_os_error)?;
        // SAFETY: there are so many bytes in both, and the structure has no padding.
        unsafe {
            (&raw const of_system)
                .cast::<u8>()
                .copy_to_nonoverlapping(info.as_mut_ptr(), SYSTEM_INFO);
        }
        Ok(Self { kind, info })
    }

    /// As the frames of libuv have it.
    #[must_use]
    pub fn transferred(&self) -> TransferredSocket<'_> {
        TransferredSocket {
            kind: self.kind,
            info: &self.info,
        }
    }
}

/// A socket that was handed over to this process. Dropping it closes it.
#[derive(Debug)]
pub struct ReceivedSocket {
    kind: TransferredSocketKind,
    info: Option<Box<[u8; SOCKET_INFO_LENGTH]>>,
}

impl ReceivedSocket {
    /// What kind it is, as the sender says.
    #[must_use]
    pub fn kind(&self) -> TransferredSocketKind {
        self.kind
    }

    /// Makes a socket of it, which programs that are started do not inherit.
    ///
    /// # Errors
    /// What `WSASocketW` says, for a description that is none among others.
    pub fn import(mut self) -> io::Result<OwnedSocket> {
        match self.info.take() {
            Some(info) => import(&info),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

impl From<TransferredSocket<'_>> for ReceivedSocket {
    fn from(TransferredSocket { kind, info }: TransferredSocket<'_>) -> Self {
        Self {
            kind,
            info: Some(Box::new(*info)),
        }
    }
}

/// The sender's system has made a handle in this process, which only an import gives away.
impl Drop for ReceivedSocket {
    fn drop(&mut self) {
        if let Some(info) = self.info.take() {
            drop(import(&info));
        }
    }
}

fn import(info: &[u8; SOCKET_INFO_LENGTH]) -> io::Result<OwnedSocket> {
    // SAFETY: there are as many bytes, and any are one of these structures, which is of plain
    // numbers.
    let of_system = unsafe { info.as_ptr().cast::<WSAPROTOCOL_INFOW>().read_unaligned() };
    // SAFETY: the structure lives as long as the call; no group is given.
    let socket = unsafe {
        WSASocketW(
            FROM_PROTOCOL_INFO,
            FROM_PROTOCOL_INFO,
            FROM_PROTOCOL_INFO,
            &raw const of_system,
            0,
            WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT,
        )
    };
    if socket == INVALID_SOCKET {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: it was just made, and belongs to nobody else.
    Ok(unsafe { OwnedSocket::from_raw_socket(socket as RawSocket) })
}

fn is_connected(socket: BorrowedSocket<'_>) -> bool {
    // SAFETY: a structure of plain numbers.
    let mut peer: SOCKADDR_STORAGE = unsafe { std::mem::zeroed() };
    let mut length = i32::try_from(size_of::<SOCKADDR_STORAGE>()).unwrap_or_default();
    // SAFETY: the structure has the length that is given, and holds any address.
    unsafe {
        getpeername(
            raw(socket.as_raw_socket()),
            (&raw mut peer).cast(),
            &raw mut length,
        ) == 0
    }
}

/// Ends what is under way on a socket: reads that its owner does not want any more.
pub fn cancel_reads(socket: BorrowedSocket<'_>) {
    // SAFETY: the socket is borrowed. It fails when nothing is under way.
    unsafe { CancelIoEx(raw(socket.as_raw_socket()) as HANDLE, null()) };
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the system's sockets are as long as pointers"
)]
const fn raw(socket: RawSocket) -> usize {
    socket as usize
}

const _: () = assert!(SYSTEM_INFO + size_of::<u32>() == SOCKET_INFO_LENGTH);
