//! Functions for descriptors that travel with a channel's frames.

use crate::channels::or_errno;
use crate::instance::Instance;
use napi::bindgen_prelude::{Either, Env, Result};
use napi_derive::napi;
use rt_ipc::{DescriptorKind, Format};
use rustix::io::Errno;
use std::os::fd::BorrowedFd;

/// What a received descriptor can be used as.
#[napi(string_enum, skip_typescript)]
pub enum HandleKind {
    /// A stream socket of the internet.
    #[napi(value = "TCP")]
    Tcp,
    /// A stream socket of the Unix domain, or a pipe.
    #[napi(value = "Pipe")]
    Pipe,
    /// A datagram socket of the internet.
    #[napi(value = "UDP")]
    Udp,
}

/// Sends a frame with a descriptor, which stays the caller's: a JSON text, or bytes behind their
/// length. Returns how many bytes wait on the channel after it (0: all have left), or a negative
/// error number: `-EBADF` when the channel is closed or the descriptor is negative, `-EPIPE` when
/// the peer is gone, `-EMSGSIZE` for 4 GiB and more.
#[napi(catch_unwind)]
pub fn send_with_descriptor(
    env: Env,
    channel: u32,
    payload: Either<String, &[u8]>,
    descriptor: i32,
) -> Result<i64> {
    let channels = &Instance::of(env)?.channels;
    let Some(channel) = channels.find(channel).filter(|_| descriptor >= 0) else {
        return Ok(or_errno(Err(Errno::BADF.into())));
    };
    // SAFETY: JavaScript gives the descriptor of a handle that it holds open during this call.
    let descriptor = unsafe { BorrowedFd::borrow_raw(descriptor) };
    let waiting = match payload {
        Either::A(text) => channel.send_with_descriptor(&[text.as_bytes(), b"\n"], descriptor),
        Either::B(payload) => match Format::length_field(payload.len()) {
            Ok(length_field) => channel.send_with_descriptor(&[&length_field, payload], descriptor),
            Err(_) => Err(Errno::MSGSIZE.into()),
        },
    };
    Ok(or_errno(waiting.map(|waiting| waiting.bytes)))
}

/// The descriptor that came with a frame, by the frame's position among those that `onFrames` is
/// called with; -1 when none did. It is the caller's from here on. To be called in the order of
/// the frames, and only for those that say that they carry one.
#[napi(catch_unwind)]
pub fn take_descriptor(env: Env, channel: u32, frame: u32) -> Result<i32> {
    let instance = Instance::of(env)?;
    let taken = instance
        .channels
        .find(channel)
        .and_then(|channel| channel.take_descriptor(frame as usize));
    let mut number = [-1];
    instance.handed_over.hand_over(vec![taken], &mut number);
    Ok(number[0])
}

/// What a descriptor can be used as; absent when it is none of the kinds that are passed.
#[napi(catch_unwind, ts_return_type = "'TCP' | 'Pipe' | 'UDP' | null")]
#[must_use]
pub fn descriptor_kind(descriptor: i32) -> Option<HandleKind> {
    if descriptor < 0 {
        return None;
    }
    // SAFETY: JavaScript gives a descriptor that it got from `takeDescriptor` and has not closed.
    let descriptor = unsafe { BorrowedFd::borrow_raw(descriptor) };
    match DescriptorKind::of(descriptor)? {
        DescriptorKind::Tcp => Some(HandleKind::Tcp),
        DescriptorKind::Pipe => Some(HandleKind::Pipe),
        DescriptorKind::Udp => Some(HandleKind::Udp),
        _ => None,
    }
}

/// Keeps a place in the process's descriptor table free for a descriptor that the peer is asked for
/// again; `false` when there is none now.
#[napi(catch_unwind)]
pub fn reserve_descriptor(env: Env, channel: u32) -> Result<bool> {
    let channel = Instance::of(env)?.channels.find(channel);
    Ok(channel.is_some_and(|channel| channel.reserve_descriptor()))
}
