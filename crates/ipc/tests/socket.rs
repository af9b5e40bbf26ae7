//! Receiver and sender over a real socket pair.
#![cfg(unix)]

#[path = "support/errno.rs"]
mod errno;

use std::io::{Read as _, Write as _};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;

use errno::errno;
use rt_ipc::{DESCRIPTORS_PER_WRITE, Format, Receiver, Reception, Sender};
use rustix::io::Errno;

const BUDGET: usize = 256 * 1024;

fn texts(receiver: &mut Receiver) -> Vec<String> {
    let (frames, _) = receiver.frames();
    frames
        .iter()
        .map(|frame| String::from_utf8_lossy(frame).into_owned())
        .collect()
}

#[test]
fn what_the_socket_does_not_take_waits_and_leaves_in_order() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let mut sender = Sender::new();
    let count = 20_000;
    let mut at_once = 0;
    for index in 0..count {
        let frame = format!("{{\"index\":{index},\"padding\":\"{}\"}}", "x".repeat(100));
        at_once += usize::from(sender.send(&ours, &[frame.as_bytes(), b"\n"]).unwrap());
    }
    assert_eq!(sender.queue().len(), count - at_once);
    assert!(sender.queue().bytes() > 0, "the socket took 2.4 MB");

    let mut receiver = Receiver::new(Format::Newline);
    let mut seen = 0;
    let mut flushed = 0;
    while seen < count {
        flushed += sender.flush(&ours).unwrap();
        receiver.receive(&theirs, BUDGET).unwrap();
        for text in texts(&mut receiver) {
            assert!(text.starts_with(&format!("{{\"index\":{seen},")));
            seen += 1;
        }
    }
    assert_eq!((at_once + flushed, sender.queue().bytes()), (count, 0));
    assert_eq!(receiver.receive(&theirs, BUDGET).unwrap(), Reception::Drained);
    drop(ours);
    assert_eq!(receiver.receive(&theirs, BUDGET).unwrap(), Reception::Ended);
}

#[test]
fn one_call_keeps_to_its_budget() {
    let (mut ours, theirs) = UnixStream::pair().unwrap();
    ours.set_nonblocking(true).unwrap();
    let chunk = [b'a'; 4096];
    while ours.write(&chunk).is_ok() {}
    let mut receiver = Receiver::new(Format::Newline);
    assert_eq!(receiver.receive(&theirs, 1).unwrap(), Reception::BudgetSpent);
    assert!(receiver.pending() <= 64 * 1024);
}

#[test]
fn a_peer_that_is_gone_is_epipe_not_a_signal() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    drop(theirs);
    assert_eq!(errno(Sender::new().send(&ours, &[b"1\n"])), Errno::PIPE);
}

fn send_with_descriptors(socket: &UnixStream, bytes: &[u8], descriptors: &[OwnedFd]) {
    let borrowed: Vec<_> = descriptors.iter().map(AsFd::as_fd).collect();
    let sent = Sender::new().send_with_descriptors(socket, &[bytes], &borrowed);
    assert!(sent.unwrap());
}

#[test]
fn descriptors_stay_with_the_frame_that_ends_after_they_came() {
    let (mut ours, theirs) = UnixStream::pair().unwrap();
    let (passed, mut kept) = UnixStream::pair().unwrap();
    ours.write_all(b"1\n2\n").unwrap();
    send_with_descriptors(&ours, b"{\"handle\":", &[passed.into()]);
    let mut receiver = Receiver::new(Format::Newline);
    receiver.receive(&theirs, BUDGET).unwrap();
    assert_eq!(texts(&mut receiver), ["1", "2"]);
    receiver.discard_unclaimed();

    ours.write_all(b"true}\n").unwrap();
    receiver.receive(&theirs, BUDGET).unwrap();
    let (frames, arrivals) = receiver.frames();
    let end = frames.ends().next().unwrap();
    let descriptors = arrivals.take(end).expect("the descriptor waited for its frame");
    let mut stream = UnixStream::from(descriptors.into_iter().next().unwrap());
    stream.write_all(b"through").unwrap();
    drop(stream);
    let mut text = String::new();
    kept.read_to_string(&mut text).unwrap();
    assert_eq!(text, "through");
}

#[test]
fn what_another_reader_has_read_goes_before_what_is_read_with_its_descriptors() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let (first, second) = (UnixStream::pair().unwrap(), UnixStream::pair().unwrap());
    let mut receiver = Receiver::new(Format::Newline);
    // The other reader has got the first half of the last frame, and what came with it.
    receiver.begin_with(b"1\n2\nhal", vec![OwnedFd::from(first.0)]);
    send_with_descriptors(&ours, b"f\n4\n", &[]);
    send_with_descriptors(&ours, b"5\n", &[OwnedFd::from(second.0)]);
    while receiver.receive(&theirs, BUDGET).unwrap() != Reception::Drained {}
    assert_eq!(texts(&mut receiver), ["1", "2", "half", "4", "5"]);
    let (frames, arrivals) = receiver.frames();
    let ends: Vec<u64> = frames.ends().collect();
    assert_eq!(
        arrivals.take(ends[2]).map(|descriptors| descriptors.len()),
        Some(1)
    );
    assert_eq!(
        arrivals.take(ends[4]).map(|descriptors| descriptors.len()),
        Some(1)
    );
}

