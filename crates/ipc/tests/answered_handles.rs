//! Handles that come while messages without handles are waited for.
#![cfg(unix)]

#[path = "support/received_handles.rs"]
mod received_handles;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use received_handles::{came_with_handle, is_second, listener};
use rt_ipc::{Channel, ChannelError, Format, HandleType, Sender};
use serde_json::{Value, json};

/// Sends a message, one with a handle, of which it waits for the answer, and one more.
fn send_three(channel: &mut Channel) {
    channel.send_json(&1).unwrap();
    channel
        .send_json_with_handle(&2, HandleType::Server, listener())
        .unwrap();
    channel.send_json(&3).unwrap();
}

/// A channel whose peer sends these.
fn peer_of_handles() -> (Channel, JoinHandle<()>) {
    let (ours, child_end) = Channel::pair(Format::Newline).unwrap();
    let sending = thread::spawn(move || {
        let mut theirs = Channel::new(OwnedFd::from(child_end), Format::Newline);
        send_three(&mut theirs);
    });
    (ours, sending)
}

#[test]
fn a_handle_that_nobody_asks_for_is_answered_and_kept() {
    let (mut ours, sending) = peer_of_handles();
    assert_eq!(ours.recv_json().unwrap(), Some(1));
    assert!(came_with_handle(&ours.recv_timeout(Duration::from_secs(60))));
    sending.join().unwrap();
    assert!(came_with_handle(&ours.try_recv()));
    assert!(came_with_handle(&ours.recv_json::<Value>()));
    assert!(is_second(ours.recv_json_with_handle().unwrap()));
    assert_eq!(ours.recv_json().unwrap(), Some(3));
    assert!(ours.recv().unwrap().is_none());
}

#[test]
fn the_half_of_a_channel_answers_handles_while_the_other_sends() {
    let (ours, child_end) = Channel::pair(Format::Newline).unwrap();
    let (mut sender, mut receiver) = ours.split();
    let receiving = thread::spawn(move || {
        assert_eq!(receiver.recv_json().unwrap(), Some(1));
        assert!(came_with_handle(&receiver.recv_json::<i32>()));
        assert!(is_second(receiver.recv_json_with_handle().unwrap()));
        assert_eq!(receiver.recv_json().unwrap(), Some(3));
    });
    // More than the socket takes: the answer leaves between two of these frames.
    let frame = vec![b'7'; 100_000];
    let expected = frame.clone();
    let sending = thread::spawn(move || {
        for _ in 0..20 {
            sender.send(&frame).unwrap();
        }
    });
    let mut theirs = Channel::new(OwnedFd::from(child_end), Format::Newline);
    send_three(&mut theirs);
    for _ in 0..20 {
        assert_eq!(theirs.recv().unwrap(), Some(expected.as_slice()));
    }
    receiving.join().unwrap();
    sending.join().unwrap();
}

/// Sends as much as the socket takes. Returns how many whole frames that is.
fn fill(channel: &mut Channel) -> usize {
    let mut sender = Sender::new();
    let mut count = 0;
    while sender.send(&*channel, &[&[b'7'; 1000], b"\n"]).unwrap() {
        count += 1;
    }
    count
}

#[test]
fn an_answer_that_the_socket_does_not_take_leaves_while_others_are_received() {
    for is_split in [false, true] {
        let (mut ours, child_end) = Channel::pair(Format::Newline).unwrap();
        let peer = UnixStream::from(OwnedFd::from(child_end));
        let count = fill(&mut ours);
        let announced = b"{\"cmd\":\"NODE_HANDLE\",\"type\":\"net.Server\",\"msg\":2}\n";
        Sender::new()
            .send_with_descriptors(&peer, &[announced], &[listener().as_fd()])
            .unwrap();
        // The peer reads only from now on, and says one thing more when it has the answer.
        let reading = move |peer: UnixStream| {
            let mut lines = BufReader::new(&peer).lines();
            for _ in 0..count {
                lines.next().unwrap().unwrap();
            }
            let answer = lines.find(|line| line.as_ref().unwrap().contains("NODE_HANDLE_ACK"));
            assert!(answer.is_some());
            (&peer).write_all(b"3\n").unwrap();
        };
        if is_split {
            let (sender, mut receiver) = ours.split();
            assert!(came_with_handle(&receiver.recv_json::<i32>()));
            assert!(receiver.has_unsent());
            let peer = thread::spawn(move || reading(peer));
            assert!(is_second(receiver.recv_json_with_handle().unwrap()));
            assert_eq!(receiver.recv_json().unwrap(), Some(3));
            drop(sender);
            peer.join().unwrap();
        } else {
            assert!(came_with_handle(&ours.try_recv()));
            assert!(ours.has_unsent());
            let peer = thread::spawn(move || reading(peer));
            assert!(is_second(ours.recv_json_with_handle().unwrap()));
            let received = ours.recv_timeout(Duration::from_secs(60));
            assert_eq!(received.unwrap(), Some(&b"3"[..]));
            peer.join().unwrap();
        }
    }
}

