//! Calls on a channel of tokio's event loop that are given up before they are done.
#![cfg(unix)]

use std::os::fd::OwnedFd;
use std::thread::JoinHandle;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use rt_ipc::{AsyncChannel, Channel, ChildEnd, Format};
use serde_json::{Value, json};
use tokio::time::timeout;

fn pair(format: Format) -> (AsyncChannel, AsyncChannel) {
    let (parent, child_end) = AsyncChannel::pair(format).unwrap();
    (
        parent,
        AsyncChannel::new(OwnedFd::from(child_end), format).unwrap(),
    )
}

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
