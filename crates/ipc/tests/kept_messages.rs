//! What comes while the answer to a handle is waited for.
#![cfg(unix)]

#[path = "support/received_handles.rs"]
mod received_handles;

use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::thread;

use received_handles::{came_with_handle, is_second, listener};
use rt_ipc::{Channel, ChannelError, Decoder, Format, HandleType, Sender};
use serde_json::{Value, json};

/// A channel that has sent a handle, and a peer that has sent a message, one with a handle, and one
/// more before it answered.
fn exchange() -> (Channel, Channel) {
    let (mut ours, child_end) = Channel::pair(Format::Newline).unwrap();
    let theirs = thread::spawn(move || {
        let socket = OwnedFd::from(child_end);
        let announced = b"{\"cmd\":\"NODE_HANDLE\",\"type\":\"net.Server\",\"msg\":2}\n";
        let mut sender = Sender::new();
        sender.send(&socket, &[b"1\n"]).unwrap();
        sender
            .send_with_descriptors(&socket, &[announced], &[listener().as_fd()])
            .unwrap();
        sender.send(&socket, &[b"3\n"]).unwrap();
        let mut theirs = Channel::new(socket, Format::Newline);
        theirs.recv_with_handle().unwrap();
        theirs
    });
    ours.send_json_with_handle("handle", HandleType::Server, listener())
        .unwrap();
    (ours, theirs.join().unwrap())
}

#[test]
fn a_handle_is_kept_for_who_asks_for_it() {
    let (mut ours, _theirs) = exchange();
    assert_eq!(ours.recv_json().unwrap(), Some(1));
    for _ in 0..2 {
        assert!(ours.has_buffered());
        assert!(came_with_handle(&ours.recv()));
        assert!(came_with_handle(&ours.try_recv()));
    }
    assert!(is_second(ours.recv_json_with_handle().unwrap()));
    assert_eq!(ours.recv_json().unwrap(), Some(3));
}

#[test]
fn a_half_of_a_channel_keeps_the_same() {
    let (ours, _theirs) = exchange();
    let (_sender, mut receiver) = ours.split();
    assert_eq!(receiver.recv_json().unwrap(), Some(1));
    assert!(came_with_handle(&receiver.recv()));
    assert!(is_second(receiver.recv_json_with_handle().unwrap()));
    assert_eq!(receiver.recv_json().unwrap(), Some(3));
}

#[cfg(feature = "tokio")]
#[tokio::test]
async fn an_async_channel_keeps_the_same() {
    let (ours, _theirs) = exchange();
    let mut ours = rt_ipc::AsyncChannel::try_from(ours).unwrap();
    assert_eq!(ours.recv_json().await.unwrap(), Some(1));
    assert!(came_with_handle(&ours.recv_json::<i32>().await));
    assert!(is_second(ours.recv_json_with_handle().await.unwrap()));
    assert_eq!(ours.recv_json().await.unwrap(), Some(3));
}

#[test]
fn a_peer_that_sends_without_an_answer_is_not_kept_without_end() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let decoder = Decoder::with_limit(Format::Newline, 100_000);
    let mut ours = Channel::with_decoder(ours.into(), decoder);
    let sending = thread::spawn(move || {
        let mut theirs = Channel::new(theirs.into(), Format::Newline);
        let frame = vec![b'1'; 100_000];
        for _ in 0..20 {
            theirs.send(&frame).unwrap();
        }
        theirs.send_json(&json!({ "cmd": "NODE_HANDLE_ACK" })).unwrap();
        theirs
    });
    let sent = ours.send_json_with_handle("handle", HandleType::Server, listener());
    let Err(ChannelError::TooMuchKept { limit }) = sent else {
        panic!("{sent:?}");
    };
    assert_eq!(limit, 1024 * 1024);
    // Nothing of it is lost, and the late answer is no message.
    for _ in 0..20 {
        assert_eq!(ours.recv().unwrap().map(<[u8]>::len), Some(100_000));
    }
    let mut theirs = sending.join().unwrap();
    theirs.send_json("behind").unwrap();
    assert_eq!(ours.recv_json::<Value>().unwrap(), Some(json!("behind")));
}
