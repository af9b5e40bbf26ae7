//! A channel on the event loop of tokio whose socket is always ready: other tasks of the thread run
//! all the same.
#![cfg(unix)]

use std::io::Write as _;
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;

use futures_util::{SinkExt, StreamExt};
use rt_ipc::{AsyncChannel, Format, Sender};

/// Whether another task of this thread runs while this one does `work`, for which the socket is
/// ready each time.
async fn lets_others_run(work: impl Future<Output = ()>) -> bool {
    let other = tokio::spawn(async {});
    work.await;
    other.is_finished()
}

#[tokio::test]
async fn other_tasks_run_while_frames_come_without_end() {
    let (mut writer, reader) = UnixStream::pair().unwrap();
    let mut channel = AsyncChannel::new(reader.into(), Format::Newline).unwrap();
    writer.write_all(&b"1\n".repeat(3_001)).unwrap();
    channel.recv().await.unwrap();
    let by_method = lets_others_run(async {
        for _ in 0..1_000 {
            channel.recv().await.unwrap();
        }
    });
    assert!(by_method.await);
    let with_handles = lets_others_run(async {
        for _ in 0..1_000 {
            channel.recv_with_handle().await.unwrap();
        }
    });
    assert!(with_handles.await);
    let as_a_stream = lets_others_run(async {
        for _ in 0..1_000 {
            channel.next().await.unwrap().unwrap();
        }
    });
    assert!(as_a_stream.await);
}

#[tokio::test]
async fn other_tasks_run_while_one_frame_comes() {
    let (mut writer, reader) = UnixStream::pair().unwrap();
    let mut channel = AsyncChannel::new(reader.into(), Format::Newline).unwrap();
    writer.write_all(b"1\n").unwrap();
    channel.recv().await.unwrap();
    // A read ends behind a descriptor: these are as many reads.
    for _ in 0..150 {
        Sender::new()
            .send_with_descriptors(&writer, &[b"1"], &[writer.as_fd()])
            .unwrap();
    }
    Sender::new().send(&writer, &[b"\n"]).unwrap();
    let receiving = lets_others_run(async {
        assert_eq!(channel.recv().await.unwrap().unwrap().len(), 150);
    });
    assert!(receiving.await);
}

#[tokio::test]
async fn other_tasks_run_while_the_socket_takes_all() {
    let (mut ours, _child_end) = AsyncChannel::pair(Format::Newline).unwrap();
    let by_method = lets_others_run(async {
        for _ in 0..130 {
            ours.send(b"1").await.unwrap();
        }
    });
    assert!(by_method.await);
    let (mut ours, _child_end) = AsyncChannel::pair(Format::Newline).unwrap();
    let as_a_sink = lets_others_run(async {
        for _ in 0..130 {
            ours.feed(b"1").await.unwrap();
        }
    });
    assert!(as_a_sink.await);
}
