//! Random streams, cut and corrupted at random.
//!
//! `RT_FUZZ_COUNT` says how many each test takes, `RT_FUZZ_SEED` where it begins. A stream depends
//! on its own seed only, which is that plus the number of the stream; a failure names it, and
//! proptest shows the smallest stream that still fails.
//!
//! A million:
//! `RT_FUZZ_COUNT=1000000 cargo test --release -p rt-ipc --test decoder fuzz -- --nocapture`.

use std::time::{SystemTime, UNIX_EPOCH};

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rt_ipc::{Batch, Decoder, Format, StringBytes};
use serde_json::Value;

use super::naive::{decode, encode, naive};

/// What continuous integration has time for.
const USUAL_COUNT: u64 = 5_000;

/// One thing that may happen to a stream on its way, at a place that is counted modulo the stream's
/// length.
#[derive(Clone, Debug)]
enum Corruption {
    Replace(usize, u8),
    Insert(usize, Vec<u8>),
    Remove(usize, usize),
    Repeat(usize, usize),
    CutOff(usize),
}

impl Corruption {
    fn apply(&self, stream: &mut Vec<u8>) {
        if stream.is_empty() {
            return;
        }
        let length = stream.len();
        let range = |start: usize, count: usize| {
            let start = start % length;
            start..length.min(start + count)
        };
        match self {
            Self::Replace(place, byte) => stream[place % length] = *byte,
            Self::Insert(place, bytes) => {
                let place = place % length;
                stream.splice(place..place, bytes.iter().copied());
            }
            Self::Remove(place, count) => {
                stream.drain(range(*place, *count));
            }
            Self::Repeat(place, count) => {
                let again = stream[range(*place, *count)].to_vec();
                let end = range(*place, *count).end;
                stream.splice(end..end, again);
            }
            Self::CutOff(place) => stream.truncate(place % length),
        }
    }
}

fn corruption() -> impl Strategy<Value = Corruption> {
    let place = any::<usize>();
    prop_oneof![
        (place, any::<u8>()).prop_map(|(place, byte)| Corruption::Replace(place, byte)),
        (place, proptest::collection::vec(any::<u8>(), 1..6))
            .prop_map(|(place, bytes)| Corruption::Insert(place, bytes)),
        (place, 1_usize..20).prop_map(|(place, count)| Corruption::Remove(place, count)),
        (place, 1_usize..40).prop_map(|(place, count)| Corruption::Repeat(place, count)),
        place.prop_map(Corruption::CutOff),
    ]
}

/// Lengths around the borders that matter: none, short ones, and those with more than one byte in
/// the length field.
fn payload(byte: impl Strategy<Value = u8> + Clone + 'static) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => proptest::collection::vec(byte.clone(), 0..12),
        2 => proptest::collection::vec(byte.clone(), 12..80),
        1 => proptest::collection::vec(byte, 250..300),
    ]
}

/// Runs `test` for as many values as are asked for, each from a seed of its own.
fn for_each<S: Strategy>(name: &str, strategy: &S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let count = number("RT_FUZZ_COUNT").unwrap_or(USUAL_COUNT);
    let seed = number("RT_FUZZ_SEED").unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        now.map_or(0, |now| now.as_secs())
    });
    println!("{name}: {count} streams from RT_FUZZ_SEED={seed} on");
    let config = Config {
        cases: 1,
        failure_persistence: None,
        ..Config::default()
    };
    for own_seed in seed..seed.saturating_add(count) {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&own_seed.to_le_bytes());
        let random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
        let outcome = TestRunner::new_with_rng(config.clone(), random).run(strategy, &test);
        if let Err(error) = outcome {
            panic!("{name}: RT_FUZZ_SEED={own_seed} RT_FUZZ_COUNT=1 makes it again: {error}");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "the making of a stream takes Miri a minute")]
