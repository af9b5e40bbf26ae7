//! Writing query strings, with every set of instructions.

use proptest::prelude::*;
use rt_querystring::{Options, Simd, escape, escape_bytes, parse, stringify, write_to};

fn plainly(bytes: &[u8]) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"!'()*-._~".contains(&byte);
    bytes
        .iter()
        .map(|&byte| {
            if plain(byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_set_of_instructions_writes_the_same(pairs: Vec<(String, String)>, long in "([a-z]{0,90}|[ -~]|é){0,12}") {
        let pairs = [pairs, vec![(long.clone(), long)]].concat();
        let parts: Vec<_> = pairs.iter().map(|(key, value)| [plainly(key.as_bytes()), plainly(value.as_bytes())].join("=")).collect();
        for simd in Simd::available() {
            let options = Options::new().simd(simd);
            prop_assert_eq!(options.stringify(&pairs), parts.join("&"));
            let mut written = String::new();
            options.write_to(&mut written, &pairs).unwrap();
            prop_assert_eq!(written, parts.join("&"));
        }
        // An empty pair is not read again.
        prop_assume!(pairs.iter().all(|(key, value)| !key.is_empty() || !value.is_empty()));
        let read: Vec<_> = parse(&parts.join("&")).map(|(key, value)| (key.into_owned(), value.into_owned())).collect();
        prop_assert_eq!(read, pairs);
    }

    #[test]
    fn any_bytes_are_escaped(bytes: Vec<u8>, plain in "[a-z]{0,70}") {
        let bytes = [plain.as_bytes(), &bytes].concat();
        prop_assert_eq!(escape_bytes(&bytes), plainly(&bytes));
    }
}

#[test]
fn every_set_of_escapes_in_eight_bytes_at_every_place() {
    let marks = [0, b' ', b'&', b'=', 0x7F, 0x80, 0xC3, 0xFF];
    for set in 0..256 {
        let eight: Vec<u8> = (b'a'..)
            .zip(marks)
            .enumerate()
            .map(|(place, (letter, mark))| if set >> place & 1 == 0 { letter } else { mark })
            .collect();
        for before in [0, 1, 7, 8, 15, 16, 56, 57, 64, 130] {
            for behind in [0, 1, 9, 63] {
                let bytes = [b"b".repeat(before), eight.clone(), b"z".repeat(behind)].concat();
                assert_eq!(escape_bytes(&bytes), plainly(&bytes));
            }
        }
    }
}

#[test]
fn what_needs_no_escape_is_borrowed() {
    let plain = "Az09!'()*-._~".repeat(20);
    assert!(matches!(escape(&plain), std::borrow::Cow::Borrowed(text) if text == plain));
}

#[test]
fn long_values_reach_a_writer_in_parts() {
    struct Parts(Vec<usize>);
    impl std::fmt::Write for Parts {
        fn write_str(&mut self, part: &str) -> std::fmt::Result {
            self.0.push(part.len());
            Ok(())
        }
    }
    let mut parts = Parts(Vec::new());
    write_to(&mut parts, [("key", " ".repeat(100_000))]).unwrap();
    assert_eq!(parts.0.iter().sum::<usize>(), 300_004);
    assert!(parts.0.iter().all(|&length| length < 8192), "{:?}", parts.0);
}

#[test]
fn a_writer_may_refuse() {
    struct Full;
    impl std::fmt::Write for Full {
        fn write_str(&mut self, _: &str) -> std::fmt::Result {
            Err(std::fmt::Error)
        }
    }
    assert!(write_to(&mut Full, [("a", "b")]).is_err());
}

#[test]
fn pairs_may_be_references() {
    let pairs = vec![(String::from("a"), "1")];
    assert_eq!(stringify(&pairs), stringify(pairs));
}

/// Counts what it is handed at once.
#[derive(Default)]
struct Parts {
    longest: usize,
    total: usize,
}

impl std::fmt::Write for Parts {
    fn write_str(&mut self, part: &str) -> std::fmt::Result {
        self.longest = self.longest.max(part.len());
        self.total += part.len();
        Ok(())
    }
}

#[test]
fn a_writer_gets_empty_pairs_in_parts_too() {
    let mut parts = Parts::default();
    rt_querystring::write_to(&mut parts, std::iter::repeat_n(("", ""), 1_000_000)).unwrap();
    assert_eq!(parts.total, 2 * 1_000_000 - 1);
    assert!(parts.longest <= 2048, "{}", parts.longest);
}
