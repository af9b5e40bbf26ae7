//! Random values and texts.

use proptest::prelude::*;
use rt_querystring::{from_str, to_string};
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Arbitrary {
    text: String,
    number: i64,
    real: f64,
    letter: char,
    maybe: Option<String>,
    #[serde(default)]
    several: Vec<String>,
}

proptest! {
    #[test]
    fn whatever_is_written_is_read_again(
        text: String,
        number: i64,
        real in proptest::num::f64::NORMAL | proptest::num::f64::ZERO,
        letter: char,
        maybe: Option<String>,
        several: Vec<String>,
    ) {
        let value = Arbitrary { text, number, real, letter, maybe, several };
        let text = to_string(&value).unwrap();
        prop_assert_eq!(from_str(&text), Ok(value));
    }

    #[test]
    fn pairs_are_read_as_by_serde_urlencoded(text in "([a-c=&+%0-9]|%[0-9A-F]{2}|é){0,40}") {
        let expected: Vec<(String, String)> = serde_urlencoded::from_str(&text).unwrap();
        prop_assert_eq!(from_str(&text), Ok(expected));
        let expected: Option<Vec<(String, u8)>> = serde_urlencoded::from_str(&text).ok();
        prop_assert_eq!(from_str(&text).ok(), expected);
    }
}
