//! How much a call reads that does not wait, or not for long.
#![cfg(unix)]

use std::io::Write as _;
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::Duration;

use rt_ipc::{Channel, ChannelError, Decoder, Format, Sender};

/// Threads that write a frame without end, faster than it is read.
fn write_without_end(socket: &UnixStream) {
    for _ in 0..4 {
        let mut socket = socket.try_clone().unwrap();
        let part = vec![b'x'; 64 * 1024];
        thread::spawn(move || while socket.write_all(&part).is_ok() {});
    }
}

#[test]
fn a_frame_without_end_is_read_no_longer_than_asked() {
    // Many times what a socket holds.
    let decoder = || Decoder::with_limit(Format::Newline, 16 * 1024 * 1024);
    for limit in [None, Some(Duration::ZERO)] {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let mut theirs = Channel::with_decoder(theirs.into(), decoder());
        write_without_end(&ours);
        let received = match limit {
            None => theirs.try_recv(),
            Some(limit) => theirs.recv_timeout(limit),
        };
        // Not what a frame above the limit is.
        assert!(matches!(received, Err(ChannelError::Io(_))), "{received:?}");
    }
}

#[test]
fn what_is_whole_is_received_however_many_reads_it_takes() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let mut theirs = Channel::new(theirs.into(), Format::Newline);
    // A read ends behind a descriptor.
    let mut sender = Sender::new();
    for _ in 0..20 {
        for byte in [b"1", b"1", b"\n"] {
            sender
                .send_with_descriptors(&ours, &[byte], &[ours.as_fd()])
                .unwrap();
        }
    }
    for _ in 0..10 {
        assert_eq!(theirs.try_recv().unwrap(), Some(&b"11"[..]));
        let received = theirs.recv_timeout(Duration::ZERO).unwrap();
        assert_eq!(received, Some(&b"11"[..]));
    }
}
