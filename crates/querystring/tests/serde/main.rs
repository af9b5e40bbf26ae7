//! Values to query strings and back, beside `serde_urlencoded`.
#![cfg(feature = "serde")]

mod errors;
mod random;

use rt_querystring::{
    Deserializer, Options, Serializer, from_bytes, from_reader, from_str, to_string, to_writer,
};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Sort {
    Date,
    Name,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Wrapped<T>(T);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Everything {
    text: String,
    letter: char,
    flag: bool,
    small: u8,
    large: u128,
    negative: i64,
    real: f64,
    sort: Sort,
    wrapped: Wrapped<u16>,
    nothing: Option<u32>,
    something: Option<u32>,
    #[serde(default)]
    several: Vec<i32>,
    two: (u8, Sort),
}

fn everything() -> Everything {
    Everything {
        text: String::from("Köln & more"),
        letter: '€',
        flag: true,
        small: 7,
        large: u128::MAX,
        negative: -3,
        real: 2.5,
        sort: Sort::Name,
        wrapped: Wrapped(9),
        nothing: None,
        something: Some(0),
        several: vec![1, -2, 3],
        two: (4, Sort::Date),
    }
}

#[test]
fn a_struct_of_everything() {
    let text = "text=K%C3%B6ln%20%26%20more&letter=%E2%82%AC&flag=true&small=7\
        &large=340282366920938463463374607431768211455&negative=-3&real=2.5&sort=name&wrapped=9&something=0\
        &several=1&several=-2&several=3&two=4&two=date";
    assert_eq!(to_string(everything()).as_deref(), Ok(text));
    assert_eq!(from_str(text), Ok(everything()));
    assert_eq!(from_bytes(text.as_bytes()), Ok(everything()));
    assert_eq!(from_reader(text.as_bytes()), Ok(everything()));
    let mut written = String::new();
    to_writer(&mut written, everything()).unwrap();
    assert_eq!(written, text);
}

/// The examples of the documentation of `serde_urlencoded` 0.7, by both crates.
#[test]
fn the_examples_of_serde_urlencoded() {
    let meal = vec![
        ("bread".to_owned(), "baguette".to_owned()),
        ("cheese".to_owned(), "comté".to_owned()),
        ("meat".to_owned(), "ham".to_owned()),
        ("fat".to_owned(), "butter".to_owned()),
    ];
    let text = "bread=baguette&cheese=comt%C3%A9&meat=ham&fat=butter";
    assert_eq!(
        from_bytes::<Vec<(String, String)>>(text.as_bytes()),
        Ok(meal.clone())
    );
    assert_eq!(
        serde_urlencoded::from_bytes::<Vec<(String, String)>>(text.as_bytes()),
        Ok(meal.clone())
    );
    assert_eq!(from_str::<Vec<(String, String)>>(text), Ok(meal.clone()));
    assert_eq!(
        serde_urlencoded::from_str::<Vec<(String, String)>>(text),
        Ok(meal.clone())
    );
    assert_eq!(to_string(&meal), Ok(text.to_owned()));
    assert_eq!(serde_urlencoded::to_string(&meal), Ok(text.to_owned()));
}

/// What else `serde_urlencoded` reads and writes, by both crates.
#[test]
fn whatever_serde_urlencoded_takes() {
    macro_rules! both_read {
        ($type:ty, $text:expr) => {
            let expected = serde_urlencoded::from_str::<$type>($text);
            assert_eq!(from_str::<$type>($text).ok(), expected.ok(), "{}", $text);
        };
    }
    both_read!(Vec<(String, Wrapped<i32>)>, "field=11");
    both_read!(Vec<(&str, u8)>, "first=23&last=42");
    both_read!(Vec<(String, Option<u8>)>, "first=23&last=42");
    both_read!(Vec<(String, Sort)>, "one=date&two=name");
    both_read!(Vec<(String, Sort)>, "one=nothing");
    both_read!(BTreeMap<String, Cow<'_, str>>, "b=1&a=%41&b=2");
    both_read!((), "");
    both_read!((), "&&");
    both_read!((), "first=23");
    both_read!(Vec<(String, u8)>, "first=256");
    both_read!(Vec<(String, bool)>, "first=1");
    both_read!(Vec<(char, f32)>, "x=1e3&y=-inf");
    macro_rules! both_write {
        ($value:expr) => {
            assert_eq!(
                to_string($value).ok(),
                serde_urlencoded::to_string($value).ok()
            );
        };
    }
    both_write!([("first", Some(23)), ("middle", None), ("last", Some(42))]);
    both_write!([("one", true), ("two", false)]);
    both_write!([("one", Sort::Date), ("two", Sort::Name)]);
    both_write!([("field", Some(Wrapped(i128::MIN)))]);
    both_write!([("a", 1.0), ("b", 1e21), ("c", 1e-7), ("d", f64::NAN), ("e", 0.1)]);
    both_write!(BTreeMap::from([(3, 'x'), (4, 'y')]));
    both_write!(());
    both_write!(Some([("a", "b")]));
    both_write!([("a", ())]);
    both_write!([("a", "b", "c")]);
    both_write!([("a", [("b", "c")])]);
    both_write!(1);
    both_write!("a=b");
}

#[test]
fn what_is_missing_leaves_no_key() {
    let wrote = |lists: &[(&str, Vec<Option<&str>>)], expected: &str| {
        let mut text = String::from("?");
        lists.serialize(Serializer::new(&mut text)).unwrap();
        assert_eq!(text, format!("?{expected}"));
    };
    wrote(&[("a&", vec![]), ("b", vec![None, None])], "");
    wrote(
        &[
            ("ä", vec![None, Some("1"), None, Some("&")]),
            ("", vec![Some("")]),
        ],
        "%C3%A4=1&%C3%A4=%26&=",
    );
    wrote(
        &[("", vec![None]), ("b", vec![Some("1"); 2]), ("c", vec![])],
        "b=1&b=1",
    );
}

#[test]
fn every_integer_and_its_key() {
    macro_rules! written {
        ($($type:ty)*) => {
            $(for number in [<$type>::MIN, <$type>::MAX, 0, 10, 99, 100] {
                assert_eq!(to_string([(number, number)]).unwrap(), format!("{number}={number}"));
            })*
        };
    }
    written!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128);
}

#[test]
fn equal_keys_become_one_sequence() {
    let map: HashMap<String, Vec<u8>> = from_str("a=1&b=2&a=3&c=4&b=5&a=6").unwrap();
    assert_eq!(
        map,
        HashMap::from([
            ("a".into(), vec![1, 3, 6]),
            ("b".into(), vec![2, 5]),
            ("c".into(), vec![4])
        ])
    );
    // Where no sequence is asked for, the last one counts, as in serde_urlencoded.
    let map: HashMap<String, u8> = from_str("a=1&b=2&a=3").unwrap();
    assert_eq!(map, HashMap::from([("a".into(), 3), ("b".into(), 2)]));
}

#[test]
fn many_different_keys_with_sequences_take_no_quadratic_time() {
    use std::fmt::Write;
    let count = 10_000;
    let mut text = String::new();
    for index in 0..2 * count {
        write!(text, "{}={index}&", index % count).unwrap();
    }
    let map: HashMap<u32, Vec<u32>> = from_str(&text).unwrap();
    assert_eq!(map.len(), count as usize);
    assert!(map.iter().all(|(key, values)| *values == [*key, key + count]));
}

#[test]
fn text_is_borrowed() {
    #[derive(Deserialize)]
    struct Borrowed<'a> {
        plain: &'a str,
        #[serde(borrow)]
        escaped: Cow<'a, str>,
        #[serde(borrow)]
        other: Cow<'a, str>,
    }
    let text = String::from("plain=abc&escaped=%41&other=x");
    let Borrowed {
        plain,
        escaped,
        other,
    } = from_str(&text).unwrap();
    assert_eq!((plain, &*escaped, &*other), ("abc", "A", "x"));
    assert!(matches!(other, Cow::Borrowed(_)));
    let error = from_str::<Borrowed<'_>>("plain=%41").err().unwrap();
    assert_eq!(error.field(), Some("plain"));
}

