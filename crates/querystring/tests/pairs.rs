//! The lazy parser, with every set of instructions, against the plainest way to write it down.

use proptest::prelude::*;
use rt_querystring::{Options, Simd, parse, parse_bytes, unescape_bytes};
use std::borrow::Cow;

type Bytes = (Vec<u8>, Vec<u8>);

/// Splits first and decodes then.
fn expected(input: &[u8], separator: &[u8], assignment: &[u8], max_keys: usize) -> Vec<Bytes> {
    let pairs = split(input, separator, usize::MAX).into_iter();
    let limit = if max_keys == 0 { usize::MAX } else { max_keys };
    pairs
        .take(limit)
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let halves = split(pair, assignment, 2);
            (
                decoded(halves[0]),
                halves.get(1).map(|value| decoded(value)).unwrap_or_default(),
            )
        })
        .collect()
}

fn split<'a>(mut input: &'a [u8], delimiter: &[u8], most: usize) -> Vec<&'a [u8]> {
    let mut parts = Vec::new();
    while parts.len() + 1 < most {
        let Some(at) = input
            .windows(delimiter.len())
            .position(|bytes| bytes == delimiter)
        else {
            break;
        };
        parts.push(&input[..at]);
        input = &input[at + delimiter.len()..];
    }
    parts.push(input);
    parts
}

fn decoded(piece: &[u8]) -> Vec<u8> {
    let spaces: Vec<u8> = piece
        .iter()
        .map(|&byte| if byte == b'+' { b' ' } else { byte })
        .collect();
    unescape_bytes(&spaces).into_owned()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn assert_read(input: &[u8], separator: &str, assignment: &str, max_keys: usize) {
    let expected = expected(input, separator.as_bytes(), assignment.as_bytes(), max_keys);
    let texts: Vec<_> = expected
        .iter()
        .map(|(key, value)| (text(key), text(value)))
        .collect();
    let options = Options::new()
        .separator(separator)
        .assignment(assignment)
        .max_keys(max_keys);
    for simd in Simd::available() {
        let options = options.simd(simd);
        let bytes = options
            .parse_bytes(input)
            .map(|(key, value)| (key.into_owned(), value.into_owned()));
        assert_eq!(bytes.collect::<Vec<_>>(), expected, "{simd}: {}", text(input));
        let pairs = options.parse(input);
        assert!(pairs.size_hint().1 >= Some(texts.len()));
        let pairs = pairs.map(|(key, value)| (key.into_owned(), value.into_owned()));
        assert_eq!(pairs.collect::<Vec<_>>(), texts, "{simd}: {}", text(input));
    }
}

const PIECE: &str = "(&|=|;|: |[+]|%|%4|%[0-9a-fA-F]{2}|%C3%A9|é|[a-c]|[a-z]{15,70}){0,24}";

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 256 }, ..ProptestConfig::default() })]

    #[test]
    fn text_is_read(input in PIECE, max_keys in 0usize..4) {
        assert_read(input.as_bytes(), "&", "=", max_keys);
    }

    #[test]
    fn bytes_are_read(input in PIECE, bytes: Vec<u8>, at: prop::sample::Index) {
        let mut input = input.into_bytes();
        let at = at.index(input.len() + 1);
        input.splice(at..at, bytes);
        assert_read(&input, "&", "=", 0);
    }

    #[test]
    fn delimiters_may_be_anything(
        input in PIECE,
        separator in "&|;|: |%|[+]|4|C3|é|\0|ab|=",
        assignment in "&|;|: |%|[+]|4|A|é|\0|ab|=|=&",
    ) {
        assert_read(input.as_bytes(), &separator, &assignment, 0);
    }
}

#[test]
fn every_length_and_place() {
    for length in 0..200 {
        for byte in ["&", "=", "%", "%41", "+", "é"] {
            for place in [0, length / 2, length] {
                let input = [&"x".repeat(place), byte, &"y".repeat(length - place)].concat();
                assert_read(input.as_bytes(), "&", "=", 0);
            }
        }
    }
}

#[test]
fn what_needs_no_decoding_is_borrowed() {
    let mut pairs = parse("plain=é&esc%61ped=+");
    assert!(matches!(
        pairs.next(),
        Some((Cow::Borrowed("plain"), Cow::Borrowed("é")))
    ));
    assert!(matches!(pairs.next(), Some((Cow::Owned(_), Cow::Owned(_)))));
    let mut pairs = parse_bytes(b"a=\xFF");
    assert!(matches!(
        pairs.next(),
        Some((Cow::Borrowed(b"a"), Cow::Borrowed(b"\xFF")))
    ));
}

#[test]
fn a_finished_iterator_stays_finished() {
    let mut pairs = parse("a&");
    assert!(pairs.next().is_some());
    let clone = pairs.clone();
    for _ in 0..3 {
        assert_eq!(pairs.next(), None);
    }
    assert_eq!(clone.count(), 0);
    assert_eq!(pairs.size_hint(), (0, Some(0)));
    assert_eq!(Options::new().max_keys(1).parse("&a").count(), 0);
}

#[test]
fn empty_delimiters_are_the_usual_ones() {
    assert!(
        Options::new()
            .separator("")
            .assignment("")
            .parse("a=1&b=2")
            .eq(parse("a=1&b=2"))
    );
}

#[test]
fn the_scalar_instructions_are_always_available() {
    assert!(Simd::available().any(|simd| simd == Simd::SCALAR || simd.name() == Simd::SCALAR.name()));
    assert_eq!(Simd::available().next(), Some(Simd::best()));
    for simd in Simd::available() {
        println!("tested: {simd}");
    }
}

#[test]
fn every_length_of_a_value_with_an_escape() {
    for length in 0..200 {
        let plain = "v".repeat(length);
        for behind in ["=%3D+", "é%C3%A9", "é", ""] {
            let input = format!("a=%41{plain}{behind}&b=+{plain}{behind}&{plain}%42{behind}={plain}");
            assert_read(input.as_bytes(), "&", "=", 0);
        }
    }
}

/// In quadratic time this takes minutes where nothing is optimized.
#[test]
fn an_assignment_longer_than_the_pairs() {
    let count = 200_000;
    let assignment = "=".repeat(count);
    let options = Options::new().assignment(&assignment);
    assert_eq!(options.parse(&"&".repeat(count)).count(), 0);
    assert_eq!(options.parse(&"a=b&".repeat(count)).count(), count);
}
