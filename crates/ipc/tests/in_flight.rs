//! A kernel that refuses more descriptors in flight: `ETOOMANYREFS`, unix(7). Alone in its file:
//! the limit is the process's.
#![cfg(target_os = "linux")]

#[path = "support/errno.rs"]
mod errno;

use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;

use errno::errno;
use rt_ipc::{Channel, CoalescingSender, Departure, Format, HandleType, Receiver, Sender};
use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities};

const MOST: u64 = 64;
const BUDGET: usize = 16 * 1024 * 1024;

/// As many descriptors in flight as this user may have, until the pair is dropped.
fn fill() -> (UnixStream, UnixStream) {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let mut sender = Sender::new();
    for _ in 0..4 * MOST {
        match sender.send_with_descriptors(&ours, &[b"x"], &[ours.as_fd()]) {
            Ok(true) => {}
            outcome => {
                assert_eq!(errno(outcome), Errno::TOOMANYREFS);
                return (ours, theirs);
            }
        }
    }
    panic!("the kernel counts no descriptors in flight");
}

/// Lets the kernel count: it does not for a user who may exceed limits.
fn obey_limits() {
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    set_capabilities(None, none).unwrap();
    let limit = Rlimit {
        current: Some(MOST),
        ..getrlimit(Resource::Nofile)
    };
    setrlimit(Resource::Nofile, limit).unwrap();
}

#[test]
fn refused_descriptors_lose_no_frame() {
    obey_limits();
    a_frame_that_is_sent_fails_alone();
    a_frame_that_waited_leaves_without_its_descriptors();
    a_coalescing_sender_does_the_same();
    a_channel_goes_on();
}

fn a_frame_that_is_sent_fails_alone() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let mut sender = Sender::new();
    let filled = fill();
    let refused = sender.send_with_descriptors(&ours, &[b"1\n"], &[ours.as_fd()]);
    assert_eq!(errno(refused), Errno::TOOMANYREFS);
    assert!(sender.send(&ours, &[b"2\n"]).unwrap());
    drop(filled);
    assert!(
        sender
            .send_with_descriptors(&ours, &[b"3\n"], &[ours.as_fd()])
            .unwrap()
    );
    let mut receiver = Receiver::new(Format::Newline);
    receiver.receive(&theirs, BUDGET).unwrap();
    let (frames, arrivals) = receiver.frames();
    assert_eq!(frames.iter().collect::<Vec<_>>(), [b"2", b"3"]);
    let end = frames.ends().nth(1).unwrap();
    assert_eq!(arrivals.take(end).map(|all| all.len()), Some(1));
}

/// More than a socket holds.
fn long_frame() -> Vec<u8> {
    let mut frame = vec![b'a'; 1_000_000];
    frame.push(b'\n');
    frame
}

/// Reads until the frames are there, calling `flush` in between. The lengths of all frames, and
/// whether descriptors came.
fn read_all(theirs: &UnixStream, count: usize, mut flush: impl FnMut()) -> (Vec<usize>, bool) {
    let mut receiver = Receiver::new(Format::Newline);
    let mut lengths = Vec::new();
    let mut with_descriptors = false;
    while lengths.len() < count {
        receiver.receive(theirs, BUDGET).unwrap();
        let (frames, arrivals) = receiver.frames();
        lengths.extend(frames.iter().map(<[u8]>::len));
        with_descriptors |= !arrivals.is_empty();
        flush();
    }
    (lengths, with_descriptors)
}

fn a_frame_that_waited_leaves_without_its_descriptors() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    theirs.set_nonblocking(true).unwrap();
    let mut sender = Sender::new();
    assert!(!sender.send(&ours, &[&long_frame()]).unwrap());
    sender
        .send_with_descriptors(&ours, &[b"12\n"], &[ours.as_fd()])
        .unwrap();
    sender.send(&ours, &[b"345\n"]).unwrap();
    let _filled = fill();
    let read = read_all(&theirs, 3, || {
        sender.flush(&ours).unwrap();
    });
    assert_eq!(read, (vec![1_000_000, 2, 3], false));
    assert!(sender.queue().is_empty());
}

fn a_coalescing_sender_does_the_same() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    theirs.set_nonblocking(true).unwrap();
    let sender = CoalescingSender::new(Arc::new(OwnedFd::from(ours)));
    let send = |frame: Vec<u8>| {
        sender
            .send(Departure::AtOnce, |queue| {
                queue.push(frame, Vec::new()).unwrap();
                Ok(())
            })
            .unwrap()
    };
    assert!(send(long_frame()).blocked);
    sender
        .send_with_descriptors(&[b"12\n"], &[theirs.as_fd()])
        .unwrap();
    send(b"345\n".to_vec());
    let _filled = fill();
    let read = read_all(&theirs, 3, || {
        sender.resume().unwrap();
    });
    assert_eq!(read, (vec![1_000_000, 2, 3], false));
    assert!(!sender.is_blocked());
}

fn a_channel_goes_on() {
    let (mut ours, child_end) = Channel::pair(Format::Newline).unwrap();
    let mut theirs = Channel::new(OwnedFd::from(child_end), Format::Newline);
    let (passed, _kept) = UnixStream::pair().unwrap();
    let filled = fill();
    assert!(
        ours.send_json_with_handle("refused", HandleType::Socket, &passed)
            .is_err()
    );
    ours.send_json("behind").unwrap();
    assert_eq!(theirs.recv_json().unwrap(), Some("behind".to_owned()));
    drop(filled);
    let sending = std::thread::spawn(move || ours.send_json_with_handle("sent", HandleType::Socket, &passed));
    let (message, handle) = theirs.recv_json_with_handle::<String>().unwrap().unwrap();
    assert_eq!((message.as_str(), handle.is_some()), ("sent", true));
    sending.join().unwrap().unwrap();
}
