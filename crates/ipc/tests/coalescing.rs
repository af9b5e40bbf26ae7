//! Frames that are held back, and what makes them leave. The socket is one of datagrams, so that
//! each write can be distinguished from the next.
#![cfg(unix)]

#[path = "support/errno.rs"]
mod errno;

use std::io::{self, Read as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::{UnixDatagram, UnixStream};
use std::sync::Arc;
use std::time::Duration;

use errno::errno;
use rt_ipc::{CoalescingSender, Departure, Waiting, flush_all};
use rustix::io::Errno;

fn pair() -> (Arc<CoalescingSender>, UnixDatagram) {
    let (ours, theirs) = UnixDatagram::pair().unwrap();
    theirs.set_nonblocking(true).unwrap();
    (CoalescingSender::new(Arc::new(OwnedFd::from(ours))), theirs)
}

fn send(sender: &Arc<CoalescingSender>, departure: Departure, frame: &[u8]) -> io::Result<Waiting> {
    sender.send(departure, |queue| {
        queue.append(frame.len(), |bytes| {
            bytes.extend_from_slice(frame);
            Ok(())
        })
    })
}

/// What one write brought; `None` when nothing has come.
fn receive(socket: &UnixDatagram) -> Option<Vec<u8>> {
    let mut target = vec![0; 256 * 1024];
    let length = socket.recv(&mut target).ok()?;
    target.truncate(length);
    Some(target)
}

fn has_left(waiting: Waiting) -> bool {
    waiting.bytes == 0 && !waiting.blocked
}

#[test]
fn frames_leave_at_once_or_together() {
    let (sender, theirs) = pair();
    // Two turns in a row: the traffic is dense.
    for frame in [b"0", b"1"] {
        assert!(has_left(send(&sender, Departure::AtOnce, frame).unwrap()));
        assert_eq!(receive(&theirs).as_deref(), Some(&frame[..]));
    }
    // The thread may write any of these first, but not take them apart.
    let waits = send(&sender, Departure::Coalesced, b"2").unwrap();
    assert!(!waits.blocked && waits.bytes == 1);
    send(&sender, Departure::Coalesced, b"3").unwrap();
    send(&sender, Departure::AtOnce, b"4").unwrap();
    let mut all = Vec::new();
    while let Some(bytes) = receive(&theirs) {
        all.extend(bytes);
    }
    assert_eq!(all, b"234");
    assert_eq!(sender.flush().unwrap(), 0);
}

#[test]
fn after_a_pause_the_first_frames_of_a_turn_leave_at_once() {
    let (sender, theirs) = pair();
    for pause in [0, 20] {
        std::thread::sleep(Duration::from_millis(pause));
        send(&sender, Departure::AtOnce, b"first").unwrap();
        for _ in 0..8 {
            assert!(has_left(send(&sender, Departure::Coalesced, b"next").unwrap()));
        }
        assert_eq!(send(&sender, Departure::Coalesced, b"held").unwrap().bytes, 4);
        assert_eq!(sender.flush().unwrap(), 0);
        assert_eq!(std::iter::from_fn(|| receive(&theirs)).count(), 10);
    }
}

#[test]
fn a_burst_takes_few_writes() {
    let (sender, theirs) = pair();
    let frame = [b'a'; 100];
    let mut writes = 0;
    let mut bytes = 0;
    let mut count = |theirs: &UnixDatagram| {
        while let Some(datagram) = receive(theirs) {
            writes += 1;
            bytes += datagram.len();
        }
    };
    for _ in 0..10_000 {
        send(&sender, Departure::Coalesced, &frame).unwrap();
        count(&theirs);
    }
    sender.flush().unwrap();
    count(&theirs);
    assert_eq!(bytes, 1_000_000);
    // A write for every 64 frames; and some by the thread, every 2 milliseconds of this loop, on
    // however busy a machine.
    assert!((150..5000).contains(&writes), "{writes} writes");
}

#[test]
fn long_frames_leave_before_they_are_many() {
    let (sender, theirs) = pair();
    for _ in 0..16 {
        send(&sender, Departure::Coalesced, &[b'a'; 1024]).unwrap();
    }
    let received: usize = std::iter::from_fn(|| receive(&theirs))
        .map(|bytes| bytes.len())
        .sum();
    assert_eq!(received, 16 * 1024);
}

#[test]
fn what_nobody_flushes_leaves_by_itself_again_and_again() {
    let (sender, theirs) = pair();
    theirs.set_nonblocking(false).unwrap();
    for pause in [0, 1, 49, 50, 51, 120] {
        send(&sender, Departure::Coalesced, b"frame").unwrap();
        assert_eq!(receive(&theirs).as_deref(), Some(&b"frame"[..]));
        std::thread::sleep(Duration::from_millis(pause));
    }
}

#[test]
fn everything_leaves_before_the_process_stops() {
    let (one, its_peer) = pair();
    let (other, other_peer) = pair();
    send(&one, Departure::Coalesced, b"one").unwrap();
    send(&other, Departure::Coalesced, b"other").unwrap();
    flush_all();
    assert_eq!(receive(&its_peer).as_deref(), Some(&b"one"[..]));
    assert_eq!(receive(&other_peer).as_deref(), Some(&b"other"[..]));
}

#[test]
fn closing_writes_what_was_held_back() {
    let (sender, theirs) = pair();
    send(&sender, Departure::Coalesced, b"last").unwrap();
    sender.close();
    assert_eq!(receive(&theirs).as_deref(), Some(&b"last"[..]));
    assert_eq!(errno(send(&sender, Departure::AtOnce, b"late")), Errno::BADF);
    assert_eq!(sender.flush().unwrap(), 0);
}

#[test]
fn a_full_socket_keeps_the_order_and_says_when_to_go_on() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let sender = CoalescingSender::new(Arc::new(OwnedFd::from(ours)));
    let mut sent = 0_u32;
    while !send(&sender, Departure::AtOnce, &sent.to_be_bytes())
        .unwrap()
        .blocked
    {
        sent += 1;
    }
    for _ in 0..1000 {
        sent += 1;
        assert!(
            send(&sender, Departure::Coalesced, &sent.to_be_bytes())
                .unwrap()
                .blocked
        );
    }
    assert!(sender.is_blocked());
    assert_eq!(
        sender.flush().unwrap(),
        1001,
        "only the event loop knows when to go on"
    );
    let mut received = Vec::new();
    let mut target = [0; 4096];
    while received.len() < 4 * (sent as usize + 1) {
        let length = rustix::net::recv(theirs.as_fd(), &mut target, rustix::net::RecvFlags::DONTWAIT)
            .map_or(0, |(length, _)| length);
        received.extend_from_slice(&target[..length]);
        sender.resume().unwrap();
    }
    let numbers: Vec<_> = received
        .as_chunks::<4>()
        .0
        .iter()
        .map(|bytes| u32::from_be_bytes(*bytes))
        .collect();
    assert!(numbers.iter().copied().eq(0..=sent));
    assert!(!sender.is_blocked());
}

