//! Functions for sockets that travel with a channel's frames on Windows: those of
//! `channel_descriptors.rs`, by the same names. A descriptor is the number of a socket here.

use crate::channels::or_errno;
use crate::errno::Errno;
use crate::instance::Instance;
use napi::bindgen_prelude::{Either, Env, Function, JsObjectValue, Object, Result, Unknown};
use napi_derive::napi;
use rt_ipc::{Format, SocketExport, cancel_reads};
use std::io;
use std::os::windows::io::{BorrowedSocket, FromRawSocket, IntoRawSocket, OwnedSocket, RawSocket};

/// Sends a frame with a socket: see `channel_descriptors.rs`. `-ENOTSUP` for a negative number:
/// only sockets of TCP can be sent.
#[napi(catch_unwind)]
pub fn send_with_descriptor(
    env: Env,
    channel: u32,
    payload: Either<String, &[u8]>,
    descriptor: i64,
) -> Result<i64> {
    let instance = Instance::of(env)?;
    let send = || -> io::Result<usize> {
        let open = instance.channels.find(channel).ok_or(Errno::BADF)?;
        let socket = RawSocket::try_from(descriptor).map_err(|_| Errno::NOTSUP)?;
        let child = instance.channels.child_of(channel);
        let pid = child.and_then(|child| instance.children.pid(child));
        // SAFETY: JavaScript gives the socket of a handle that it holds open during this call.
        let socket = unsafe { BorrowedSocket::borrow_raw(socket) };
        let export = SocketExport::new(socket, pid.ok_or(Errno::PIPE)?)?;
        let waiting = match &payload {
            Either::A(text) => open.send_with_socket(&[text.as_bytes(), b"\n"], export),
            Either::B(payload) => {
                let length_field = Format::length_field(payload.len()).map_err(|_| Errno::MSGSIZE)?;
                open.send_with_socket(&[&length_field, payload], export)
            }
        };
        Ok(waiting?.bytes)
    };
    Ok(or_errno(send()))
}

/// The socket that came with a frame: see `channel_descriptors.rs`.
#[napi(catch_unwind)]
pub fn take_descriptor(env: Env, channel: u32, frame: u32) -> Result<i64> {
    let channel = Instance::of(env)?.channels.find(channel);
    let taken = channel.and_then(|channel| channel.take_socket(frame as usize));
    let socket = taken.and_then(|socket| socket.import().ok());
    Ok(socket.map_or(-1, |socket| socket.into_raw_socket().cast_signed()))
}

/// What a socket can be used as.
#[napi(catch_unwind)]
#[must_use]
pub fn descriptor_kind(_descriptor: i64) -> &'static str {
    "TCP"
}

/// Closes a socket of `takeDescriptor` that no handle has taken.
#[napi(catch_unwind)]
pub fn close_socket(descriptor: i64) {
    if let Ok(socket) = RawSocket::try_from(descriptor) {
        // SAFETY: JavaScript gives a socket that it got from `takeDescriptor` and has not given
        // away.
        drop(unsafe { OwnedSocket::from_raw_socket(socket) });
    }
}

/// The socket of a native handle of TCP; -1 for another, or one that is closed.
#[napi(catch_unwind)]
pub fn socket_of(env: Env, handle: Object) -> Result<i64> {
    let has_ref: Function<(), bool> = handle.get_named_property("hasRef")?;
    let [change, restore] = if has_ref.apply(handle, ())? {
        ["unref", "ref"]
    } else {
        ["ref", "unref"]
    };
    let change: Function<(), Unknown> = handle.get_named_property(change)?;
    let restore: Function<(), Unknown> = handle.get_named_property(restore)?;
    let instance = Instance::of(env)?;
    let mut changed = Ok(());
    let socket = instance
        .channels
        .event_loop()
        .socket_of(|| changed = change.apply(handle, ()).map(drop));
    changed?;
    restore.apply(handle, ())?;
    Ok(socket.map_or(-1, RawSocket::cast_signed))
}

/// Ends the reads of a socket that its handle has begun and does not want any more: libuv would
/// otherwise end the connection, also that of another process, when it closes the handle.
#[napi(catch_unwind)]
pub fn cancel_reads_of(descriptor: i64) {
    if let Ok(socket) = RawSocket::try_from(descriptor) {
        // SAFETY: JavaScript gives the socket of a handle that it holds open during this call.
        cancel_reads(unsafe { BorrowedSocket::borrow_raw(socket) });
    }
}

/// Sockets are not counted: there is always a place for one.
#[napi(catch_unwind)]
#[must_use]
pub fn reserve_descriptor(_channel: u32) -> bool {
    true
}
