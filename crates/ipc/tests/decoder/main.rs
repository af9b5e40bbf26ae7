//! The decoder against a naive one, over random splits and corruption.

mod fuzz;
mod naive;

use naive::{decode, encode, naive};
use proptest::prelude::*;
use rt_ipc::{Decoder, Format, FrameError};

fn formats() -> impl Strategy<Value = Format> {
    prop_oneof![Just(Format::Newline), Just(Format::Length)]
}

fn payloads() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let byte = (0_u8..255).prop_map(|byte| if byte == b'\n' { 255 } else { byte });
    proptest::collection::vec(proptest::collection::vec(byte, 0..300), 0..12)
}

proptest! {
    #[test]
    fn what_was_encoded_is_decoded_however_it_is_split(
        format in formats(), payloads in payloads(), cuts in proptest::collection::vec(any::<usize>(), 0..40),
    ) {
        let wire = encode(format, &payloads);
        prop_assert_eq!(decode(format, &wire, &cuts, 1000), (payloads, None));
    }

    #[test]
    fn byte_by_byte(format in formats(), payloads in payloads()) {
        let wire = encode(format, &payloads);
        let cuts: Vec<_> = (0..wire.len()).collect();
        prop_assert_eq!(decode(format, &wire, &cuts, 1000), (payloads, None));
    }

    #[test]
    fn corruption_is_seen_as_the_naive_decoder_sees_it(
        format in formats(), payloads in payloads(), cuts in proptest::collection::vec(any::<usize>(), 0..10),
        corruption in proptest::collection::vec((any::<usize>(), any::<u8>()), 0..6), limit in 0_usize..400,
    ) {
        let mut wire = encode(format, &payloads);
        for (position, byte) in corruption {
            let length = wire.len();
            if length > 0 { wire[position % length] = byte; }
        }
        let (expected, failed) = naive(format, &wire, limit);
        let (decoded, error) = decode(format, &wire, &cuts, limit);
        prop_assert_eq!((decoded, error.is_some()), (expected, failed));
    }

    #[test]
    fn noise(format in formats(), wire in proptest::collection::vec(any::<u8>(), 0..2000), cuts in proptest::collection::vec(any::<usize>(), 0..10)) {
        let (expected, failed) = naive(format, &wire, 256);
        let (decoded, error) = decode(format, &wire, &cuts, 256);
        prop_assert_eq!((decoded, error.is_some()), (expected, failed));
    }
}

#[test]
#[cfg_attr(miri, ignore = "64 megabytes take hours")]
fn a_long_frame_in_small_pieces_is_linear() {
    // Searching from the start at each piece would look at 32 MiB × 8192 / 2 bytes, which takes
    // minutes.
    for format in [Format::Newline, Format::Length] {
        let payload = vec![b'a'; 32 << 20];
        let wire = encode(format, std::slice::from_ref(&payload));
        let mut decoder = Decoder::new(format);
        let mut frames = 0;
        for piece in wire.chunks(4096) {
            decoder.extend(piece);
            frames += decoder.frames().len();
        }
        assert_eq!((frames, decoder.pending()), (1, 0));
        decoder.room(1);
        assert_eq!(
            decoder.frames().len(),
            0,
            "a frame is gone when more is to be read"
        );
    }
}

#[test]
fn a_length_above_the_limit_is_refused_before_its_payload_comes() {
    let mut decoder = Decoder::with_limit(Format::Length, 100);
    decoder.extend(&[0, 0, 0, 1, 7, 0xff, 0xff, 0xff]);
    assert_eq!(decoder.frames().iter().collect::<Vec<_>>(), [&[7]]);
    decoder.extend(&[0xff]);
    let limit = 100;
    assert_eq!(
        decoder.frames().error(),
        Some(FrameError::TooLong {
            limit,
            length: 0xffff_ffff
        })
    );
}

#[test]
#[cfg_attr(miri, ignore = "a megabyte in small pieces takes minutes")]
fn the_memory_for_an_endless_line_is_bounded_by_the_limit() {
    let limit = 1 << 20;
    let mut decoder = Decoder::with_limit(Format::Newline, limit);
    let piece = [b'a'; 4096];
    let mut fed = 0;
    while decoder.frames().error().is_none() {
        decoder.extend(&piece);
        fed += piece.len();
        assert!(fed <= limit + piece.len());
    }
    assert!(decoder.room(0).len() <= 2 * piece.len());
}

#[test]
fn what_comes_after_an_error_is_dropped() {
    for format in [Format::Newline, Format::Length] {
        let mut decoder = Decoder::with_limit(format, 10);
        decoder.extend(&encode(format, &[b"1".to_vec(), vec![b'x'; 11]]));
        let frames = decoder.frames();
        assert_eq!((frames.len(), frames.error().is_some()), (1, true));
        let piece = vec![b'\n'; 100_000];
        for _ in 0..20 {
            decoder.extend(&piece);
            assert_eq!((decoder.pending(), decoder.frames().len()), (0, 0));
            assert!(decoder.frames().error().is_some());
        }
        assert!(decoder.room(0).len() <= 2 * piece.len());
    }
}

#[test]
fn encoding_refuses_what_the_format_cannot_say() {
    let mut wire = b"before".to_vec();
    assert_eq!(
        Format::Newline.encode(b"ab\n", &mut wire),
        Err(FrameError::ContainsNewline { offset: 2 })
    );
    assert_eq!(wire, b"before");
    assert!(matches!(
        Format::length_field(1 << 32),
        Err(FrameError::LengthField { .. })
    ));
    assert_eq!(Format::length_field(0x0102_0304), Ok([1, 2, 3, 4]));
}
