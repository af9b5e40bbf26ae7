//! What errors say, and which field they name.

use super::{Sort, Wrapped};
use rt_querystring::{Error, ErrorKind, from_reader, from_str, to_string, to_writer};
use serde::ser::{Error as _, SerializeMap, SerializeSeq, Serializer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

fn failure<T: for<'de> Deserialize<'de>>(text: &str) -> (Option<String>, String) {
    let error: Error = from_str::<T>(text).err().expect("it does not fit");
    (error.field().map(str::to_owned), error.to_string())
}

#[test]
fn an_error_of_reading_names_the_field() {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only the failure to make it is looked at")]
    struct Strict {
        page: u32,
        sort: Option<Sort>,
        #[serde(default)]
        ids: Vec<u8>,
        #[serde(default)]
        two: Option<(u8, u8)>,
    }
    for (text, field, message) in [
        ("page=two", "page", "field `page`: invalid digit found in string"),
        (
            "page=",
            "page",
            "field `page`: cannot parse integer from empty string",
        ),
        ("page=1&page=2", "page", "field `page` is given more than once"),
        ("sort=date", "page", "field `page` is missing"),
        (
            "page=1&sort=size",
            "sort",
            "field `sort`: unknown variant `size`, expected `date` or `name`",
        ),
        (
            "page=1&ids=3&ids=x",
            "ids",
            "field `ids`: invalid digit found in string",
        ),
        (
            "page=1&two=1",
            "two",
            "field `two`: invalid length 1, expected a tuple of size 2",
        ),
        (
            "page=1&two=1&two=2&two=3",
            "two",
            "field `two`: there are more values than expected",
        ),
        (
            "page=1&colour=red",
            "colour",
            "field `colour` is unknown, expected one of `page`, `sort`, `ids`, `two`",
        ),
    ] {
        assert_eq!(
            failure::<Strict>(text),
            (Some(field.to_owned()), message.to_owned())
        );
    }
    let nested = failure::<BTreeMap<String, BTreeMap<String, String>>>("a=b").1;
    assert_eq!(nested, "field `a`: invalid type: string \"b\", expected a map");
    assert_eq!(
        failure::<()>("a=b"),
        (Some("a".into()), "field `a`: no pairs were expected".into())
    );
    assert_eq!(
        failure::<[(char, u8); 1]>("a=1&b=2").1,
        "there are more than 1 pairs"
    );
    assert_eq!(
        failure::<Vec<(char, Vec<Vec<u8>>)>>("a=1").0.as_deref(),
        Some("a")
    );
}

#[test]
fn an_error_of_writing_names_the_field() {
    #[derive(Serialize)]
    struct Nested {
        inner: BTreeMap<&'static str, u8>,
    }
    let error = to_string(Nested {
        inner: BTreeMap::new(),
    })
    .unwrap_err();
    assert_eq!(error.field(), Some("inner"));
    assert_eq!(
        error.to_string(),
        "field `inner`: a map or a struct cannot be a value of a query string"
    );
    let error = to_string(BTreeMap::from([("a", vec![vec![1]])])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "field `a`: a sequence cannot be an element of a value of a query string"
    );
    let error = to_string([("a&ä", vec![vec![1]])]).unwrap_err();
    assert_eq!(error.field(), Some("a&ä"));
    let error = to_string(BTreeMap::from([(None::<u8>, 1)])).unwrap_err();
    assert_eq!(error.to_string(), "`None` cannot be a key of a query string");
    assert_eq!(to_string(1).unwrap_err().field(), None);
    let mut nothing = String::new();
    to_writer(&mut nothing, [("a", Wrapped([[1]]))]).unwrap_err();
    assert_eq!(nothing, "");
}

/// Fails when it has written that there is no value.
struct FailsLate {
    is_list: bool,
}

impl Serialize for FailsLate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_list {
            serializer.serialize_seq(Some(0))?.end()?;
        } else {
            serializer.serialize_none()?;
        }
        Err(S::Error::custom("too late"))
    }
}

#[test]
fn a_value_that_fails_after_it_was_left_out_is_an_error() {
    #[derive(Serialize)]
    struct Late {
        field: FailsLate,
    }
    for is_list in [false, true] {
        let late = || FailsLate { is_list };
        let error = to_string([("before", 1)].map(|(key, _)| (key, late()))).unwrap_err();
        assert!(error.to_string().ends_with("too late"), "{error}");
        to_string(BTreeMap::from([("key", late())])).unwrap_err();
        let error = to_string(Late { field: late() }).unwrap_err();
        assert_eq!(error.to_string(), "field `field`: too late");
    }
}

#[test]
fn of_a_pair_that_fails_nothing_stays() {
    /// Goes on behind entries that cannot be written.
    struct Lenient;

    impl Serialize for Lenient {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry("a", &1)?;
            map.serialize_entry("nested", &[[1]]).unwrap_err();
            map.serialize_entry("second nested", &(1, [1])).unwrap_err();
            map.serialize_entry(&[1], &2).unwrap_err();
            map.serialize_entry("late", &FailsLate { is_list: true })
                .unwrap_err();
            map.serialize_entry("b", &3)?;
            map.end()
        }
    }
    assert_eq!(to_string(Lenient).unwrap(), "a=1&b=3");
}

#[test]
fn a_reader_that_fails_is_the_source() {
    struct Failing;
    impl std::io::Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::TimedOut.into())
        }
    }
    let error = from_reader::<BTreeMap<String, String>, _>(Failing).unwrap_err();
    assert_eq!((error.kind(), error.field()), (ErrorKind::Io, None));
    assert_eq!(error.to_string(), "the query string cannot be read");
    let source = std::error::Error::source(&error).unwrap();
    let source = source.downcast_ref::<std::io::Error>().unwrap();
    assert_eq!(source.kind(), std::io::ErrorKind::TimedOut);
    assert_eq!(error.clone(), error);
}

/// As the documentation says.
#[test]
fn a_flattened_map_keeps_the_last_value_and_an_error_below_names_no_field() {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only what is flattened is looked at")]
    struct Page {
        page: u32,
    }
    #[derive(Debug, Deserialize)]
    struct Flattened<T> {
        #[serde(flatten)]
        rest: T,
    }
    type Map = BTreeMap<String, String>;
    let text = "a=1&b=2&a=3";
    let expected: Map = [("a", "3"), ("b", "2")]
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .into();
    assert_eq!(from_str::<Map>(text).as_ref(), Ok(&expected));
    assert_eq!(from_str::<Flattened<Map>>(text).unwrap().rest, expected);
    assert_eq!(serde_urlencoded::from_str::<Map>(text).as_ref(), Ok(&expected));

    let (field, message) = failure::<Flattened<Page>>("page=two");
    assert_eq!(field, None, "{message}");
}
