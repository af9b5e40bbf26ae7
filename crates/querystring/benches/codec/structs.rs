//! Typed values through serde.

use super::{bytes, word};
use criterion::Criterion;
use serde::{Deserialize, Serialize};
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

macro_rules! compare {
    ($criterion:expr, $name:literal, $type:ty, $value:expr) => {{
        let value: $type = $value;
        let text = serde_urlencoded::to_string(&value).unwrap();
        assert_eq!(rt_querystring::from_str::<$type>(&text).unwrap(), value);
        assert_eq!(
            rt_querystring::from_str::<$type>(&rt_querystring::to_string(&value).unwrap()).unwrap(),
            value
        );
        let mut group = $criterion.benchmark_group(concat!("from_str ", $name));
        bytes(&mut group, &text);
        group.bench_function("serde_urlencoded", |bencher| {
            bencher.iter(|| serde_urlencoded::from_str::<$type>(black_box(&text)).unwrap());
        });
        group.bench_function("rt-querystring", |bencher| {
            bencher.iter(|| rt_querystring::from_str::<$type>(black_box(&text)).unwrap());
        });
        drop(group);
        let mut group = $criterion.benchmark_group(concat!("to_string ", $name));
        bytes(&mut group, &text);
        group.bench_function("serde_urlencoded", |bencher| {
            bencher.iter(|| serde_urlencoded::to_string(black_box(&value)).unwrap());
        });
        group.bench_function("rt-querystring", |bencher| {
            bencher.iter(|| rt_querystring::to_string(black_box(&value)).unwrap());
        });
    }};
}

pub fn serde(criterion: &mut Criterion) {
    compare!(criterion, "search", Search, search());
    compare!(criterion, "order", Order, order());
    compare!(criterion, "list", Vec<(String, String)>, list());
}
