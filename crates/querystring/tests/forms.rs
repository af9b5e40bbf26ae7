//! What HTML forms send, read by serde.

use rt_querystring::{ErrorKind, from_str};
use serde::Deserialize;

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
struct Form {
    #[serde(deserialize_with = "rt_querystring::empty_as_none")]
    number: Option<u16>,
    #[serde(deserialize_with = "rt_querystring::empty_as_none")]
    text: Option<String>,
    plain_text: Option<String>,
    #[serde(deserialize_with = "rt_querystring::checkbox")]
    checked: bool,
    colours: Vec<String>,
}

#[test]
fn an_empty_field_is_none() {
    assert_eq!(from_str("number=&text=&checked="), Ok(Form::default()));
    let form: Form = from_str("number=5&text=a+b&plain_text=").unwrap();
    assert_eq!(
        (form.number, form.text.as_deref(), form.plain_text.as_deref()),
        (Some(5), Some("a b"), Some(""))
    );
    let error = from_str::<Form>("number=five").unwrap_err();
    assert_eq!(
        (error.field(), error.kind()),
        (Some("number"), ErrorKind::InvalidValue)
    );
    assert_eq!(error.to_string(), "field `number`: invalid digit found in string");
    // Without the function it is a text, which is no number.
    assert_eq!(
        from_str::<Vec<(char, Option<u8>)>>("a=").unwrap_err().field(),
        Some("a")
    );
}

#[test]
fn checkboxes() {
    for (text, checked) in [
        ("checked=on", true),
        ("checked=true", true),
        ("checked=1", true),
        ("checked=off", false),
        ("checked=0", false),
        ("checked=false", false),
        ("", false),
    ] {
        assert_eq!(from_str::<Form>(text).unwrap().checked, checked, "{text}");
    }
    let error = from_str::<Form>("checked=maybe").unwrap_err();
    assert_eq!(
        error.to_string(),
        "field `checked`: invalid value: string \"maybe\", expected `on` of a checkbox"
    );
    // Several boxes of one name are a list of what is checked.
    let form: Form = from_str("colours=red&colours=green").unwrap();
    assert_eq!(form.colours, ["red", "green"]);
}

#[derive(Debug, PartialEq, Deserialize)]
struct Search {
    q: String,
    #[serde(flatten)]
    range: Range,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Range {
    #[serde(deserialize_with = "rt_querystring::from_text")]
    page: u32,
    #[serde(default, deserialize_with = "rt_querystring::empty_as_none")]
    size: Option<u8>,
    order: Order,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Order {
    Up,
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "only the failure to make it is looked at")]
struct Flat {
    #[serde(flatten)]
    inner: Inner,
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "only the failure to make it is looked at")]
struct Inner {
    page: u32,
}

#[test]
fn a_flattened_struct_reads_numbers_from_text() {
    let range = |size| Range {
        page: 2,
        size,
        order: Order::Up,
    };
    let q = || "a b".to_owned();
    for (text, size) in [
        ("q=a+b&page=2&size=10&order=up", Some(10)),
        ("order=up&size=&page=%32&q=a%20b", None),
    ] {
        assert_eq!(
            from_str(text),
            Ok(Search {
                q: q(),
                range: range(size)
            })
        );
    }
    let error = from_str::<Search>("q=a&page=two&order=up").unwrap_err();
    assert_eq!(error.to_string(), "invalid digit found in string");

    // The documented limit of serde: without the function it is a string.
    assert!(
        from_str::<Flat>("page=2")
            .unwrap_err()
            .to_string()
            .starts_with("invalid type: string")
    );
}
