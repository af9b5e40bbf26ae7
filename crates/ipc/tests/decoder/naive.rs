//! Decoders for the tests: one that has the whole stream, and the crate's, fed in pieces.

use rt_ipc::{Decoder, Format, FrameError};

/// What a decoder that has the whole stream at once says: the payloads, and whether an error
/// follows.
pub fn naive(format: Format, mut stream: &[u8], limit: usize) -> (Vec<Vec<u8>>, bool) {
    let mut payloads = Vec::new();
    loop {
        let (header, found) = match format {
            Format::Newline => (0, stream.iter().position(|byte| *byte == b'\n')),
            Format::Length if stream.len() < 4 => (4, None),
            Format::Length => (
                4,
                Some(
                    stream[..4]
                        .iter()
                        .fold(0, |sum, byte| sum << 8 | usize::from(*byte)),
                ),
            ),
        };
        match found {
            Some(length) if length > limit => return (payloads, true),
            None => return (payloads, format == Format::Newline && stream.len() > limit),
            Some(length) if stream.len() < header + length => return (payloads, false),
            Some(length) => {
                payloads.push(stream[header..header + length].to_vec());
                let trailer = usize::from(format == Format::Newline);
                stream = &stream[header + length + trailer..];
            }
        }
    }
}

/// Feeds `stream` in pieces that end at `cuts`, alternately by `extend` and by `room` and `fill`.
pub fn decode(
    format: Format,
    stream: &[u8],
    cuts: &[usize],
    limit: usize,
) -> (Vec<Vec<u8>>, Option<FrameError>) {
    let mut decoder = Decoder::with_limit(format, limit);
    let mut payloads = Vec::new();
    let mut error = None;
    let mut ends: Vec<_> = cuts
        .iter()
        .map(|cut| cut % (stream.len() + 1))
        .chain([stream.len()])
        .collect();
    ends.sort_unstable();
    let mut start = 0;
    for (index, end) in ends.into_iter().enumerate() {
        let piece = &stream[start..end];
        start = end;
        if index % 2 == 0 {
            decoder.extend(piece);
        } else {
            decoder.room(piece.len() + 3)[..piece.len()].copy_from_slice(piece);
            decoder.fill(piece.len());
        }
        let before = payloads.len();
        let frames = decoder.frames();
        payloads.extend(frames.iter().map(<[u8]>::to_vec));
        for (offset, (range, frame_end)) in frames.ranges().zip(frames.ends()).enumerate() {
            assert_eq!(frames.bytes()[range], payloads[before + offset][..]);
            assert!(frame_end <= end as u64);
        }
        if let Some(earlier) = error {
            assert_eq!(
                (frames.error(), frames.len()),
                (Some(earlier), 0),
                "an error stays"
            );
        }
        error = frames.error();
    }
    (payloads, error)
}

/// The frames of all payloads, one after the other.
pub fn encode(format: Format, payloads: &[Vec<u8>]) -> Vec<u8> {
    let mut wire = Vec::new();
    for payload in payloads {
        format
            .encode(payload, &mut wire)
            .expect("the payload has no newline and is short");
    }
    wire
}
