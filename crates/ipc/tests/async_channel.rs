//! Both ends of a channel on the event loop of tokio, in one process; and one of each kind.
#![cfg(unix)]

#[path = "support/async_pair.rs"]
mod async_pair;

use async_pair::pair;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use futures_util::stream::FusedStream as _;
use futures_util::{SinkExt, StreamExt};
use rt_ipc::{AsyncChannel, Channel, ChannelError, Decoder, Format, HandleType};
use serde_json::{Value, json};
use tokio::time::timeout;

#[tokio::test]
async fn frames_of_all_sizes_arrive_in_order() {
    for format in [Format::Newline, Format::Length] {
        let (mut ours, mut theirs) = pair(format);
        let echo = tokio::spawn(async move {
            while let Some(frame) = theirs.recv().await.unwrap() {
                theirs.send(&frame).await.unwrap();
            }
        });
        for length in (0..300).chain([65_535, 65_536, 65_537, 3_000_000]).chain(0..300) {
            let payload = vec![b'x'; length];
            ours.send(&payload).await.unwrap();
            assert!(ours.recv().await.unwrap() == Some(payload));
        }
        drop(ours);
        echo.await.unwrap();
    }
}

#[tokio::test]
async fn two_halves_send_and_receive_at_once() {
    let (ours, theirs) = pair(Format::Newline);
    let count = 20_000;
    let exchange = |channel: AsyncChannel| async move {
        let (mut sink, mut stream) = channel.split();
        let sending = async {
            for number in 0..count {
                sink.feed(number.to_string()).await.unwrap();
            }
            SinkExt::<String>::flush(&mut sink).await.unwrap();
        };
        let receiving = async {
            for number in 0..count {
                assert_eq!(
                    stream.next().await.unwrap().unwrap(),
                    number.to_string().as_bytes()
                );
            }
        };
        tokio::join!(sending, receiving);
        // The other end is open until it has all.
        (sink, stream)
    };
    let other = tokio::spawn(exchange(theirs));
    let ours = exchange(ours).await;
    let (mut sink, mut stream) = other.await.unwrap();
    SinkExt::<String>::close(&mut sink).await.unwrap();
    assert!(stream.next().await.is_none());
    let (_, mut stream) = ours;
    assert!(stream.next().await.is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn halves_of_two_tasks_wake_each_other() {
    let (ours, theirs) = pair(Format::Length);
    let payload = vec![7; 300_000];
    let exchange = |channel: AsyncChannel| {
        let (mut sink, mut stream) = channel.split();
        let sent = payload.clone();
        let sending = tokio::spawn(async move {
            for _ in 0..20 {
                sink.send(sent.clone()).await.unwrap();
            }
            sink
        });
        let receiving = tokio::spawn(async move {
            for _ in 0..20 {
                assert_eq!(stream.next().await.unwrap().unwrap().len(), 300_000);
            }
            stream
        });
        async { (sending.await.unwrap(), receiving.await.unwrap()) }
    };
    let both = async { tokio::join!(exchange(ours), exchange(theirs)) };
    let done = timeout(Duration::from_secs(60), both).await;
    assert!(done.is_ok(), "none waits for ever");
}

#[tokio::test]
async fn a_sink_waits_for_a_reader_that_is_slow() {
    let (mut ours, mut theirs) = pair(Format::Length);
    let payload = vec![1; 50_000];
    let mut sent = 0;
    // What the socket and the queue hold, and no more.
    while timeout(Duration::from_millis(50), ours.feed(&payload))
        .await
        .is_ok()
    {
        sent += 1;
        assert!(sent < 1000, "it is bounded");
    }
    let flushing = tokio::spawn(async move {
        SinkExt::<Vec<u8>>::close(&mut ours).await.unwrap();
    });
    let mut received = 0;
    while let Some(frame) = theirs.recv().await.unwrap() {
        assert!(frame == payload);
        received += 1;
    }
    assert_eq!(received, sent);
    flushing.await.unwrap();
}

#[tokio::test]
async fn a_descriptor_travels_with_its_message() {
    let (mut ours, mut theirs) = pair(Format::Newline);
    let (passed, mut kept) = UnixStream::pair().unwrap();
    let sending = tokio::spawn(async move {
        ours.send_json("before").await.unwrap();
        let descriptor = OwnedFd::from(passed);
        ours.send_json_with_handle(&json!({ "with": 1 }), HandleType::Socket, descriptor)
            .await
            .unwrap();
    });
    let (message, handle) = theirs.recv_json_with_handle::<String>().await.unwrap().unwrap();
    assert_eq!((message.as_str(), handle.is_none()), ("before", true));
    let (message, handle) = theirs.recv_json_with_handle::<Value>().await.unwrap().unwrap();
    assert_eq!(message, json!({ "with": 1 }));
    sending.await.unwrap();
    UnixStream::from(handle.unwrap().descriptor)
        .write_all(b"through")
        .unwrap();
    let mut text = String::new();
    kept.read_to_string(&mut text).unwrap();
    assert_eq!(text, "through");
}

#[tokio::test]
async fn a_blocking_end_may_be_the_peer() {
    let (mut ours, child_end) = AsyncChannel::pair(Format::Newline).unwrap();
    let mut theirs = Channel::new(OwnedFd::from(child_end), Format::Newline);
    let other = std::thread::spawn(move || {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        for number in 0..50 {
            theirs
                .send_json_with_handle(&number, HandleType::Server, &listener)
                .unwrap();
            assert_eq!(theirs.recv_json().unwrap(), Some(-number));
        }
    });
    for number in 0..50 {
        let (message, handle) = ours.recv_json_with_handle::<i32>().await.unwrap().unwrap();
        assert_eq!(
            (message, handle.unwrap().handle_type),
            (number, HandleType::Server)
        );
        ours.send_json(&-number).await.unwrap();
    }
    other.join().unwrap();
}

#[tokio::test]
async fn what_a_blocking_channel_has_read_comes_first() {
    let (mut ours, child_end) = Channel::pair(Format::Newline).unwrap();
    let mut theirs = Channel::new(OwnedFd::from(child_end), Format::Newline);
    for number in 0..3 {
        ours.send_json(&number).unwrap();
    }
    assert_eq!(theirs.recv_json().unwrap(), Some(0));
    let mut theirs = AsyncChannel::try_from(theirs).unwrap();
    ours.send_json(&3).unwrap();
    for number in 1..4 {
        assert_eq!(theirs.recv_json().await.unwrap(), Some(number));
    }
}

#[tokio::test]
async fn a_broken_stream_ends_with_its_error() {
    let (mut writer, reader) = UnixStream::pair().unwrap();
    let decoder = Decoder::with_limit(Format::Length, 10);
    let mut channel = AsyncChannel::with_decoder(reader.into(), decoder).unwrap();
    writer.write_all(&[0, 0, 0, 1, b'a', 0, 0, 0, 11]).unwrap();
    assert_eq!(channel.next().await.unwrap().unwrap(), b"a");
    assert!(matches!(channel.next().await, Some(Err(ChannelError::Frame(_)))));
    assert!(channel.is_terminated());
    assert!(channel.next().await.is_none());
    assert!(matches!(channel.recv().await, Err(ChannelError::Frame(_))));
}

#[tokio::test]
async fn a_stream_that_has_ended_says_so() {
    let (mut ours, mut theirs) = pair(Format::Newline);
    theirs.send(b"1").await.unwrap();
    drop(theirs);
    assert_eq!(ours.next().await.unwrap().unwrap(), b"1");
    assert!(!ours.is_terminated());
    assert!(ours.next().await.is_none());
    assert!(ours.is_terminated());
}

#[tokio::test]
async fn a_peer_that_is_gone_is_a_broken_pipe() {
    let (mut ours, theirs) = pair(Format::Newline);
    drop(theirs);
    match ours.send(b"1").await {
        Err(ChannelError::Io(error)) => assert_eq!(error.kind(), ErrorKind::BrokenPipe),
        other => panic!("{other:?}"),
    }
    assert!(matches!(ours.send(b"1\n2").await, Err(ChannelError::Frame(_))));
    assert_eq!(ours.recv().await.unwrap(), None);
}
