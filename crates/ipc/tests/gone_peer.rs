//! What a peer has sent that does not wait for an answer: it has closed its end.
#![cfg(unix)]

use std::fmt::Debug;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpListener;
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::thread;

use rt_ipc::{Channel, ChannelError, Format, HandleType, Sender};

const ANNOUNCED: &[u8] = b"{\"cmd\":\"NODE_HANDLE\",\"type\":\"net.Server\",\"msg\":1}\n";

/// Sends a message with a handle, and one behind it.
fn send(peer: &UnixStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let sent = Sender::new().send_with_descriptors(peer, &[ANNOUNCED], &[listener.as_fd()]);
    assert!(sent.unwrap());
    (&*peer).write_all(b"2\n").unwrap();
}

fn pair() -> (Channel, UnixStream) {
    let (ours, peer) = UnixStream::pair().unwrap();
    (Channel::new(ours.into(), Format::Newline), peer)
}

fn is_broken_pipe<R: Debug>(result: Result<R, ChannelError>) -> bool {
    matches!(result, Err(ChannelError::Io(error)) if error.kind() == ErrorKind::BrokenPipe)
}

/// The messages that come until the end, and whether handles come with them.
fn receive_all(channel: &mut Channel) -> Vec<(i32, bool)> {
    let next = || channel.recv_json_with_handle().unwrap();
    std::iter::from_fn(next)
        .map(|(message, handle)| (message, handle.is_some()))
        .collect()
}

#[test]
fn a_handle_is_received() {
    let (mut channel, peer) = pair();
    send(&peer);
    drop(peer);
    assert_eq!(receive_all(&mut channel), [(1, true), (2, false)]);
}

#[test]
fn a_handle_is_received_whose_sender_has_left_something_unread() {
    let (mut channel, peer) = pair();
    channel.send_json("unread").unwrap();
    send(&peer);
    drop(peer);
    assert_eq!(receive_all(&mut channel), [(1, true), (2, false)]);
}

#[test]
fn a_message_is_received_behind_a_handle_that_was_lost() {
    let (mut channel, mut peer) = pair();
    peer.write_all(ANNOUNCED).unwrap();
    peer.write_all(b"2\n").unwrap();
    drop(peer);
    assert_eq!(receive_all(&mut channel), [(2, false)]);
}

#[test]
fn a_handle_is_received_that_came_while_an_answer_was_waited_for() {
    let (mut channel, peer) = pair();
    let leaving = thread::spawn(move || {
        (&peer).read_exact(&mut [0]).unwrap();
        send(&peer);
    });
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let sent = channel.send_json_with_handle("unanswered", HandleType::Server, &listener);
    assert!(is_broken_pipe(sent));
    leaving.join().unwrap();
    assert_eq!(receive_all(&mut channel), [(1, true), (2, false)]);
}

#[test]
fn a_send_that_fails_loses_nothing_of_what_has_come() {
    let (mut channel, mut peer) = pair();
    channel.send_json("unread").unwrap();
    peer.write_all(b"1\n2").unwrap();
    drop(peer);
    for _ in 0..2 {
        assert!(is_broken_pipe(channel.send_json("late")));
    }
    assert_eq!(channel.recv_json().unwrap(), Some(1));
    let within_a_frame = channel.recv();
    assert!(
        matches!(within_a_frame, Err(ChannelError::Io(error)) if error.kind() == ErrorKind::UnexpectedEof)
    );
    for _ in 0..2 {
        assert_eq!(channel.recv().unwrap(), None);
    }
}

#[test]
fn both_halves_of_a_channel_go_on() {
    let (channel, mut peer) = pair();
    let (mut sending, mut receiving) = channel.split();
    peer.write_all(b"1\n2\n").unwrap();
    drop(peer);
    assert!(is_broken_pipe(sending.send_json("late")));
    assert_eq!(receiving.recv_json().unwrap(), Some(1));
    assert!(is_broken_pipe(sending.send_json("late")));
    assert_eq!(receiving.recv_json().unwrap(), Some(2));
    assert_eq!(receiving.recv().unwrap(), None);
}

#[cfg(feature = "tokio")]
#[tokio::test]
async fn an_async_channel_receives_the_same() {
    for sends_before in [false, true] {
        let (channel, peer) = pair();
        let mut channel = rt_ipc::AsyncChannel::try_from(channel).unwrap();
        send(&peer);
        drop(peer);
        if sends_before {
            assert!(is_broken_pipe(channel.send_json("late").await));
        }
        for (number, with_handle) in [(1, true), (2, false)] {
            let (message, handle) = channel.recv_json_with_handle::<i32>().await.unwrap().unwrap();
            assert_eq!((message, handle.is_some()), (number, with_handle));
        }
        assert_eq!(channel.recv().await.unwrap(), None);
    }
}
