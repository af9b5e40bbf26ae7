//! The batch codec against the lazy parser, over texts that are likely to make trouble.

mod reading;

use proptest::prelude::*;
use reading::{How, Reader, memory};
use rt_querystring::batch::{Codec, DISTINCT_KNOWN_KEYS, MALFORMED, Syntax, Width, header};
use rt_querystring::{escape, parse, unescape_utf16};

fn read(reader: &mut Reader, text: &str, how: How, step: usize) -> Vec<(String, String)> {
    let units: Vec<u16> = text.encode_utf16().collect();
    reading::read(reader, &units, how, step)
        .into_iter()
        .map(|(key, value)| {
            (
                String::from_utf16(&key).unwrap(),
                String::from_utf16(&value).unwrap(),
            )
        })
        .collect()
}

fn lazy(text: &str) -> Vec<(String, String)> {
    parse(text.as_bytes())
        .map(|(key, value)| (key.into_owned(), value.into_owned()))
        .collect()
}

const TEXT: &str = "(&|=|[+]|%|%4|%[0-9a-fA-F]{2}|%C3%A9|%E2%82%AC|%F0%9F%98%80|[a-c]|[a-z]{15,40}){0,40}";

/// Separators of several units, met whole and in part.
const LONG_TEXT: &str = "(; |;; |;|;:;|;;| |,|=|[+]|%|%4|%[0-9a-f]{2}|%C3%A9|[a-c]|[g-z]{15,40}){0,40}";

proptest! {
    #[test]
    fn separators_of_several_units_are_met_as_one_unit_after_the_other(
        text in LONG_TEXT,
        separator in prop_oneof![Just("; "), Just(";;"), Just(";:;"), Just(";; "), Just(" ;"), Just(",")],
        step in 1usize..200,
    ) {
        let with_separator = || {
            let mut reader = Reader::default();
            reader.separator = separator;
            reader
        };
        let expected = read(&mut with_separator(), &text, How::Separated, 1000);
        let mut reader = with_separator();
        prop_assert_eq!(&read(&mut reader, &text, How::Plain(Width::Bytes), step), &expected);
        prop_assert_eq!(&read(&mut reader, &text, How::Plain(Width::Bytes), 1000), &expected);
    }

    #[test]
    fn every_width_and_step_reads_as_the_lazy_parser(text in TEXT, step in 1usize..200) {
        for how in [How::Plain(Width::Bytes), How::Plain(Width::Units), How::Separated] {
            let mut reader = Reader::default();
            prop_assert_eq!(read(&mut reader, &text, how, step), lazy(&text));
            // A second time, so that the keys are known.
            prop_assert_eq!(read(&mut reader, &text, how, 1000), lazy(&text));
        }
    }

    #[test]
    fn a_text_is_escaped_as_by_the_function(text in "([ -~]{0,40}|é|€|😀){0,8}") {
        let expected = escape(&text).into_owned().into_bytes();
        let units: Vec<u16> = text.encode_utf16().collect();
        let mut memory = memory(0, 0);
    let mut codec = Codec::of(&mut memory);
        codec.write_units(&units);
        let length = codec.escape_units(units.len(), true, 0) as usize;
        prop_assert_eq!(codec.narrow(length), expected.clone());
        if text.is_ascii() {
            codec.write_bytes(text.as_bytes());
            let length = codec.escape_utf8(text.len(), 0) as usize;
            prop_assert_eq!(codec.narrow(length), expected);
        }
    }

    #[test]
    fn a_component_is_decoded_or_refused_as_a_whole(text in TEXT) {
        let units: Vec<u16> = text.encode_utf16().collect();
        let mut memory = memory(0, 0);
    let mut codec = Codec::of(&mut memory);
        codec.write_units(&units);
        let outcome = codec.decode_component(units.len());
        if outcome != MALFORMED {
            let length = codec.header()[header::NARROW_LENGTH] + codec.header()[header::WIDE_LENGTH];
            prop_assert_eq!(length as usize, unescape_utf16(&units).len());
        }
    }
}

#[test]
fn a_limit_ends_the_call_behind_its_last_pair() {
    let mut memory = memory(0, 0);
    let mut codec = Codec::of(&mut memory);
    codec.write_bytes(b"a=1&&b=2&c=3");
    assert_eq!(codec.parse(Width::Bytes, 0, 12, true, Syntax::default(), 2), 1);
    let words = codec.header();
    assert_eq!((words[header::CONSUMED], words[header::LIMIT_REACHED]), (5, 1));
}

