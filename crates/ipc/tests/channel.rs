//! Both ends of a blocking channel in one process.
#![cfg(unix)]

use std::error::Error as _;
use std::io::{ErrorKind, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::{Duration, Instant};

use rt_ipc::{Channel, ChannelError, Decoder, Format, FrameError};
use serde_json::{Value, json};

fn pair(format: Format) -> (Channel, Channel) {
    let (parent, child_end) = Channel::pair(format).unwrap();
    (parent, Channel::new(OwnedFd::from(child_end), format))
}

#[test]
fn frames_of_all_sizes_arrive_in_order() {
    for format in [Format::Newline, Format::Length] {
        let (mut ours, mut theirs) = pair(format);
        let lengths = || (0..300).chain([65_535, 65_536, 65_537, 3_000_000]).chain(0..300);
        let echo = thread::spawn(move || {
            while let Some(frame) = theirs.recv().unwrap() {
                let frame = frame.to_vec();
                theirs.send(&frame).unwrap();
            }
        });
        for length in lengths() {
            let payload = vec![b'x'; length];
            ours.send(&payload).unwrap();
            assert_eq!(ours.recv().unwrap(), Some(&payload[..]));
        }
        drop(ours);
        echo.join().unwrap();
    }
}

#[test]
fn many_frames_in_one_read_are_handed_out_one_by_one() {
    let (mut ours, mut theirs) = pair(Format::Newline);
    // The socket takes a few hundred short frames, and the sender waits for the reader then.
    let sending = thread::spawn(move || {
        for number in 0..5000 {
            ours.send_json(&number).unwrap();
        }
    });
    for number in 0..5000 {
        assert_eq!(theirs.recv_json().unwrap(), Some(number));
    }
    sending.join().unwrap();
    assert_eq!(theirs.recv().unwrap(), None);
    assert_eq!(theirs.recv().unwrap(), None, "the end stays");
}

#[test]
fn a_socket_that_does_not_block_is_waited_for() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    for socket in [&ours, &theirs] {
        socket.set_nonblocking(true).unwrap();
    }
    let mut ours = Channel::new(ours.into(), Format::Newline);
    let mut theirs = Channel::new(theirs.into(), Format::Newline);
    let received = thread::spawn(move || theirs.recv_json::<Value>().unwrap());
    let message = json!({ "text": "x".repeat(2_000_000) });
    ours.send_json(&message).unwrap();
    assert_eq!(received.join().unwrap(), Some(message));
}

#[test]
fn a_message_of_another_type_is_an_error_that_the_channel_survives() {
    let (mut ours, mut theirs) = pair(Format::Newline);
    ours.send_json("text").unwrap();
    ours.send(b"{\"not\": json").unwrap();
    ours.send_json(&1).unwrap();
    for _ in 0..2 {
        let error = theirs.recv_json::<u32>().unwrap_err();
        assert!(matches!(error, ChannelError::Json(_)));
        // Its text says what was wrong, and nothing behind it does so again.
        assert!(error.to_string().contains(" at line 1 column "));
        assert!(error.source().is_none());
    }
    assert_eq!(theirs.recv_json::<u32>().unwrap(), Some(1));
}

#[test]
fn what_cannot_be_a_frame_is_refused_and_nothing_is_sent() {
    let (mut ours, mut theirs) = pair(Format::Newline);
    let refused = ours.send(b"1\n2").unwrap_err();
    assert!(matches!(
        refused,
        ChannelError::Frame(FrameError::ContainsNewline { offset: 1 })
    ));
    let map = std::collections::BTreeMap::from([((1, 2), 3)]);
    assert!(matches!(ours.send_json(&map), Err(ChannelError::Json(_))));
    ours.send_json(&json!(null)).unwrap();
    assert_eq!(theirs.recv().unwrap(), Some(&b"null"[..]));
}

#[test]
fn json_is_refused_where_payloads_are_in_the_format_of_v8() {
    let (mut ours, mut theirs) = pair(Format::Length);
    assert!(matches!(ours.send_json(&1), Err(ChannelError::NotJson)));
    assert!(matches!(theirs.recv_json::<Value>(), Err(ChannelError::NotJson)));
}

#[test]
fn an_end_within_a_frame_is_told_apart_from_an_end() {
    let (mut writer, reader) = UnixStream::pair().unwrap();
    let mut channel = Channel::new(reader.into(), Format::Newline);
    writer.write_all(b"1\n[2,").unwrap();
    drop(writer);
    assert_eq!(channel.recv_json().unwrap(), Some(1));
    match channel.recv() {
        Err(ChannelError::Io(error)) => assert_eq!(error.kind(), ErrorKind::UnexpectedEof),
        other => panic!("{other:?}"),
    }
    assert_eq!(channel.recv().unwrap(), None);
}

