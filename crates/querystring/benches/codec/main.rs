//! The codec beside `form_urlencoded`, and beside `serde_urlencoded`, `serde_html_form` and
//! `serde_qs`, in one run: `cargo bench -p rt-querystring --bench codec`.
//!
//! What is compared gives equal results, which is checked before it is timed.

mod inputs;
mod structs;

use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use inputs::{Input, inputs, word};
use rt_querystring::{Options, Simd};
use std::hint::black_box;

type Group<'a> = BenchmarkGroup<'a, WallTime>;

fn bytes(group: &mut Group<'_>, text: &str) {
    group.throughput(Throughput::Bytes(text.len() as u64));
}

/// Reads all pairs and uses them, without keeping them.
fn sum<T: AsRef<str>>(pairs: impl Iterator<Item = (T, T)>) -> usize {
    pairs
        .map(|(key, value)| key.as_ref().len() + value.as_ref().len())
        .sum()
}

fn parse(criterion: &mut Criterion) {
    for Input { name, text } in inputs() {
        assert!(rt_querystring::parse(&text).eq(form_urlencoded::parse(text.as_bytes())));
        let mut group = criterion.benchmark_group(format!("parse {name}"));
        bytes(&mut group, &text);
        group.bench_function("form_urlencoded", |bencher| {
            bencher.iter(|| sum(form_urlencoded::parse(black_box(text.as_bytes()))));
        });
        for simd in Simd::available() {
            let options = Options::new().simd(simd);
            group.bench_function(format!("rt-querystring {simd}"), |bencher| {
                bencher.iter(|| sum(options.parse(black_box(&text))));
            });
        }
    }
}

fn stringify(criterion: &mut Criterion) {
    for Input { name, text } in inputs() {
        let pairs: Vec<(String, String)> = form_urlencoded::parse(text.as_bytes()).into_owned().collect();
        assert!(
            rt_querystring::parse(&rt_querystring::stringify(&pairs))
                .eq(form_urlencoded::parse(text.as_bytes()))
        );
        let mut group = criterion.benchmark_group(format!("stringify {name}"));
        bytes(&mut group, &text);
        group.bench_function("form_urlencoded", |bencher| {
            bencher.iter(|| {
                let mut serializer = form_urlencoded::Serializer::new(String::new());
                serializer.extend_pairs(black_box(&pairs)).finish()
            });
        });
        for simd in Simd::available() {
            let options = Options::new().simd(simd);
            group.bench_function(format!("rt-querystring {simd}"), |bencher| {
                bencher.iter(|| options.stringify(black_box(&pairs)));
            });
        }
    }
}

criterion_group!(benches, parse, stringify, structs::serde);
criterion_main!(benches);
