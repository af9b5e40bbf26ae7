use super::{Batch, LONG_STRING, LongString, StringBytes};
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

fn json(payloads: &[&str]) -> Option<(String, Vec<Found>)> {
    let payloads: Vec<_> = payloads.iter().map(|payload| payload.as_bytes()).collect();
    batch(Format::Newline, &payloads)
}

fn long() -> String {
    "é, ".repeat(LONG_STRING / 4)
}

#[test]
fn long_strings_are_left_out_of_json() {
    let long = long();
    let frames = [
        format!("{{\"index\":1,\"text\":\"{long}\"}}"),
        format!(" \"{long}\" "),
        format!("{{ \"a\" : {{\"a\":[\"}}\\\"\"]}} , \"b\" : \"{long}\" , \"c\": \"{long}\"}}"),
    ];
    let (text, strings) = json(&frames.each_ref().map(String::as_str)).unwrap();
    assert_eq!(
        text,
        "[{\"index\":1,\"text\":\"\"}, \"\" ,{ \"a\" : {\"a\":[\"}\\\"\"]} , \"b\" : \"\" , \"c\": \"\"}]"
    );
    let name = |name: &str| Some(name.to_owned());
    let bytes = || long.clone().into_bytes();
    assert_eq!(
        strings,
        [
            (0, name("text"), bytes()),
            (1, None, bytes()),
            (2, name("b"), bytes()),
            (2, name("c"), bytes())
        ]
    );
}

#[test]
fn strings_that_cannot_be_put_in_their_place_stay() {
    let long = long();
    for frame in [
        format!("{{\"a\":\"{long}\",\"a\":1}}"),
        format!("{{\"a\":1,\"a\":\"{long}\"}}"),
        format!("{{\"\\u0061\":1,\"a\":\"{long}\"}}"),
        format!("{{\"é\":\"{long}\"}}"),
        format!("{{\"a\":\"{long}\\n\"}}"),
        format!("{{\"a\":{{\"b\":\"{long}\"}}}}"),
        format!("[\"{long}\"]"),
    ] {
        assert_eq!(json(&[&frame]), Some((format!("[{frame}]"), Vec::new())));
    }
}

#[test]
fn what_is_no_json_text_is_no_batch() {
    let long = long();
    for frame in [
        format!("{{\"a\":\"{long}\""),
        format!("{{\"a\":\"{long}\"}}}}"),
        format!("{{\"a\":\"{long}\"}},{{}}"),
        format!("{{\"a\":\"{long}\" \"b\":1}}"),
        format!("{{\"a\":\"{long}\",}}"),
        format!("{{\"a\":\"{long}\t\"}}"),
        format!("{{\"a\" \"{long}\"}}"),
        format!("\"{long}"),
        format!("\"{long}\"\"\""),
        format!("{{\"a\":\"{long}\\"),
    ] {
        assert_eq!(json(&["1", &frame, "1"]), None, "{frame}");
    }
}

#[test]
fn a_text_that_would_be_long_is_no_batch() {
    let long = format!("[\"{}\"]", "x".repeat(3 * super::MOST_TEXT));
    assert_eq!(json(&["1", &long]), None);
    assert!(json(&["1", "2", "3", "4", &long]).is_some());
}