#[test]
fn the_half_that_receives_goes_on_while_the_other_waits_for_the_peer() {
    let (ours, child_end) = Channel::pair(Format::Newline).unwrap();
    let (mut sender, mut receiver) = ours.split();
    let sending = thread::spawn(move || {
        for _ in 0..40 {
            sender.send(&vec![b'7'; 100_000]).unwrap();
        }
    });
    let receiving = thread::spawn(move || {
        assert!(is_second(receiver.recv_json_with_handle().unwrap()));
        assert_eq!(receiver.recv().unwrap().unwrap().len(), 5_000_000);
    });
    let mut theirs = Channel::new(OwnedFd::from(child_end), Format::Newline);
    theirs
        .send_json_with_handle(&2, HandleType::Server, listener())
        .unwrap();
    // Nothing is read until all of it has left.
    theirs.send(&vec![b'7'; 5_000_000]).unwrap();
    receiving.join().unwrap();
    for _ in 0..40 {
        assert_eq!(theirs.recv().unwrap().unwrap().len(), 100_000);
    }
    sending.join().unwrap();
}

#[test]
fn a_frame_that_is_cut_off_is_an_error_of_the_half_that_sends() {
    for _ in 0..50 {
        let (ours, child_end) = Channel::pair(Format::Newline).unwrap();
        let (mut sender, mut receiver) = ours.split();
        let peer = UnixStream::from(OwnedFd::from(child_end));
        let sending = thread::spawn(move || sender.send(&vec![b'7'; 2_000_000]));
        let receiving =
            thread::spawn(move || while let Ok(Some(_)) = receiver.recv_timeout(Duration::from_secs(60)) {});
        (&peer).read_exact(&mut [0; 1000]).unwrap();
        drop(peer);
        let sent = sending.join().unwrap();
        assert!(matches!(sent, Err(ChannelError::Io(_))), "{sent:?}");
        receiving.join().unwrap();
    }
}

#[test]
fn a_handle_whose_descriptor_was_lost_is_refused_whoever_receives() {
    let (mut ours, child_end) = Channel::pair(Format::Newline).unwrap();
    let mut theirs = Channel::new(OwnedFd::from(child_end), Format::Newline);
    let announced = json!({ "cmd": "NODE_HANDLE", "type": "net.Server", "msg": 1 });
    for number in 0..3 {
        theirs.send_json(&announced).unwrap();
        theirs.send_json(&number).unwrap();
        let received = match number {
            0 => ours.recv(),
            1 => ours.try_recv(),
            _ => ours.recv_timeout(Duration::from_secs(60)),
        };
        assert_eq!(received.unwrap(), Some(number.to_string().as_bytes()));
        let answer = json!({ "cmd": "NODE_HANDLE_NACK" });
        assert_eq!(theirs.recv_json().unwrap(), Some(answer));
    }
}

#[test]
fn a_message_may_have_the_name_of_the_protocol_in_it() {
    let (mut ours, child_end) = Channel::pair(Format::Newline).unwrap();
    let mut theirs = Channel::new(OwnedFd::from(child_end), Format::Newline);
    for message in [json!("NODE_HANDLE"), json!({ "cmd": ["NODE_HANDLE"] })] {
        theirs.send_json(&message).unwrap();
        assert_eq!(ours.recv_json().unwrap(), Some(message));
    }
}

#[cfg(feature = "tokio")]
#[tokio::test]
async fn an_async_channel_answers_whoever_receives() {
    use futures_util::StreamExt as _;

    for as_a_stream in [false, true] {
        let (ours, sending) = peer_of_handles();
        let mut ours = rt_ipc::AsyncChannel::try_from(ours).unwrap();
        assert_eq!(ours.recv_json().await.unwrap(), Some(1));
        let received = if as_a_stream {
            ours.next().await.unwrap().map(Some)
        } else {
            ours.recv().await
        };
        assert!(came_with_handle(&received));
        tokio::task::spawn_blocking(|| sending.join().unwrap())
            .await
            .unwrap();
        assert!(is_second(ours.recv_json_with_handle().await.unwrap()));
        assert_eq!(ours.next().await.unwrap().unwrap(), b"3");
        assert!(ours.next().await.is_none());
    }
}
