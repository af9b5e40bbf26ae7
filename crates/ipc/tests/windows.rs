//! Windows: messages and sockets in libuv's frames.
#![cfg(windows)]

use rt_ipc::{Format, ReceivedSocket, Receiver, SocketExport, TransferredSocketKind, encode_libuv_frame};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::windows::io::AsSocket;
use std::process;

fn frame(data: &[u8], socket: Option<&SocketExport>) -> Vec<u8> {
    let mut wire = Vec::new();
    encode_libuv_frame(data, socket.map(SocketExport::transferred), &mut wire).unwrap();
    wire
}

fn texts(receiver: &mut Receiver) -> Vec<String> {
    let (frames, _) = receiver.frames();
    frames
        .iter()
        .map(|frame| String::from_utf8(frame.to_vec()).unwrap())
        .collect()
}

/// Both ends of a connection, and the server that has accepted it.
fn connection() -> (TcpStream, TcpStream, TcpListener) {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let client = TcpStream::connect(server.local_addr().unwrap()).unwrap();
    let accepted = server.accept().unwrap().0;
    (client, accepted, server)
}

fn export(socket: &impl AsSocket) -> SocketExport {
    SocketExport::new(socket.as_socket(), process::id()).unwrap()
}

/// The socket that came with the frame at a position.
fn take(receiver: &mut Receiver, position: usize) -> Option<ReceivedSocket> {
    let (frames, sockets) = receiver.frames();
    let end = frames.ends().nth(position)?;
    sockets.take(end)?.into_iter().next()
}

#[test]
fn messages_need_not_begin_where_a_frame_does() {
    let wire = [frame(b"1\n2", None), frame(b"", None), frame(b"3\n4\n", None)].concat();
    for size in 1..wire.len() {
        let mut receiver = Receiver::new(Format::Newline);
        let mut all = Vec::new();
        for piece in wire.chunks(size) {
            receiver.receive(piece).unwrap();
            all.extend(texts(&mut receiver));
            receiver.rest();
        }
        assert_eq!(all, ["1", "23", "4"], "{size}");
        assert_eq!(receiver.pending(), 0);
    }
}

#[test]
fn what_stands_before_a_bad_frame_is_delivered() {
    let mut receiver = Receiver::new(Format::Newline);
    let wire = [frame(b"1\n", None), vec![0xFF; 16], frame(b"2\n", None)].concat();
    assert!(receiver.receive(&wire).is_err());
    assert_eq!(texts(&mut receiver), ["1"]);
    assert!(receiver.receive(b"3\n").is_err());
}

#[test]
fn a_connection_arrives_with_its_message_however_the_bytes_are_split() {
    for size in [1, 15, 16, 17, 647, 648, 649, 10_000] {
        let (mut client, accepted, _server) = connection();
        let wire = [
            frame(b"before\n", None),
            frame(b"with\n", Some(&export(&accepted))),
            frame(b"after\n", None),
        ]
        .concat();
        drop(accepted);
        let mut receiver = Receiver::new(Format::Newline);
        let mut arrived = None;
        for piece in wire.chunks(size) {
            receiver.receive(piece).unwrap();
            if let Some(position) = texts(&mut receiver).iter().position(|text| text == "with") {
                arrived = take(&mut receiver, position);
            }
            receiver.discard_unclaimed();
            receiver.rest();
        }
        let arrived = arrived.expect("a socket has come");
        assert_eq!(arrived.kind(), TransferredSocketKind::Connection);
        let mut stream = TcpStream::from(arrived.import().unwrap());
        stream.write_all(b"by the receiver").unwrap();
        drop(stream);
        let mut text = String::new();
        client.read_to_string(&mut text).unwrap();
        assert_eq!(text, "by the receiver");
    }
}

#[test]
fn a_server_is_one_and_goes_on_listening() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = server.local_addr().unwrap();
    let received = ReceivedSocket::from(export(&server).transferred());
    assert_eq!(received.kind(), TransferredSocketKind::Server);
    let again = TcpListener::from(received.import().unwrap());
    drop(server);
    let _client = TcpStream::connect(address).unwrap();
    again.accept().unwrap();
}

/// The peer of the connection sees its end: nobody holds the socket any more.
#[test]
fn sockets_that_nobody_takes_are_closed() {
    let (mut client, accepted, _server) = connection();
    let mut receiver = Receiver::new(Format::Newline);
    receiver
        .receive(&frame(b"no handle\n", Some(&export(&accepted))))
        .unwrap();
    drop(accepted);
    assert_eq!(texts(&mut receiver), ["no handle"]);
    receiver.discard_unclaimed();
    assert_eq!(client.read(&mut [0; 8]).unwrap(), 0);
}

#[test]
fn sockets_without_end_are_not_kept() {
    let (mut client, accepted, _server) = connection();
    let mut receiver = Receiver::new(Format::Newline);
    for _ in 0..100 {
        receiver.receive(&frame(b"x", Some(&export(&accepted)))).unwrap();
        texts(&mut receiver);
        receiver.discard_unclaimed();
    }
    // The others came within the message of the first.
    assert_eq!(receiver.frames().1.len(), 1);
    for _ in 0..100 {
        receiver.receive(&frame(b"\n", Some(&export(&accepted)))).unwrap();
    }
    assert_eq!(receiver.frames().1.len(), 16);
    drop((accepted, receiver));
    assert_eq!(client.read(&mut [0; 8]).unwrap(), 0);
}

#[test]
fn a_socket_for_a_process_that_does_not_exist_is_an_error() {
    let (_client, accepted, _server) = connection();
    assert!(SocketExport::new(accepted.as_socket(), u32::MAX - 3).is_err());
}
