mod json;
mod payload;

use super::{Batch, LongString, MOST_TEXT, StringBytes};
use crate::{DEFAULT_FRAME_LIMIT, Decoder, FlatPayload, Format};

/// Position, name and bytes.
type Found = (usize, Option<String>, Vec<u8>);

/// The text of a batch, and its long strings.
fn batch(format: Format, payloads: &[&[u8]]) -> Option<(String, Vec<Found>)> {
    batch_with_longest(DEFAULT_FRAME_LIMIT, format, payloads)
}

fn batch_with_longest(longest: usize, format: Format, payloads: &[&[u8]]) -> Option<(String, Vec<Found>)> {
    let mut wire = Vec::new();
    for payload in payloads {
        format.encode(payload, &mut wire).unwrap();
    }
    let mut decoder = Decoder::new(format);
    decoder.extend(&wire);
    let Batch {
        text, long_strings, ..
    } = Batch::with_longest_string(&decoder.frames(), format, longest)?;
    let strings = long_strings
        .into_iter()
        .map(|LongString { frame, name, content }| {
            let (StringBytes::Utf8(bytes) | StringBytes::Latin1(bytes) | StringBytes::Utf16(bytes)) = content;
            (
                frame,
                name.map(|name| String::from_utf8(name.to_vec()).unwrap()),
                bytes.to_vec(),
            )
        });
    Some((String::from_utf8(text).unwrap(), strings.collect()))
}

/// More than fits into a batch. Miri takes minutes for the larger number.
const MANY: usize = if cfg!(miri) { 4_000 } else { 100_000 };

/// A payload without its length.
fn flat(write: impl FnOnce(&mut FlatPayload<'_>) -> usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut payload = FlatPayload::begin(&mut bytes);
    let properties = write(&mut payload);
    payload.end(properties).unwrap();
    bytes.split_off(4)
}

#[test]
fn a_string_that_v8_may_not_make_is_no_batch() {
    let longest = 4 * MOST_TEXT;
    for (length, is_batch) in [(longest, true), (longest + 2, false)] {
        let text = vec![b'x'; length];
        let wide = vec![0x4e2d; length / 2];
        let payload = |write: &dyn Fn(&mut FlatPayload<'_>)| {
            flat(|payload| {
                payload.latin1(b"a");
                write(payload);
                1
            })
        };
        let json = [b"\"", &text[..], b"\""].concat();
        for (format, frame) in [
            (Format::Newline, [b"{\"a\":", &json[..], b"}"].concat()),
            (Format::Length, payload(&|payload| payload.latin1(&text))),
            (Format::Length, payload(&|payload| payload.utf16(&wide))),
        ] {
            assert!(batch_with_longest(longest + 10, format, &[&frame]).is_some());
            let batch = batch_with_longest(longest, format, &[&frame]);
            // A frame of JSON that is longer is not even looked at.
            assert_eq!(batch.is_some(), is_batch && format == Format::Length);
        }
    }
}
