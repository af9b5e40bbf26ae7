//! Calls on a channel of tokio's event loop that are given up before they are done.
#![cfg(unix)]

#[path = "support/async_pair.rs"]
mod async_pair;

use async_pair::pair;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::thread::JoinHandle;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use rt_ipc::{AsyncChannel, Channel, ChannelError, ChildEnd, Format, HandleType};
use serde_json::{Value, json};
use tokio::time::timeout;

#[tokio::test]
async fn a_receive_that_is_given_up_loses_nothing() {
    let (mut ours, mut theirs) = pair(Format::Newline);
    let half = json!({ "text": "x".repeat(1_000_000) });
    let sending = tokio::spawn(async move {
        for _ in 0..5 {
            ours.send_json(&half).await.unwrap();
        }
    });
    let mut received = 0;
    while received < 5 {
        // Given up within a frame, again and again.
        if let Ok(message) = timeout(Duration::from_micros(100), theirs.recv_json::<Value>()).await {
            assert_eq!(
                message.unwrap().unwrap()["text"].as_str().unwrap().len(),
                1_000_000
            );
            received += 1;
        }
    }
    sending.await.unwrap();
    assert_eq!(theirs.recv().await.unwrap(), None);
}

#[tokio::test]
async fn a_send_that_is_given_up_leaves_whole_frames() {
    let (mut ours, mut theirs) = pair(Format::Newline);
    let long = "x".repeat(1_000_000);
    // Nobody reads yet: a part of it has left.
    let given_up = timeout(Duration::from_millis(10), ours.send_json(&long)).await;
    assert!(given_up.is_err());
    let receiving = tokio::spawn(async move {
        let first = theirs.recv_json::<String>().await.unwrap().unwrap();
        (first, theirs.recv_json::<String>().await.unwrap().unwrap())
    });
    ours.send_json("behind").await.unwrap();
    assert!(receiving.await.unwrap() == (long, "behind".to_owned()));
}

/// A peer that takes a message, and answers with its length.
fn answer_one(child_end: ChildEnd) -> JoinHandle<()> {
    let mut theirs = Channel::new(OwnedFd::from(child_end), Format::Newline);
    std::thread::spawn(move || {
        let length = theirs.recv().unwrap().unwrap().len();
        theirs.send_json(&length).unwrap();
        // Until the other end is closed.
        assert_eq!(theirs.recv().unwrap(), None);
    })
}

#[tokio::test]
async fn what_a_send_has_left_leaves_while_its_answer_is_received() {
    let (mut ours, child_end) = AsyncChannel::pair(Format::Newline).unwrap();
    let long = vec![b'1'; 3_000_000];
    let given_up = timeout(Duration::from_millis(10), ours.send(&long)).await;
    assert!(given_up.is_err());
    let peer = answer_one(child_end);
    let answer = timeout(Duration::from_secs(60), ours.recv()).await;
    assert_eq!(answer.expect("the rest has left").unwrap().unwrap(), b"3000000");
    drop(ours);
    peer.join().unwrap();
}

#[tokio::test]
async fn what_a_sink_has_left_leaves_while_the_stream_is_waited_for() {
    let (ours, child_end) = AsyncChannel::pair(Format::Newline).unwrap();
    let (mut sink, mut stream) = ours.split();
    let receiving = tokio::spawn(async move { stream.next().await.unwrap().unwrap() });
    // It waits already.
    tokio::task::yield_now().await;
    let long = vec![b'1'; 3_000_000];
    let given_up = timeout(Duration::from_millis(10), sink.send(&long)).await;
    assert!(given_up.is_err());
    let peer = answer_one(child_end);
    let answer = timeout(Duration::from_secs(60), receiving).await;
    assert_eq!(answer.expect("the rest has left").unwrap(), b"3000000");
    drop(sink);
    peer.join().unwrap();
}

/// A handle whose sender has given up, with the peer's end, at which it has come.
async fn give_up_a_handle() -> (AsyncChannel, Channel, TcpListener) {
    let (mut ours, child_end) = AsyncChannel::pair(Format::Newline).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let sending = ours.send_json_with_handle("given up", HandleType::Server, &listener);
    assert!(timeout(Duration::from_millis(10), sending).await.is_err());
    let theirs = Channel::new(OwnedFd::from(child_end), Format::Newline);
    (ours, theirs, listener)
}

#[tokio::test]
async fn a_late_answer_is_not_that_to_the_next_handle() {
    let (mut ours, theirs, listener) = give_up_a_handle().await;
    // Not a channel, which would acknowledge all of them.
    let theirs = UnixStream::from(theirs.as_fd().try_clone_to_owned().unwrap());
    let refusing = std::thread::spawn(move || {
        let mut received = 0;
        for frame in BufReader::new(&theirs).lines() {
            frame.unwrap();
            let verdict = if received == 0 { "ACK" } else { "NACK" };
            writeln!(&theirs, r#"{{"cmd":"NODE_HANDLE_{verdict}"}}"#).unwrap();
            received += 1;
        }
        received
    });
    let sent = ours
        .send_json_with_handle("refused", HandleType::Server, &listener)
        .await;
    assert!(matches!(sent, Err(ChannelError::HandleRefused)));
    drop(ours);
    assert_eq!(refusing.join().unwrap(), 5, "one, and four attempts");
}

#[tokio::test]
async fn a_late_answer_is_no_message() {
    for as_a_stream in [false, true] {
        let (mut ours, mut theirs, listener) = give_up_a_handle().await;
        let (message, handle) = theirs.recv_json_with_handle::<String>().unwrap().unwrap();
        assert_eq!((message.as_str(), handle.is_some()), ("given up", true));
        theirs.send_json("behind").unwrap();
        let received = if as_a_stream {
            ours.next().await.unwrap().unwrap()
        } else {
            ours.recv().await.unwrap().unwrap()
        };
        assert_eq!(received, br#""behind""#);
        // Another handle has an answer of its own, and what no handle was sent for is a message.
        let accepting = std::thread::spawn(move || {
            let handle = theirs.recv_json_with_handle::<String>().unwrap().unwrap().1;
            theirs.send(br#"{"cmd":"NODE_HANDLE_ACK"}"#).unwrap();
            handle.is_some()
        });
        ours.send_json_with_handle("accepted", HandleType::Server, &listener)
            .await
            .unwrap();
        assert!(accepting.join().unwrap());
        let message: Value = ours.recv_json().await.unwrap().unwrap();
        assert_eq!(message["cmd"], "NODE_HANDLE_ACK");
    }
}