fn fuzz_frames() {
    let formats = prop_oneof![Just(Format::Newline), Just(Format::Length)];
    let without_newline = any::<u8>().prop_map(|byte| if byte == b'\n' { b'n' } else { byte });
    let stream = (
        formats,
        proptest::collection::vec(payload(without_newline), 0..10),
        proptest::collection::vec(corruption(), 0..4),
        proptest::collection::vec(any::<usize>(), 0..12),
        prop_oneof![Just(usize::MAX), 0_usize..300],
    );
    for_each(
        "frames",
        &stream,
        |(format, payloads, corruptions, cuts, limit)| {
            let mut wire = encode(format, &payloads);
            for corruption in &corruptions {
                corruption.apply(&mut wire);
            }
            let (expected, failed) = naive(format, &wire, limit);
            let (decoded, error) = decode(format, &wire, &cuts, limit);
            prop_assert_eq!((&decoded, error.is_some()), (&expected, failed));
            if corruptions.is_empty() && limit == usize::MAX {
                prop_assert_eq!(decoded, payloads);
            }
            Ok(())
        },
    );
}

/// JSON texts, as a program sends them.
fn message() -> impl Strategy<Value = Vec<u8>> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[a-c\"\\\\\\]\\[,:é\u{1f600}\n]{0,8}".prop_map(Value::from),
        "[a-cé]{250,260}[\"\n]{0,1}".prop_map(Value::from),
    ];
    let value = scalar.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map("[a-c]{0,2}", inner, 0..4)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    });
    value.prop_map(|value| value.to_string().into_bytes())
}

/// As JavaScript has a text: what is not UTF-8 is replaced.
fn parse(text: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_str(&String::from_utf8_lossy(text))
}

/// The messages of a batch, as JavaScript puts them together.
fn read(batch: &Batch<'_>) -> Option<Value> {
    let mut messages = parse(&batch.text).ok()?;
    for string in &batch.long_strings {
        let StringBytes::Utf8(bytes) = string.content else {
            return None;
        };
        let message = &mut messages[string.frame];
        let name = string.name.map(|name| std::str::from_utf8(name).unwrap());
        let place = match name {
            Some(name) => message.get_mut(name)?,
            None => message,
        };
        if *place != "" {
            return None;
        }
        *place = Value::from(String::from_utf8_lossy(bytes));
    }
    Some(messages)
}

/// What `JSON.parse` accepts and a `Value` cannot hold: 1e999, and half of a surrogate pair.
fn is_valid_in_javascript(error: &serde_json::Error) -> bool {
    let reason = error.to_string();
    [
        "number out of range",
        "lone leading surrogate",
        "unexpected end of hex escape",
    ]
    .iter()
    .any(|known| reason.starts_with(known))
}

#[test]
#[cfg_attr(miri, ignore = "the making of a stream takes Miri a minute")]
fn fuzz_frames_that_are_parsed_together() {
    let stream = (
        proptest::collection::vec(message(), 1..8),
        proptest::collection::vec(corruption(), 0..3),
        proptest::collection::vec(any::<usize>(), 0..6),
    );
    for_each(
        "frames parsed together",
        &stream,
        |(payloads, corruptions, cuts)| {
            let mut wire = encode(Format::Newline, &payloads);
            for corruption in &corruptions {
                corruption.apply(&mut wire);
            }
            let (frames, error) = decode(Format::Newline, &wire, &cuts, usize::MAX);
            prop_assert_eq!(error, None);
            let one_by_one: Result<Vec<Value>, _> = frames.iter().map(|frame| parse(frame)).collect();
            if one_by_one.as_ref().is_err_and(is_valid_in_javascript) {
                return Ok(());
            }
            let mut decoder = Decoder::new(Format::Newline);
            decoder.extend(&encode(Format::Newline, &frames));
            let batch = Batch::of(&decoder.frames(), Format::Newline);
            let is_short = frames.concat().len() <= 250 * frames.len();
            prop_assert!(batch.is_none() || one_by_one.is_ok());
            // One that is alone is left to `JSON.parse`, if it has no long string.
            prop_assert!(batch.is_some() || one_by_one.is_err() || !is_short || frames.len() == 1);
            if let (Some(batch), Ok(expected)) = (batch, one_by_one) {
                prop_assert_eq!(read(&batch), Some(Value::from(expected)));
            }
            Ok(())
        },
    );
}