#[test]
fn known_keys_that_do_not_repeat_are_announced() {
    let mut memory = memory(0, 0);
    let mut codec = Codec::of(&mut memory);
    codec.write_bytes(b"a=1&b=2&a=3");
    assert_eq!(codec.parse(Width::Bytes, 0, 7, true, Syntax::default(), 0), 2);
    assert_eq!(
        codec.parse(Width::Bytes, 0, 7, true, Syntax::default(), 0),
        2 | DISTINCT_KNOWN_KEYS
    );
    assert_eq!(codec.parse(Width::Bytes, 0, 11, true, Syntax::default(), 0), 3);
}

#[test]
fn keys_that_are_not_ascii_are_known_up_to_sixteen_units() {
    let mut memory = memory(0, 0);
    let mut codec = Codec::of(&mut memory);
    let mut slot = |text: &str| {
        let units: Vec<u16> = text.encode_utf16().collect();
        codec.write_units(&units);
        codec.parse(Width::Units, 0, units.len(), true, Syntax::default(), 0);
        codec.known(0)
    };
    for key in ["é", "город", "é+%C3", &"é".repeat(16)] {
        let entered = slot(&format!("{key}=1"));
        assert!(entered < 0, "{key}");
        assert_eq!(slot(&format!("{key}=2")), -entered, "{key}");
    }
    assert_eq!(slot(&"é".repeat(17)), 0);
    // The bytes of this unit are those letters.
    assert!(slot("ab") < 0);
    assert!(slot("\u{6261}") < 0);
    assert!(slot("ab") > 0);
}

#[test]
fn separators_that_the_fast_scan_cannot_tell_apart_are_refused() {
    for (separator, equals) in [
        ("&", b'&'),
        ("%", b'='),
        ("&", b'+'),
        ("a", b'='),
        ("&", b'7'),
        ("\0", b'='),
        ("é", b'='),
        ("", b'='),
        (";+", b'='),
        ("; =", b'='),
        (";;;;", b'='),
    ] {
        assert!(Syntax::new(separator.as_bytes(), equals).is_none(), "{separator}");
    }
    assert!(Syntax::new(b";", b':').is_some());
    assert!(Syntax::new(b";:;", b'=').is_some());
}

#[test]
fn a_separator_of_several_units_is_for_bytes() {
    let mut memory = memory(0, 0);
    let mut codec = Codec::of(&mut memory);
    codec.write_units(&[u16::from(b'a')]);
    let [semicolon_space, none] = [*b"=; \0", [0; 4]].map(u32::from_le_bytes);
    assert_eq!(
        codec.parse_by_word(Width::Units, 0, 1, true, semicolon_space, 0),
        MALFORMED
    );
    assert_eq!(codec.header()[header::OUTCOME], MALFORMED);
    assert_eq!(codec.parse_by_word(Width::Bytes, 0, 1, true, none, 0), MALFORMED);
    assert_eq!(
        codec.parse_by_word(Width::Bytes, 0, 1, true, semicolon_space, 0),
        1
    );
    assert_eq!(codec.header()[header::OUTCOME], 1);
}

/// Values that differ once they are decoded, though nothing in them is percent-encoded: each unit
/// of a malformed one is cut down to a byte.
#[test]
#[cfg(feature = "node-26")]
fn a_key_marks_its_value_as_encoded_only_by_the_rules_before_node_26_12() {
    let cases = [
        // An encoded byte of its own counts by both rules, one in the key by none.
        ("a=é%41%", "\u{fffd}A%", "\u{fffd}A%"),
        ("%61=é%", "é%", "é%"),
        ("%61%62=é%", "\u{fffd}%", "é%"),
        ("%61%6+2=é%", "\u{fffd}%", "é%"),
    ];
    for how in [How::Plain(Width::Units), How::Separated] {
        for (text, before, since) in cases {
            let mut reader = Reader::default();
            for (alone, expected) in [(false, before), (true, since), (false, before)] {
                Codec::of(&mut reader.memory).set_keys_stand_alone(alone);
                // A second time, so that the key is known.
                for _ in 0..2 {
                    assert_eq!(
                        read(&mut reader, text, how, 1000)[0].1,
                        expected,
                        "{text}, {how:?}, {alone}"
                    );
                }
            }
        }
    }
}