#[test]
fn a_frame_above_the_limit_ends_the_channel() {
    let (mut writer, reader) = UnixStream::pair().unwrap();
    let mut channel = Channel::with_decoder(reader.into(), Decoder::with_limit(Format::Length, 10));
    writer.write_all(&[0, 0, 0, 1, b'a', 0, 0, 0, 11]).unwrap();
    assert_eq!(channel.recv().unwrap(), Some(&b"a"[..]));
    for _ in 0..2 {
        assert!(matches!(
            channel.recv(),
            Err(ChannelError::Frame(FrameError::TooLong {
                limit: 10,
                length: 11
            }))
        ));
    }
}

#[test]
fn a_peer_that_is_gone_is_a_broken_pipe() {
    let (mut ours, theirs) = pair(Format::Newline);
    drop(theirs);
    match ours.send(b"1") {
        Err(ChannelError::Io(error)) => assert_eq!(error.kind(), ErrorKind::BrokenPipe),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_peer_that_ends_with_something_unread_is_an_end() {
    let (mut ours, mut theirs) = pair(Format::Newline);
    ours.send_json(&1).unwrap();
    theirs.send_json(&2).unwrap();
    drop(theirs);
    assert_eq!(ours.recv_json::<Value>().unwrap(), Some(json!(2)));
    assert_eq!(ours.recv().unwrap(), None);
}

#[test]
fn what_has_come_is_received_without_waiting() {
    let would_block = |error: &ChannelError| matches!(error, ChannelError::Io(error) if error.kind() == ErrorKind::WouldBlock);
    let timed_out = |error: &ChannelError| matches!(error, ChannelError::Io(error) if error.kind() == ErrorKind::TimedOut);
    for format in [Format::Newline, Format::Length] {
        let (mut ours, theirs) = UnixStream::pair().unwrap();
        let mut theirs = Channel::new(theirs.into(), format);
        assert!(theirs.try_recv().is_err_and(|error| would_block(&error)));
        assert!(!theirs.has_buffered());
        let mut wire = Vec::new();
        for payload in [&b"1"[..], b"22", b"333"] {
            format.encode(payload, &mut wire).unwrap();
        }
        let (whole, part) = wire.split_at(wire.len() - 2);
        ours.write_all(whole).unwrap();
        assert_eq!(theirs.try_recv().unwrap(), Some(&b"1"[..]));
        assert!(theirs.has_buffered());
        assert_eq!(theirs.recv_timeout(Duration::MAX).unwrap(), Some(&b"22"[..]));
        assert!(!theirs.has_buffered());
        // A part of a frame is none.
        assert!(theirs.try_recv().is_err_and(|error| would_block(&error)));
        let began = Instant::now();
        let late = theirs.recv_timeout(Duration::from_millis(30));
        assert!(late.is_err_and(|error| timed_out(&error)));
        assert!(began.elapsed() >= Duration::from_millis(30));
        ours.write_all(part).unwrap();
        drop(ours);
        assert_eq!(
            theirs.recv_timeout(Duration::from_secs(60)).unwrap(),
            Some(&b"333"[..])
        );
        assert_eq!(theirs.try_recv().unwrap(), None);
        assert!(theirs.has_buffered());
        assert_eq!(theirs.recv_timeout(Duration::ZERO).unwrap(), None);
    }
}

#[test]
fn the_half_that_sends_can_close_the_channel() {
    let (ours, child_end) = Channel::pair(Format::Newline).unwrap();
    let mut theirs = Channel::new(OwnedFd::from(child_end), Format::Newline);
    theirs.send(b"1").unwrap();
    let (mut sender, mut receiver) = ours.split();
    let receiving = thread::spawn(move || {
        assert_eq!(receiver.recv().unwrap().unwrap(), b"1");
        assert_eq!(receiver.recv().unwrap(), None);
    });
    sender.send(b"2").unwrap();
    sender.close();
    assert_eq!(theirs.recv().unwrap().unwrap(), b"2");
    assert_eq!(theirs.recv().unwrap(), None);
    receiving.join().unwrap();
}

#[test]
fn two_threads_share_a_channel() {
    let (ours, theirs) = pair(Format::Length);
    let payload = vec![7; 1_000_000];
    let (mut sender, mut receiver) = ours.split();
    let (mut their_sender, mut their_receiver) = theirs.split();
    // More than the sockets hold, both ways at once.
    thread::scope(|scope| {
        scope.spawn(|| (0..20).for_each(|_| sender.send(&payload).unwrap()));
        scope.spawn(|| (0..20).for_each(|_| their_sender.send(&payload).unwrap()));
        scope.spawn(|| (0..20).for_each(|_| assert_eq!(receiver.recv().unwrap(), Some(&payload[..]))));
        scope.spawn(|| (0..20).for_each(|_| assert_eq!(their_receiver.recv().unwrap(), Some(&payload[..]))));
    });
    drop(sender);
    assert!(matches!(their_receiver.try_recv(), Err(ChannelError::Io(_))));
    drop(receiver);
    assert_eq!(their_receiver.recv().unwrap(), None);
}
