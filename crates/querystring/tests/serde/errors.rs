//! What errors say, and which field they name.

use super::{Sort, Wrapped};
use rt_querystring::{Error, from_str, to_string, to_writer};
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