#[test]
fn a_string_that_v8_may_not_make_is_no_batch() {
    let longest = 4 * super::MOST_TEXT;
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

/// More than fits into a batch. Miri takes minutes for the larger number.
const MANY: usize = if cfg!(miri) { 4_000 } else { 100_000 };

#[test]
fn of_a_frame_that_is_too_long_nothing_is_copied_or_checked() {
    let most = 2 * super::MOST_TEXT;
    let words = "word ".repeat(MANY);
    let long = "x".repeat(LONG_STRING);
    for frame in [
        format!("[\"{words}\"]"),
        format!("{{\"a\":[\"{words}\"]}}"),
        format!("{{\"a\":\"\\n{words}\"}}"),
        format!("{{\"a\":\"{long}\",\"b\":[\"{words}\"]}}"),
        format!("[{}1]", "1,".repeat(MANY)),
        format!("{{\"a\":\"{long}\",\"b\":[{}1]}}", "1,".repeat(MANY)),
        format!("\"{}\"", "\\n".repeat(MANY)),
        format!("{{\"a\":1{}}}", " ".repeat(MANY)),
    ] {
        let mut batch = Batch {
            longest_string: DEFAULT_FRAME_LIMIT,
            ..Batch::default()
        };
        assert_eq!(
            super::json::append(&mut batch, 0, frame.as_bytes(), most),
            None,
            "{}",
            &frame[..20]
        );
        assert!(batch.text.capacity() <= 2 * most, "{}", &frame[..20]);
    }
}

/// A payload without its length.
fn flat(write: impl FnOnce(&mut FlatPayload<'_>) -> usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut payload = FlatPayload::begin(&mut bytes);
    let properties = write(&mut payload);
    payload.end(properties).unwrap();
    bytes.split_off(4)
}

#[test]
fn what_was_written_flat_is_read() {
    let long = vec![0xe9; LONG_STRING];
    let payload = flat(|payload| {
        let numbers = [
            0.0,
            -1.0,
            63.0,
            -64.0,
            64.0,
            2_147_483_647.0,
            -2_147_483_648.0,
            2_147_483_648.0,
            -0.0,
            0.1,
        ];
        for (name, number) in (b'a'..).zip(numbers) {
            payload.latin1(&[name]);
            payload.number(number);
        }
        payload.latin1(b"yes");
        payload.boolean(true);
        payload.latin1(b"no");
        payload.boolean(false);
        payload.utf16(&[0xe9, 0x4e2d]);
        payload.null();
        payload.utf16(&[0xe9]);
        payload.latin1(b"\"\n");
        payload.latin1(b"long");
        payload.latin1(&long);
        15
    });
    let (text, strings) = batch(Format::Length, &[&payload, &payload]).unwrap();
    let message = "{\"a\":0,\"b\":-1,\"c\":63,\"d\":-64,\"e\":64,\"f\":2147483647,\"g\":-2147483648,\"h\":2147483648.0,\
                   \"i\":-0.0,\"j\":0.1,\"yes\":true,\"no\":false,\"é中\":null,\"é\":\"\\\"\\n\",\"long\":\"\"}";
    assert_eq!(text, format!("[{message},{message}]"));
    let of = |frame| (frame, Some("long".to_owned()), long.clone());
    assert_eq!(strings, [of(0), of(1)]);
}

#[test]
fn undefined_and_nan_are_no_json() {
    for is_undefined in [true, false] {
        let payload = flat(|payload| {
            payload.latin1(b"a");
            if is_undefined {
                payload.undefined();
            } else {
                payload.number(f64::NAN);
            }
            1
        });
        assert_eq!(batch(Format::Length, &[&payload]), None);
    }
}

#[test]
fn arrays_and_objects_within() {
    let payload = b"\xff\x0fo\"\x01aA\x02o{\x00\0A\0$\0\0$\0\x02\"\x01bI\x02{\x02";
    let expected = Some((r#"[{"a":[{},[]],"b":1}]"#.to_owned(), Vec::new()));
    assert_eq!(batch(Format::Length, &[payload]), expected);
}

#[test]
fn a_payload_that_is_cut_or_continued_or_counts_wrongly_is_no_batch() {
    let payload = b"\xff\x0fo\"\x01aA\x02o{\x00\0A\0$\0\0$\0\x02\"\x01bI\x02{\x02";
    for length in 0..payload.len() {
        assert_eq!(batch(Format::Length, &[&payload[..length]]), None);
    }
    for wrong in [
        &b"\xff\x0fI\x02I\x02"[..],
        b"\xff\x0eI\x02",
        b"\xff\x0fo{\x01",
        b"\xff\x0fA\0$\0\x01",
        b"\xff\x0fA\0$\x01\0",
        b"\xff\x0fc\x01a",
        b"\xff\x0fU\xff\xff\xff\xff\xff\x01",
        b"\xff\x0f^\0",
    ] {
        assert_eq!(batch(Format::Length, &[wrong]), None, "{wrong:?}");
    }
}

#[test]
fn deep_nesting_is_no_batch() {
    let mut payload = b"\xff\x0f".to_vec();
    payload.extend(b"A\x01".repeat(MANY));
    assert_eq!(batch(Format::Length, &[&payload]), None);
}

/// Objects with two names, and a number or a long string for each.
fn with_names(names: [&[u8]; 2]) -> [Vec<u8>; 3] {
    let long = [&b"\"\x80\x02"[..], &[b'x'; LONG_STRING]].concat();
    let object = |values: [&[u8]; 2]| [b"o", names[0], values[0], names[1], values[1], b"{\x02"].concat();
    let flat = object([b"I\x02", b"I\x02"]);
    let array = [b"A\x01", &flat[..], b"$\0\x01"].concat();
    [object([&long, &long]), flat, array].map(|value| [b"\xff\x0f", &value[..]].concat())
}

#[test]
fn an_object_with_a_name_that_comes_twice_is_no_batch() {
    for names in [
        [&b"\"\x01a"[..], b"\"\x01a"],
        [b"\"\x01a", b"c\x02a\0"],
        [b"c\x02a\0", b"\"\x01a"],
        [b"\"\x01\xe9", b"c\x02\xe9\0"],
        [b"\"\0", b"c\0"],
        [b"I\x0a", b"\"\x015"],
        [b"\"\x015", b"I\x0a"],
        [b"I\x01", b"\"\x02-1"],
        [b"I\x0a", b"c\x025\0"],
        [b"\"\x01\n", b"c\x02\n\0"],
    ] {
        for payload in with_names(names) {
            assert_eq!(batch(Format::Length, &[&payload]), None, "{payload:?}");
        }
    }
    for payload in with_names([b"\"\x01a", b"\"\x01b"]) {
        assert!(
            batch(Format::Length, &[&payload, &payload]).is_some(),
            "{payload:?}"
        );
    }
    let inner = b"\xff\x0fo\"\x01ao\"\x01aI\x02{\x01\"\x01bo\"\x01aI\x02{\x01{\x02";
    let text = r#"[{"a":{"a":1},"b":{"a":1}}]"#;
    assert_eq!(
        batch(Format::Length, &[inner]),
        Some((text.to_owned(), Vec::new()))
    );
}

#[test]
fn an_object_with_many_names_is_no_batch() {
    for (count, is_batch) in [(super::MOST_NAMES, true), (super::MOST_NAMES + 1, false)] {
        let payload = flat(|payload| {
            for number in 0..count {
                payload.latin1(format!("p{number}").as_bytes());
                payload.null();
            }
            count
        });
        assert_eq!(batch(Format::Length, &[&payload]).is_some(), is_batch);
    }
}
