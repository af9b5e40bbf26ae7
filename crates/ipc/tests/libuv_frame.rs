//! Windows: libuv's frames, whose expected bytes come from `src/win/pipe.c` of libuv.
#![cfg(windows)]

use proptest::prelude::*;
use rt_ipc::{
    LibuvDecoder, LibuvFrameError, LibuvPart, SOCKET_INFO_LENGTH, TransferredSocket, TransferredSocketKind,
    encode_libuv_frame,
};

/// A part that owns its bytes. Parts of data that follow each other are one.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Data(Vec<u8>),
    Socket(TransferredSocketKind, Vec<u8>),
}

fn header(flags: u32, reserved1: u32, length: u32, reserved2: u32) -> Vec<u8> {
    [flags, reserved1, length, reserved2]
        .map(u32::to_le_bytes)
        .concat()
}

fn decode(decoder: &mut LibuvDecoder, bytes: &[u8], parts: &mut Vec<Part>) -> Result<(), LibuvFrameError> {
    decoder.decode(bytes, |part| match part {
        LibuvPart::Data(data) => match parts.last_mut() {
            Some(Part::Data(last)) => last.extend_from_slice(data),
            _ => parts.push(Part::Data(data.to_vec())),
        },
        LibuvPart::Socket(socket) => parts.push(Part::Socket(socket.kind, socket.info.to_vec())),
    })
}

#[test]
fn frames_have_the_bytes_of_libuvs() {
    let info = [7; SOCKET_INFO_LENGTH];
    let encode = |data: &[u8], kind: Option<TransferredSocketKind>| {
        let mut wire = vec![0xAA];
        let socket = kind.map(|kind| TransferredSocket { kind, info: &info });
        encode_libuv_frame(data, socket, &mut wire).unwrap();
        wire.split_off(1)
    };
    assert_eq!(
        encode(b"abc", None),
        [header(1, 0, 3, 0), b"abc".to_vec()].concat()
    );
    let server = encode(b"abc", Some(TransferredSocketKind::Server));
    assert_eq!(
        server,
        [header(3, 0, 3, 0), info.to_vec(), b"abc".to_vec()].concat()
    );
    let connection = encode(b"", Some(TransferredSocketKind::Connection));
    assert_eq!(connection, [header(6, 0, 0, 0), info.to_vec()].concat());
    assert_eq!(encode(b"", None), header(0, 0, 0, 0));
}

#[test]
fn headers_that_libuv_refuses_are_refused() {
    let valid = [(0, 0), (1, 0), (1, 9), (2, 0), (3, 5), (6, 0), (7, 1)];
    for flags in 0..40 {
        for length in [0, 1, 5, 9] {
            for reserved2 in [0, 1] {
                // Length 0 and any other are told apart by libuv, nothing else.
                let known = valid
                    .iter()
                    .any(|(f, l)| *f == flags && (length == 0 || (*l > 0) || flags & 1 == 1));
                let expected = known && (length == 0 || flags & 1 == 1) && reserved2 == 0;
                let mut decoder = LibuvDecoder::new();
                let result = decode(
                    &mut decoder,
                    &header(flags, 77, length, reserved2),
                    &mut Vec::new(),
                );
                assert_eq!(result.is_ok(), expected, "{flags} {length} {reserved2}");
            }
        }
    }
}

#[test]
fn nothing_comes_after_an_error() {
    let mut decoder = LibuvDecoder::new();
    let mut parts = Vec::new();
    let bytes = [
        header(1, 0, 1, 0),
        b"x".to_vec(),
        header(8, 0, 1, 0),
        b"y".to_vec(),
    ]
    .concat();
    let error = decode(&mut decoder, &bytes, &mut parts).unwrap_err();
    assert_eq!(
        error,
        LibuvFrameError::Invalid {
            flags: 8,
            length: 1,
            reserved: 0
        }
    );
    assert_eq!(decode(&mut decoder, &header(1, 0, 1, 0), &mut parts), Err(error));
    assert_eq!(decode(&mut decoder, b"", &mut parts), Err(error));
    assert_eq!(parts, [Part::Data(b"x".to_vec())]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_stream_is_read_however_it_is_split(
        frames in prop::collection::vec((prop::collection::vec(any::<u8>(), 0..50), any::<Option<(bool, u8)>>()), 0..8),
        pieces in prop::collection::vec(1_usize..700, 1..20),
    ) {
        let (mut wire, mut expected) = (Vec::new(), Vec::new());
        for (data, socket) in &frames {
            let info = socket.map(|(_, byte)| [byte; SOCKET_INFO_LENGTH]);
            let kind = |(is_server, _)| {
                if is_server { TransferredSocketKind::Server } else { TransferredSocketKind::Connection }
            };
            let given = socket.map(kind).zip(info.as_ref());
            encode_libuv_frame(data, given.map(|(kind, info)| TransferredSocket { kind, info }), &mut wire).unwrap();
            expected.extend(given.map(|(kind, info)| Part::Socket(kind, info.to_vec())));
            match expected.last_mut() {
                Some(Part::Data(last)) => last.extend_from_slice(data),
                _ if data.is_empty() => {}
                _ => expected.push(Part::Data(data.clone())),
            }
        }
        let (mut decoder, mut parts, mut rest) = (LibuvDecoder::new(), Vec::new(), &wire[..]);
        for size in pieces.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (piece, after) = rest.split_at((*size).min(rest.len()));
            decode(&mut decoder, piece, &mut parts).unwrap();
            rest = after;
        }
        prop_assert_eq!(parts, expected);
        prop_assert!(decoder.is_between_frames());
    }
}