#[test]
fn a_blocked_socket_is_asked_again_although_nobody_says_when_to_go_on() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let sender = CoalescingSender::new(Arc::new(OwnedFd::from(ours)));
    let frame = [b'a'; 1024];
    while !send(&sender, Departure::Coalesced, &frame).unwrap().blocked {}
    let mut received = 0;
    let mut target = vec![0; 256 * 1024];
    // Many times what the socket holds.
    for _ in 0..10_000 {
        assert!(send(&sender, Departure::Coalesced, &frame).unwrap().blocked);
        received += rustix::net::recv(theirs.as_fd(), &mut target, rustix::net::RecvFlags::DONTWAIT)
            .map_or(0, |(length, _)| length);
    }
    assert!(received > 9_000 * frame.len(), "{received} bytes");
    let waiting = sender.flush().unwrap();
    assert_eq!(sender.resume().unwrap(), 0, "{waiting} frames have waited");
    assert!(!sender.is_blocked());
}

#[test]
fn a_frame_with_a_descriptor_keeps_its_place() {
    let (sender, theirs) = pair();
    send(&sender, Departure::Coalesced, b"1").unwrap();
    sender.send_with_descriptors(&[b"2"], &[theirs.as_fd()]).unwrap();
    send(&sender, Departure::AtOnce, b"3").unwrap();
    let received: Vec<_> = std::iter::from_fn(|| receive(&theirs)).collect();
    assert_eq!(received, [b"1", b"2", b"3"]);
}

#[test]
fn a_peer_that_is_gone_fails_a_frame_at_once_and_those_held_back_together() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let sender = CoalescingSender::new(Arc::new(OwnedFd::from(ours)));
    drop(theirs);
    for _ in 0..2 {
        assert_eq!(errno(send(&sender, Departure::AtOnce, b"1")), Errno::PIPE);
        assert_eq!(sender.flush().unwrap(), 0);
    }
    assert!(send(&sender, Departure::Coalesced, b"2").is_ok());
    assert!(send(&sender, Departure::Coalesced, b"3").is_ok());
    // The thread meets the error too, and leaves it to whoever flushes.
    flush_all();
    assert_eq!(errno(sender.flush()), Errno::PIPE);
    assert_eq!(sender.flush().unwrap(), 0);
}

#[test]
fn draining_waits_for_a_reader_and_gives_up_on_one_that_takes_nothing() {
    let (ours, mut theirs) = UnixStream::pair().unwrap();
    let sender = CoalescingSender::new(Arc::new(OwnedFd::from(ours)));
    let frame = vec![b'x'; 3_000_000];
    assert!(send(&sender, Departure::AtOnce, &frame).unwrap().blocked);
    assert!(!sender.drain(Duration::from_millis(1)), "nobody reads");
    let reader = std::thread::spawn(move || {
        let mut all = Vec::new();
        theirs.read_to_end(&mut all).unwrap();
        all.len()
    });
    assert!(sender.drain(Duration::from_secs(60)));
    // As long as it takes.
    send(&sender, Departure::AtOnce, &frame).unwrap();
    assert!(sender.drain(Duration::MAX));
    sender.close();
    drop(sender);
    assert_eq!(reader.join().unwrap(), 2 * frame.len());
}

#[test]
fn draining_ends_with_the_peer() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let sender = CoalescingSender::new(Arc::new(OwnedFd::from(ours)));
    assert!(
        send(&sender, Departure::AtOnce, &vec![b'x'; 3_000_000])
            .unwrap()
            .blocked
    );
    drop(theirs);
    assert!(!sender.drain(Duration::from_secs(60)));
}
