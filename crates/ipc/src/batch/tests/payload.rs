use super::{MANY, batch, flat};
use crate::Format;
use crate::batch::{FEW_OTHERS, LONG_PAYLOADS, LONG_STRING, MOST_NAMES, MOST_TEXT_WITH_OTHERS, SHORT_TEXTS};

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
    for (count, is_batch) in [(MOST_NAMES, true), (MOST_NAMES + 1, false)] {
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

/// An array of so many elements.
fn array_of(element: &[u8], count: u8) -> Vec<u8> {
    let (low, high) = (count | 0x80, count >> 7);
    [
        b"\xff\x0fA",
        &[low, high][..],
        &element.repeat(count.into()),
        b"$\0",
        &[low, high],
    ]
    .concat()
}

#[test]
fn of_long_payloads_those_of_usual_strings_are_a_batch_and_others_if_they_are_very_long() {
    let count = 160;
    let plain = [&b"\"\x14"[..], &[b'x'; 20]].concat();
    let latin = [&b"\"\x14"[..], &[0xe9; 20]].concat();
    let quotes = [&b"\"\x14"[..], &[b'"'; 20]].concat();
    let wide = [
        &b"c\x14"[..],
        &"中".encode_utf16().next().unwrap().to_ne_bytes().repeat(10),
    ]
    .concat();
    let object = [b"o\"\x01a", &plain[..], b"{\x01"].concat();
    for (element, is_batch) in [
        (&plain[..], true),
        (&latin, false),
        (&quotes, false),
        (&wide, false),
        (&object, false),
        (b"\"\x07seven..", false),
        (b"N\x34\x33\x33\x33\x33\x33\xd3?", false),
    ] {
        let payload = array_of(element, count);
        assert!(payload.len() > MOST_TEXT_WITH_OTHERS);
        assert_eq!(
            batch(Format::Length, &[&payload]).is_some(),
            is_batch,
            "{element:?}"
        );
        let few = array_of(element, u8::try_from(FEW_OTHERS).unwrap() / 2);
        assert!(batch(Format::Length, &[&few]).is_some(), "{element:?}");
        if !cfg!(miri) {
            let many = vec![&payload[..]; LONG_PAYLOADS / payload.len() + 1];
            assert!(batch(Format::Length, &many).is_some(), "{element:?}");
        }
    }
}

#[test]
fn after_a_long_text_that_was_no_batch_some_are_left_short() {
    let plain = [&b"\"\x14"[..], &[b'x'; 20]].concat();
    let good = array_of(&plain, 160);
    let mut bad = good.clone();
    let end = bad.len() - 4;
    bad.splice(end..end, *b"_");
    assert!(batch(Format::Length, &[&good]).is_some());
    assert!(batch(Format::Length, &[&bad]).is_none());
    let short = array_of(&plain, 8);
    for _ in 0..SHORT_TEXTS {
        assert!(batch(Format::Length, &[&short]).is_some());
        assert!(batch(Format::Length, &[&good]).is_none());
    }
    assert!(batch(Format::Length, &[&good]).is_some());
    assert!(batch(Format::Length, &[&bad]).is_none());
    assert!(batch(Format::Length, &[&good]).is_none());
}