#[test]
fn descriptors_that_nobody_takes_are_closed() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let (passed, mut kept) = UnixStream::pair().unwrap();
    send_with_descriptors(&ours, b"1\n", &[passed.into()]);
    let mut receiver = Receiver::new(Format::Newline);
    receiver.receive(&theirs, BUDGET).unwrap();
    assert_eq!(texts(&mut receiver), ["1"]);
    receiver.discard_unclaimed();
    assert_eq!(
        kept.read(&mut [0; 1]).unwrap(),
        0,
        "the other end of the pair is closed"
    );
    assert!(!receiver.take_truncated());
}

#[test]
fn descriptors_that_come_within_a_frame_are_closed() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let mut receiver = Receiver::new(Format::Newline);
    let (first, mut its_peer) = UnixStream::pair().unwrap();
    send_with_descriptors(&ours, b"{", &[first.into()]);
    receiver.receive(&theirs, BUDGET).unwrap();
    receiver.discard_unclaimed();
    for _ in 0..10 {
        let (passed, mut kept) = UnixStream::pair().unwrap();
        kept.set_nonblocking(true).unwrap();
        send_with_descriptors(&ours, b" ", &[passed.into()]);
        receiver.receive(&theirs, BUDGET).unwrap();
        receiver.discard_unclaimed();
        assert_eq!(kept.read(&mut [0; 1]).unwrap(), 0, "no frame can claim it");
    }
    send_with_descriptors(&ours, b"}\n", &[]);
    receiver.receive(&theirs, BUDGET).unwrap();
    let (frames, arrivals) = receiver.frames();
    let end = frames.ends().next().unwrap();
    assert_eq!(arrivals.take(end).map(|all| all.len()), Some(1));
    assert!(arrivals.is_empty());
    assert_eq!(its_peer.read(&mut [0; 1]).unwrap(), 0, "it was the first");
}

#[test]
fn descriptors_spend_the_budget_too() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let many = vec![ours.as_fd(); 100];
    for _ in 0..2 {
        let sent = Sender::new().send_with_descriptors(&ours, &[b"{"], &many);
        assert!(sent.unwrap());
    }
    let mut receiver = Receiver::new(Format::Newline);
    let reception = receiver.receive(&theirs, 100 * 1024).unwrap();
    assert_eq!(reception, Reception::BudgetSpent);
    assert_eq!(receiver.frames().1.len(), 1);
}

#[test]
fn the_queue_sends_descriptors_with_their_entry() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let mut sender = Sender::new();
    let (passed, _kept) = UnixStream::pair().unwrap();
    let (other, _kept_too) = UnixStream::pair().unwrap();
    let queue = sender.queue_mut();
    queue.push(b"1\n".to_vec(), vec![]).unwrap();
    queue
        .push(b"2\n".to_vec(), vec![passed.into(), other.into()])
        .unwrap();
    queue.push(b"3\n".to_vec(), vec![]).unwrap();
    assert_eq!(sender.flush(&ours).unwrap(), 3);

    let mut receiver = Receiver::new(Format::Newline);
    let mut counts = Vec::new();
    while counts.len() < 3 {
        receiver.receive(&theirs, BUDGET).unwrap();
        let (frames, arrivals) = receiver.frames();
        for (frame, end) in frames.iter().zip(frames.ends()) {
            let carried = if frame == b"2" { arrivals.take(end) } else { None };
            counts.push(carried.map_or(0, |descriptors| descriptors.len()));
        }
    }
    assert_eq!(counts, [0, 2, 0]);
}

#[test]
fn a_frame_with_descriptors_waits_behind_what_the_socket_did_not_take() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let mut sender = Sender::new();
    let mut plain = 0;
    while sender.send(&ours, &[&b"1".repeat(8191), b"\n"]).unwrap() {
        plain += 1;
    }
    let (passed, mut kept) = UnixStream::pair().unwrap();
    assert!(
        !sender
            .send_with_descriptors(&ours, &[b"with", b"\n"], &[passed.as_fd()])
            .unwrap()
    );
    drop(passed);

    let mut receiver = Receiver::new(Format::Newline);
    let mut seen = 0;
    let descriptors = loop {
        sender.flush(&ours).unwrap();
        receiver.receive(&theirs, BUDGET).unwrap();
        let (frames, arrivals) = receiver.frames();
        seen += frames.len();
        if let Some((_, end)) = frames
            .iter()
            .zip(frames.ends())
            .find(|(frame, _)| frame == b"with")
        {
            break arrivals.take(end).expect("the duplicate came with its frame");
        }
    };
    assert_eq!(seen, plain + 2);
    assert_eq!(descriptors.len(), 1);
    drop(descriptors);
    assert_eq!(kept.read(&mut [0; 1]).unwrap(), 0, "nobody else holds it");
}

#[test]
fn as_many_descriptors_as_the_kernel_passes_and_no_more() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let many = vec![ours.as_fd(); DESCRIPTORS_PER_WRITE + 1];
    let mut sender = Sender::new();
    assert_eq!(
        errno(sender.send_with_descriptors(&ours, &[b"1\n"], &many)),
        Errno::INVAL
    );
    assert_eq!(
        errno(sender.send_with_descriptors(&ours, &[], &many[1..])),
        Errno::INVAL
    );
    assert!(
        sender
            .send_with_descriptors(&ours, &[b"1\n"], &many[1..])
            .unwrap()
    );
    let mut receiver = Receiver::new(Format::Newline);
    receiver.receive(&theirs, BUDGET).unwrap();
    let (frames, arrivals) = receiver.frames();
    let end = frames.ends().next().unwrap();
    assert_eq!(
        arrivals.take(end).map(|all| all.len()),
        Some(DESCRIPTORS_PER_WRITE)
    );
    assert!(!receiver.take_truncated());
}
