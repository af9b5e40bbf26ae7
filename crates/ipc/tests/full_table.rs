//! A receiver whose process has no free descriptor. Alone in its file: the limit is the process's.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;

use rt_ipc::{Format, Receiver, Sender};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

const BUDGET: usize = 256 * 1024;

#[test]
fn a_full_table_loses_descriptors_but_no_frame_and_a_reserved_place_helps() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let mut sender = Sender::new();
    let mut receiver = Receiver::new(Format::Newline);
    let limit = Rlimit {
        current: Some(64),
        ..getrlimit(Resource::Nofile)
    };
    setrlimit(Resource::Nofile, limit).unwrap();
    let mut fill: Vec<File> = Vec::new();
    while let Ok(file) = File::open("/dev/null") {
        fill.push(file);
    }

    sender
        .send_with_descriptors(&ours, &[b"1\n"], &[ours.as_fd(), theirs.as_fd()])
        .unwrap();
    sender.send(&ours, &[b"2\n"]).unwrap();
    // One place is not enough for two: the one that came is closed.
    drop(fill.pop());
    receiver.receive(&theirs, BUDGET).unwrap();
    let (frames, arrivals) = receiver.frames();
    assert_eq!(frames.iter().collect::<Vec<_>>(), [b"1", b"2"]);
    assert!(arrivals.is_empty());
    assert!(receiver.take_truncated());
    fill.push(File::open("/dev/null").expect("what came was closed"));

    assert!(!receiver.reserve_descriptor(&theirs));
    drop(fill.pop());
    assert!(receiver.reserve_descriptor(&theirs));
    assert!(File::open("/dev/null").is_err(), "the place is taken");
    sender
        .send_with_descriptors(&ours, &[b"3\n"], &[ours.as_fd()])
        .unwrap();
    receiver.receive(&theirs, BUDGET).unwrap();
    let (frames, arrivals) = receiver.frames();
    let end = frames.ends().next().unwrap();
    assert_eq!(arrivals.take(end).map(|all| all.len()), Some(1));
}
