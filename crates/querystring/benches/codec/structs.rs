//! Typed values through serde.

use super::{bytes, word};
use criterion::Criterion;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::hint::black_box;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Sort {
    Date,
    Name,
}

/// What a search page is asked.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Search {
    q: String,
    lang: String,
    page: u32,
    sort: Sort,
    filter: Option<String>,
    utm_source: Option<String>,
    exact: bool,
}

/// The same, with text that is borrowed where it can be.
#[derive(Debug, PartialEq, Deserialize)]
struct BorrowedSearch<'a> {
    #[serde(borrow)]
    q: Cow<'a, str>,
    lang: &'a str,
    page: u32,
    sort: Sort,
    filter: Option<&'a str>,
    utm_source: Option<&'a str>,
    exact: bool,
}

/// A pair of a list, borrowed where it can be.
#[derive(Debug, PartialEq, Deserialize)]
struct BorrowedField<'a>(#[serde(borrow)] Cow<'a, str>, #[serde(borrow)] Cow<'a, str>);

/// What an order form submits.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Order {
    name: String,
    street: String,
    city: String,
    country: String,
    email: String,
    message: String,
    quantity: u16,
    price: f64,
    coupon: Option<String>,
    newsletter: bool,
}

fn search() -> Search {
    Search {
        q: "search term".into(),
        lang: "en".into(),
        page: 4,
        sort: Sort::Date,
        filter: Some("gamma".into()),
        utm_source: Some("newsletter1".into()),
        exact: false,
    }
}

fn order() -> Order {
    Order {
        name: "Jürgen Müller-Lüdenscheidt".into(),
        street: "Große Bockenheimer Straße 12/3, c/o Schmidt & Söhne".into(),
        city: "Köln (Lindenthal)".into(),
        country: "Deutschland".into(),
        email: "juergen+orders@example.com".into(),
        message: "Please ring twice; the bell is broken. \"Thank you\", and see you soon!\r\n".repeat(8),
        quantity: 12,
        price: 19.99,
        coupon: None,
        newsletter: true,
    }
}

/// A list of 60 fields.
fn list() -> Vec<(String, String)> {
    let field = |number| {
        (
            format!("field_{number}"),
            format!("{}, a value / {number} and then more", word(number)),
        )
    };
    (0..60).map(field).collect()
}

// A peer that does not do an input is left out, and named.
macro_rules! compare_reading {
    ($criterion:expr, $name:literal, $type:ty, $text:expr, $value:expr) => {{
        let (text, value): (&str, $type) = ($text, $value);
        let mut group = $criterion.benchmark_group(concat!("from_str ", $name));
        bytes(&mut group, text);
        compare_reading!(group, "serde_urlencoded", serde_urlencoded, $type, text, value);
        compare_reading!(group, "serde_html_form", serde_html_form, $type, text, value);
        compare_reading!(group, "serde_qs", serde_qs, $type, text, value);
        assert_eq!(rt_querystring::from_str::<$type>(text).unwrap(), value);
        group.bench_function("rt-querystring", |bencher| {
            bencher.iter(|| rt_querystring::from_str::<$type>(black_box(text)).unwrap());
        });
    }};
    ($group:ident, $name:literal, $peer:ident, $type:ty, $text:ident, $value:ident) => {
        if $peer::from_str::<$type>($text).is_ok_and(|read| read == $value) {
            $group.bench_function($name, |bencher| {
                bencher.iter(|| $peer::from_str::<$type>(black_box($text)).unwrap());
            });
        } else {
            eprintln!("{} does not read this, and is left out", $name);
        }
    };
}

macro_rules! compare_writing {
    ($criterion:expr, $name:literal, $type:ty, $value:expr) => {{
        let value: $type = $value;
        let mut group = $criterion.benchmark_group(concat!("to_string ", $name));
        bytes(&mut group, &serde_urlencoded::to_string(&value).unwrap());
        compare_writing!(group, "serde_urlencoded", serde_urlencoded, $type, value);
        compare_writing!(group, "serde_html_form", serde_html_form, $type, value);
        compare_writing!(group, "serde_qs", serde_qs, $type, value);
        assert_eq!(
            rt_querystring::from_str::<$type>(&rt_querystring::to_string(&value).unwrap()).unwrap(),
            value
        );
        compare_writing!(group, "rt-querystring", rt_querystring, $type, value);
    }};
    ($group:ident, $name:literal, $crate_name:ident, $type:ty, $value:ident) => {
        let written = $crate_name::to_string(&$value).unwrap();
        // Some write an empty value for `None`, which they alone read as one.
        if $crate_name::from_str::<$type>(&written).is_ok_and(|read| read == $value) {
            $group.bench_function($name, |bencher| {
                bencher.iter(|| $crate_name::to_string(black_box(&$value)).unwrap());
            });
        } else {
            eprintln!("{} does not read what it wrote, and is left out", $name);
        }
    };
}

pub fn serde(criterion: &mut Criterion) {
    let written = serde_urlencoded::to_string(search()).unwrap();
    let borrowed = BorrowedSearch {
        q: "search term".into(),
        lang: "en",
        page: 4,
        sort: Sort::Date,
        filter: Some("gamma"),
        utm_source: Some("newsletter1"),
        exact: false,
    };
    compare_reading!(criterion, "search", Search, &written, search());
    compare_reading!(
        criterion,
        "search, borrowed",
        BorrowedSearch<'_>,
        &written,
        borrowed
    );
    compare_writing!(criterion, "search", Search, search());
    let written = serde_urlencoded::to_string(order()).unwrap();
    compare_reading!(criterion, "order", Order, &written, order());
    compare_writing!(criterion, "order", Order, order());
    let written = serde_urlencoded::to_string(list()).unwrap();
    let borrowed = list()
        .into_iter()
        .map(|(key, value)| BorrowedField(key.into(), value.into()))
        .collect();
    compare_reading!(criterion, "list", Vec<(String, String)>, &written, list());
    compare_reading!(
        criterion,
        "list, borrowed",
        Vec<BorrowedField<'_>>,
        &written,
        borrowed
    );
    compare_writing!(criterion, "list", Vec<(String, String)>, list());
}