#[test]
fn bytes_need_not_be_utf8() {
    #[derive(Debug, PartialEq)]
    struct Bytes<'a>(Cow<'a, [u8]>);
    impl Serialize for Bytes<'_> {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(&self.0)
        }
    }
    impl<'de> Deserialize<'de> for Bytes<'de> {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_byte_buf(BytesVisitor)
        }
    }
    struct BytesVisitor;
    impl<'de> serde::de::Visitor<'de> for BytesVisitor {
        type Value = Bytes<'de>;
        fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("bytes")
        }
        fn visit_borrowed_bytes<E>(self, bytes: &'de [u8]) -> Result<Bytes<'de>, E> {
            Ok(Bytes(Cow::Borrowed(bytes)))
        }
        fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Bytes<'de>, E> {
            Ok(Bytes(Cow::Owned(bytes)))
        }
    }
    let pairs = [
        ("a", Bytes(b"\xFC "[..].into())),
        ("b", Bytes(b"plain"[..].into())),
    ];
    assert_eq!(to_string(&pairs).as_deref(), Ok("a=%FC%20&b=plain"));
    let read: Vec<(&str, Bytes<'_>)> = from_str("a=%FC%20&b=plain").unwrap();
    assert_eq!(read, pairs);
    assert!(matches!(read[1].1.0, Cow::Borrowed(_)));
    let map: BTreeMap<&str, Bytes<'_>> = from_bytes(b"a=\xFC+").unwrap();
    assert_eq!(*map["a"].0, b"\xFC "[..]);
}

#[test]
fn a_struct_without_fields_is_its_name() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Marker;
    let pairs = [("a", Marker)];
    assert_eq!(to_string(&pairs).as_deref(), Ok("a=Marker"));
    assert_eq!(from_str("a=Marker"), Ok(pairs));
    assert_eq!(from_str("Marker=7"), Ok([(Marker, 7)]));
    let error = from_str::<[(&str, Marker); 1]>("a=other").unwrap_err();
    assert_eq!(error.field(), Some("a"));
}

#[test]
fn other_delimiters() {
    let pairs = Options::new()
        .separator("; ")
        .assignment(": ")
        .parse("a: 1; b: 2; a: 3");
    let map = BTreeMap::<String, Vec<u8>>::deserialize(Deserializer::new(pairs)).unwrap();
    assert_eq!(
        map,
        BTreeMap::from([("a".into(), vec![1, 3]), ("b".into(), vec![2])])
    );
}
