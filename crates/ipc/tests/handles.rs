//! Descriptors over a blocking channel, both ends in one process.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener, TcpStream, UdpSocket};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::thread;

use rt_ipc::{Channel, ChannelError, Format, HandleType};
use rustix::net::{AddressFamily, SocketType};
use serde_json::{Value, json};

fn pair(format: Format) -> (Channel, Channel) {
    let (parent, child_end) = Channel::pair(format).unwrap();
    (parent, Channel::new(OwnedFd::from(child_end), format))
}

#[test]
fn a_descriptor_arrives_with_its_message_between_others() {
    let (mut ours, mut theirs) = pair(Format::Newline);
    let (passed, mut kept) = UnixStream::pair().unwrap();
    let sending = thread::spawn(move || {
        ours.send_json("before").unwrap();
        ours.send_json_with_handle(&json!({ "with": 1 }), HandleType::Socket, OwnedFd::from(passed))
            .unwrap();
        ours.send_json("behind").unwrap();
    });
    let (message, handle) = theirs.recv_json_with_handle::<String>().unwrap().unwrap();
    assert_eq!((message.as_str(), handle.is_none()), ("before", true));
    let (message, handle) = theirs.recv_json_with_handle::<Value>().unwrap().unwrap();
    let handle = handle.unwrap();
    assert_eq!(
        (message, handle.handle_type),
        (json!({ "with": 1 }), HandleType::Socket)
    );
    assert_eq!(theirs.recv_json().unwrap(), Some("behind".to_owned()));
    sending.join().unwrap();
    UnixStream::from(handle.descriptor).write_all(b"through").unwrap();
    let mut text = String::new();
    kept.read_to_string(&mut text).unwrap();
    assert_eq!(text, "through");
    assert!(theirs.recv_json_with_handle::<Value>().unwrap().is_none());
}

#[test]
fn a_bound_socket_arrives_and_may_listen() {
    let (mut ours, mut theirs) = pair(Format::Newline);
    let bound = rustix::net::socket(AddressFamily::INET, SocketType::STREAM, None).unwrap();
    rustix::net::bind(&bound, &SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0)).unwrap();
    let sending = thread::spawn(move || {
        ours.send_json_with_handle("bound", HandleType::BoundSocket, bound)
            .unwrap();
    });
    let (message, handle) = theirs.recv_json_with_handle::<String>().unwrap().unwrap();
    sending.join().unwrap();
    let handle = handle.unwrap();
    assert_eq!(
        (message.as_str(), handle.handle_type),
        ("bound", HandleType::BoundSocket)
    );
    rustix::net::listen(&handle.descriptor, 1).unwrap();
    let listener = TcpListener::from(handle.descriptor);
    TcpStream::connect(listener.local_addr().unwrap()).unwrap();
}

#[test]
fn both_ends_may_send_at_once_and_what_comes_meanwhile_is_kept() {
    let (mut ours, mut theirs) = pair(Format::Newline);
    let exchange = move || {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        for number in 0..50 {
            theirs
                .send_json_with_handle(&number, HandleType::Server, &listener)
                .unwrap();
        }
        for number in 0..50 {
            let (message, handle) = theirs.recv_json_with_handle::<i32>().unwrap().unwrap();
            assert_eq!(
                (message, handle.unwrap().handle_type),
                (number, HandleType::DatagramSocket)
            );
        }
    };
    let other = thread::spawn(exchange);
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    for number in 0..50 {
        ours.send_json_with_handle(&number, HandleType::DatagramSocket, &socket)
            .unwrap();
    }
    for number in 0..50 {
        let (message, handle) = ours.recv_json_with_handle::<i32>().unwrap().unwrap();
        assert_eq!(
            (message, handle.unwrap().handle_type),
            (number, HandleType::Server)
        );
    }
    other.join().unwrap();
}

