//! The batch codec against the lazy parser, over texts that are likely to make trouble.

mod reading;

use proptest::prelude::*;
use reading::How;
use rt_querystring::batch::{Codec, DISTINCT_KNOWN_KEYS, MALFORMED, Syntax, Width, header};
use rt_querystring::{escape, parse, unescape_utf16};

fn read(codec: &mut Codec, text: &str, how: How, step: usize) -> Vec<(String, String)> {
    let units: Vec<u16> = text.encode_utf16().collect();
    reading::read(codec, &units, how, step)
        .into_iter()
        .map(|(key, value)| {
            (
                String::from_utf16(&key).unwrap(),
                String::from_utf16(&value).unwrap(),
            )
        })
        .collect()
}

/// The pairs with the keys decoded: the row of a known key does not hold its text decoded.
fn decoded(pairs: Vec<(String, String)>) -> Vec<(String, String)> {
    let plain = |key: &str| !key.contains(['%', '+']);
    pairs
        .into_iter()
        .map(|(key, value)| (if plain(&key) { key } else { lazy_key(&key) }, value))
        .collect()
}

fn lazy_key(raw: &str) -> String {
    parse(raw.as_bytes())
        .next()
        .map(|(key, _)| key.into_owned())
        .unwrap_or_default()
}

fn lazy(text: &str) -> Vec<(String, String)> {
    parse(text.as_bytes())
        .map(|(key, value)| (key.into_owned(), value.into_owned()))
        .collect()
}

const TEXT: &str = "(&|=|[+]|%|%4|%[0-9a-fA-F]{2}|%C3%A9|%E2%82%AC|%F0%9F%98%80|[a-c]|[a-z]{15,40}){0,40}";

proptest! {
    #[test]
    fn ascii_is_read_as_by_the_lazy_parser(text in TEXT, step in 1usize..200) {
        // Keys that hold `%` would be decoded twice below when they come out with one.
        prop_assume!(!text.contains("%25") && !text.contains("%2b") && !text.contains("%2B"));
        let text = text.replace("%%", "%").replace("%3d", "").replace("%3D", "").replace("%26", "");
        prop_assume!(lazy(&text).iter().all(|(key, _)| !key.contains(['%', '+', '=', '&'])));
        let mut codec = Codec::new();
        prop_assert_eq!(decoded(read(&mut codec, &text, How::Plain(Width::Octets), step)), lazy(&text));
        // A second time, so that the keys are known.
        prop_assert_eq!(decoded(read(&mut codec, &text, How::Plain(Width::Octets), 1000)), lazy(&text));
    }

    #[test]
    fn utf16_and_every_step_agree(text in TEXT, step in 1usize..200) {
        let expected = lazy(&text);
        for how in [How::Plain(Width::Units), How::Separated] {
            prop_assert_eq!(&read(&mut Codec::new(), &text, how, step), &expected);
        }
    }

    #[test]
    fn a_text_is_escaped_as_by_the_function(text in "([ -~]{0,40}|é|€|😀){0,8}") {
        let expected = escape(&text).into_owned().into_bytes();
        let units: Vec<u16> = text.encode_utf16().collect();
        let mut codec = Codec::new();
        codec.write_units(&units);
        let length = codec.escape(Width::Units, 0, units.len(), true) as usize;
        prop_assert_eq!(codec.narrow(length), expected.clone());
        if text.is_ascii() {
            codec.write_octets(text.as_bytes());
            let length = codec.escape(Width::Octets, 0, text.len(), true) as usize;
            prop_assert_eq!(codec.narrow(length), expected);
        }
    }

    #[test]
    fn a_component_is_decoded_or_refused_as_a_whole(text in TEXT) {
        let units: Vec<u16> = text.encode_utf16().collect();
        let mut codec = Codec::new();
        codec.write_units(&units);
        let outcome = codec.decode_component(Width::Units, units.len());
        if outcome != MALFORMED {
            let length = codec.header()[header::NARROW_LENGTH] + codec.header()[header::WIDE_LENGTH];
            prop_assert_eq!(length as usize, unescape_utf16(&units).len());
        }
    }
}

#[test]
fn a_limit_ends_the_call_behind_its_last_pair() {
    let mut codec = Codec::new();
    codec.write_octets(b"a=1&&b=2&c=3");
    assert_eq!(codec.parse(Width::Octets, 0, 12, true, Syntax::default(), 2), 1);
    let words = codec.header();
    assert_eq!((words[header::CONSUMED], words[header::LIMIT_REACHED]), (5, 1));
}

#[test]
fn known_keys_that_do_not_repeat_are_announced() {
    let mut codec = Codec::new();
    codec.write_octets(b"a=1&b=2&a=3");
    assert_eq!(codec.parse(Width::Octets, 0, 7, true, Syntax::default(), 0), 2);
    assert_eq!(
        codec.parse(Width::Octets, 0, 7, true, Syntax::default(), 0),
        2 | DISTINCT_KNOWN_KEYS
    );
    assert_eq!(codec.parse(Width::Octets, 0, 11, true, Syntax::default(), 0), 3);
}

#[test]
fn separators_that_the_fast_scan_cannot_tell_apart_are_refused() {
    for (separator, equals) in [
        (b'&', b'&'),
        (b'%', b'='),
        (b'&', b'+'),
        (b'a', b'='),
        (b'&', b'7'),
        (0, b'='),
        (0x80, b'='),
    ] {
        assert!(Syntax::new(separator, equals).is_none());
    }
    assert!(Syntax::new(b';', b':').is_some());
}
