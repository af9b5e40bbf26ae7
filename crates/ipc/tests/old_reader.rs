//! Frames for a reader that loses its place when one of its reads ends within a frame's length, as
//! Node before 20.19, 22.14 and 23.7 does.
#![cfg(unix)]

use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;

use rt_ipc::{CoalescingSender, Departure, Format};

/// What one read of Node takes at most.
const READ: usize = 64 * 1024;
const LENGTH_FIELD: usize = 4;

/// Where the frames begin that were sent.
struct Frames(Vec<usize>);

impl Frames {
    /// Whether the reader has a part of a length and no more at this position.
    fn is_within_length(&self, position: usize) -> bool {
        let frame = self.0.partition_point(|&start| start <= position) - 1;
        (1..LENGTH_FIELD).contains(&(position - self.0[frame]))
    }
}

/// Sends frames of these lengths while nothing is read, and then reads all of them. Returns how
/// many reads ended within a length.
fn reads_within_length(sender: &Arc<CoalescingSender>, mut theirs: UnixStream, lengths: &[usize]) -> usize {
    let mut frames = Frames(vec![0]);
    for &length in lengths {
        let mut frame = Vec::new();
        Format::Length.encode(&vec![7; length], &mut frame).unwrap();
        let sent = sender.send(Departure::Coalesced, |queue| {
            queue.append(frame.len(), |bytes| {
                bytes.extend_from_slice(&frame);
                Ok(())
            })
        });
        sent.unwrap();
        frames.0.push(frames.0.last().unwrap() + frame.len());
    }
    sender.flush().unwrap();
    let mut target = vec![0; READ];
    let (mut position, mut count) = (0, 0);
    while position < *frames.0.last().unwrap() {
        position += theirs.read(&mut target).unwrap();
        count += usize::from(frames.is_within_length(position));
        sender.resume().unwrap();
    }
    count
}

fn pair() -> (Arc<CoalescingSender>, UnixStream) {
    let (ours, theirs) = UnixStream::pair().unwrap();
    (CoalescingSender::new(Arc::new(OwnedFd::from(ours))), theirs)
}

#[test]
fn no_read_ends_within_a_length() {
    // Short ones, of which many fit into a read; longer ones; and some that need several writes.
    for most in [40, 700, 5_000, 90_000] {
        let lengths: Vec<_> = (0..4_000).map(|index| index * 7919 % most).collect();
        let (sender, theirs) = pair();
        sender.write_when_read().unwrap();
        assert_eq!(
            reads_within_length(&sender, theirs, &lengths),
            0,
            "up to {most} bytes"
        );
    }
}

/// Or the test above would say nothing.
#[test]
#[cfg(target_os = "linux")]
fn of_frames_that_leave_together_some_reads_do() {
    let (sender, theirs) = pair();
    let lengths: Vec<_> = (0..100_000).map(|index| index * 7919 % 40).collect();
    assert_ne!(reads_within_length(&sender, theirs, &lengths), 0);
}

#[test]
fn a_closed_sender_writes_in_no_way() {
    let (sender, _theirs) = pair();
    sender.close();
    assert_eq!(
        sender.write_when_read().unwrap_err().raw_os_error(),
        Some(rustix::io::Errno::BADF.raw_os_error())
    );
}