#[test]
fn a_refused_descriptor_is_sent_four_times() {
    let (mut ours, child_end) = Channel::pair(Format::Newline).unwrap();
    let theirs = UnixStream::from(OwnedFd::from(child_end));
    // Not a channel, which would acknowledge what it finds.
    let refusing = thread::spawn(move || {
        let mut attempts = 0;
        for message in BufReader::new(&theirs).lines() {
            if message.unwrap().contains("NODE_HANDLE") {
                attempts += 1;
                (&theirs).write_all(b"{\"cmd\":\"NODE_HANDLE_NACK\"}\n").unwrap();
            }
        }
        attempts
    });
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let sent = ours.send_json_with_handle("lost", HandleType::Server, &listener);
    assert!(matches!(sent, Err(ChannelError::HandleRefused)));
    ours.send_json("the channel goes on").unwrap();
    drop(ours);
    assert_eq!(refusing.join().unwrap(), 4);
}

#[test]
fn a_handle_without_its_descriptor_is_asked_for_again() {
    let (mut ours, mut theirs) = pair(Format::Newline);
    let announced = json!({ "cmd": "NODE_HANDLE", "type": "net.Server", "msg": 1 });
    theirs.send_json(&announced).unwrap();
    theirs.send_json(&json!({ "cmd": "NODE_HANDLE_ACK" })).unwrap();
    theirs.send_json(&2).unwrap();
    let (message, handle) = ours.recv_json_with_handle::<i32>().unwrap().unwrap();
    assert_eq!((message, handle.is_none()), (2, true));
    assert_eq!(
        theirs.recv_json().unwrap(),
        Some(json!({ "cmd": "NODE_HANDLE_NACK" }))
    );
}

#[test]
fn what_cannot_be_sent_is_refused_before() {
    let (mut ours, _theirs) = pair(Format::Newline);
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let sent = ours.send_json_with_handle("message", HandleType::Server, &socket);
    assert!(matches!(sent, Err(ChannelError::Io(error)) if error.kind() == ErrorKind::InvalidInput));
    let (local, _other) = UnixStream::pair().unwrap();
    let sent = ours.send_json_with_handle("message", HandleType::BoundSocket, &local);
    assert!(matches!(sent, Err(ChannelError::Io(error)) if error.kind() == ErrorKind::InvalidInput));
    let (mut advanced, _peer) = pair(Format::Length);
    let sent = advanced.send_json_with_handle("message", HandleType::DatagramSocket, &socket);
    assert!(matches!(sent, Err(ChannelError::NotJson)));
}

#[test]
fn a_peer_that_closes_before_it_answers_is_an_error() {
    let (mut ours, child_end) = Channel::pair(Format::Newline).unwrap();
    let mut theirs = UnixStream::from(OwnedFd::from(child_end));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let closing = thread::spawn(move || theirs.read_exact(&mut [0]).unwrap());
    let sent = ours.send_json_with_handle("message", HandleType::Server, &listener);
    assert!(matches!(sent, Err(ChannelError::Io(error)) if error.kind() == ErrorKind::BrokenPipe));
    closing.join().unwrap();
}

#[test]
fn what_no_rust_value_can_hold_arrives_with_its_descriptor() {
    let deep = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
    for message in [r#""\ud83d""#, r#"{"\ud83d":[1e999]}"#, &deep] {
        let (mut ours, mut theirs) = pair(Format::Newline);
        let sent = message.to_owned();
        let sending = thread::spawn(move || {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let raw = serde_json::value::RawValue::from_string(sent).unwrap();
            theirs
                .send_json_with_handle(&raw, HandleType::Server, &listener)
                .unwrap();
        });
        let (text, handle) = ours.recv_with_handle().unwrap().unwrap();
        assert_eq!(
            (text.as_slice(), handle.unwrap().handle_type),
            (message.as_bytes(), HandleType::Server)
        );
        sending.join().unwrap();
    }
}

#[test]
fn a_message_that_is_no_value_is_answered_and_the_channel_goes_on() {
    let (mut ours, mut theirs) = pair(Format::Newline);
    let sending = thread::spawn(move || {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let raw = serde_json::value::RawValue::from_string(r#""\ud83d""#.to_owned()).unwrap();
        theirs
            .send_json_with_handle(&raw, HandleType::Server, &listener)
            .unwrap();
        theirs.send_json("behind").unwrap();
    });
    let received = ours.recv_json_with_handle::<String>();
    assert!(matches!(received, Err(ChannelError::Json(_))));
    assert_eq!(ours.recv_json().unwrap(), Some("behind".to_owned()));
    sending.join().unwrap();
}
