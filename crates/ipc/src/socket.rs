//! The two system calls of the channel: recvmsg(2) and sendmsg(2) on a Unix stream socket. Neither
//! blocks.

use std::io::{IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::{Result, retry_on_intr};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags,
};

#[cfg(target_vendor = "apple")]
use crate::apple::{read_without_lost, write_descriptors};
use crate::queue::{DESCRIPTORS_PER_WRITE, Write};

/// What one call to [`receive`] brought.
pub(crate) struct Received {
    /// How many bytes; none at the end of the stream.
    pub(crate) bytes: usize,
    /// The descriptors that came with them.
    pub(crate) descriptors: Vec<OwnedFd>,
    /// Whether descriptors were lost: the control message did not fit, or the process has no free
    /// descriptor (unix(7)).
    pub(crate) truncated: bool,
}

/// A descriptor that is received must not leak into a child that another thread starts at this
/// moment.
#[cfg(not(target_vendor = "apple"))]
const RECEIVE: RecvFlags = RecvFlags::DONTWAIT.union(RecvFlags::CMSG_CLOEXEC);
#[cfg(target_vendor = "apple")]
const RECEIVE: RecvFlags = RecvFlags::DONTWAIT;

/// A peer that is gone must be an error (EPIPE), not a signal that ends the process.
#[cfg(not(target_vendor = "apple"))]
const SEND: SendFlags = SendFlags::DONTWAIT.union(SendFlags::NOSIGNAL);
/// Here both are said to the socket: [`prepare`](crate::apple::prepare).
#[cfg(target_vendor = "apple")]
const SEND: SendFlags = SendFlags::empty();

/// How many descriptors may come at once: as many as the system sends, since those that do not fit
/// here stay open on macOS and nobody knows them.
const MOST_RECEIVED: usize = if cfg!(target_vendor = "apple") {
    254
} else {
    DESCRIPTORS_PER_WRITE
};

/// Reads into `buffer` what is there. EAGAIN when nothing is.
pub(crate) fn receive(socket: impl AsFd, buffer: &mut [u8]) -> Result<Received> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_RECEIVED))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let read = || {
        retry_on_intr(|| rustix::net::recvmsg(&socket, &mut [IoSliceMut::new(buffer)], &mut control, RECEIVE))
    };
    let (message, lost) = read_without_lost(read)?;
    let mut descriptors = Vec::new();
    for part in control.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = part {
            descriptors.extend(rights);
        }
    }
    #[cfg(target_vendor = "apple")]
    for descriptor in &descriptors {
        rustix::io::fcntl_setfd(descriptor, rustix::io::FdFlags::CLOEXEC)?;
    }
    Ok(Received {
        bytes: message.bytes,
        descriptors,
        truncated: lost || message.flags.contains(ReturnFlags::CTRUNC),
    })
}

/// Writes what the socket takes now; returns how many bytes. EAGAIN when it takes none, EPIPE when
/// the peer is gone.
pub(crate) fn send(socket: impl AsFd, write: &Write<'_, OwnedFd>) -> Result<usize> {
    if write.descriptors.is_empty() {
        return send_bytes(socket, &write.slices);
    }
    let descriptors: Vec<_> = write.descriptors.iter().map(AsFd::as_fd).collect();
    send_descriptors(socket, &write.slices, &descriptors)
}

/// Writes what the socket takes now, and `descriptors`, at most [`DESCRIPTORS_PER_WRITE`], with the
/// first byte of it.
pub(crate) fn send_descriptors(
    socket: impl AsFd,
    slices: &[IoSlice<'_>],
    descriptors: &[BorrowedFd<'_>],
) -> Result<usize> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS_PER_WRITE))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    let fits = control.push(SendAncillaryMessage::ScmRights(descriptors));
    debug_assert!(fits, "the callers keep to the limit that the space is made for");
    write_descriptors(&socket, || send_message(&socket, slices, &mut control))
}

/// As [`send`], without descriptors.
pub(crate) fn send_bytes(socket: impl AsFd, slices: &[IoSlice<'_>]) -> Result<usize> {
    send_message(socket, slices, &mut SendAncillaryBuffer::default())
}

fn send_message(
    socket: impl AsFd,
    slices: &[IoSlice<'_>],
    control: &mut SendAncillaryBuffer<'_, '_, '_>,
) -> Result<usize> {
    retry_on_intr(|| rustix::net::sendmsg(&socket, slices, control, SEND))
}

/// What `read` brings, and whether descriptors were lost before it: here that is seen with it.
#[cfg(not(target_vendor = "apple"))]
fn read_without_lost<R>(read: impl FnOnce() -> Result<R>) -> Result<(R, bool)> {
    read().map(|received| (received, false))
}

/// A socket that is too full says EAGAIN here.
#[cfg(not(target_vendor = "apple"))]
fn write_descriptors(_: impl AsFd, write: impl FnOnce() -> Result<usize>) -> Result<usize> {
    write()
}
