//! The functions against the plainest way to write them down, over texts of every length around the
//! width of a vector. Under Miri, which has no vectors, the same texts go through the plain loops:
//! the two agree because both agree with this.

mod reading;

use reading::{How, Pair, Reader, read};
use rt_querystring::batch::Width;
use rt_querystring::{escape, escape_utf16, parse, unescape_bytes};

/// Numbers that look random (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % bound
    }
}

const PIECES: [&str; 16] = [
    "&",
    "=",
    "+",
    "%",
    "%4",
    "%41",
    "%C3%A9",
    "%E2%82",
    "%zz",
    "%%",
    "a",
    "key",
    "0f",
    "~",
    "/ ?",
    "abcdefghijklmnopqrst",
];
const TEXTS: usize = if cfg!(miri) { 8 } else { 20_000 };

/// Texts with any of the pieces at any place, of all lengths up to a few vectors.
fn texts() -> impl Iterator<Item = String> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    (0..TEXTS).map(move |number| {
        let mut text = "x".repeat(9 * number % 71);
        for _ in 0..random.below(12) {
            text.push_str(PIECES[random.below(PIECES.len())]);
        }
        text
    })
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
}

fn decoded(bytes: &[u8], plus_is_space: bool) -> Vec<u8> {
    let mut decoded = Vec::new();
    let mut rest = bytes;
    while let [first, behind @ ..] = rest {
        let escape = match (first, behind) {
            (b'%', [high, low, after @ ..]) => digit(*high).zip(digit(*low)).zip(Some(after)),
            _ => None,
        };
        if let Some(((high, low), after)) = escape {
            decoded.push(high << 4 | low);
            rest = after;
            continue;
        }
        decoded.push(if *first == b'+' && plus_is_space {
            b' '
        } else {
            *first
        });
        rest = behind;
    }
    decoded
}

fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"!'()*-._~".contains(&byte);
    text.bytes()
        .map(|byte| {
            if plain(byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect()
}

fn pairs(text: &str) -> Vec<(String, String)> {
    let piece = |piece: &str| String::from_utf8_lossy(&decoded(piece.as_bytes(), true)).into_owned();
    text.split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (piece(key), piece(value))
        })
        .collect()
}

fn in_utf16(pairs: Vec<(String, String)>) -> Vec<Pair> {
    pairs
        .into_iter()
        .map(|(key, value)| (key.encode_utf16().collect(), value.encode_utf16().collect()))
        .collect()
}

#[test]
fn bytes_are_decoded() {
    for text in texts() {
        assert_eq!(
            *unescape_bytes(text.as_bytes()),
            *decoded(text.as_bytes(), false),
            "{text}"
        );
    }
}

#[test]
fn text_is_escaped() {
    for text in texts() {
        let text = format!("{text}é€😀");
        assert_eq!(escape(&text), escaped(&text), "{text}");
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(escape_utf16(&units).unwrap(), escaped(&text), "{text}");
    }
}

#[test]
fn pairs_are_read() {
    // Keys are not remembered from text to text, as the row of a known one has no text.
    let mut reader = Reader::default();
    for text in texts() {
        let expected = pairs(&text);
        let lazy: Vec<_> = parse(text.as_bytes())
            .map(|(key, value)| (key.into_owned(), value.into_owned()))
            .collect();
        assert_eq!(lazy, expected, "{text}");
        let units: Vec<u16> = text.encode_utf16().collect();
        let expected = in_utf16(expected);
        for how in [How::Plain(Width::Units), How::Separated] {
            assert_eq!(
                read(&mut reader, &units, how, 1 << 15),
                expected,
                "{how:?}: {text}"
            );
        }
    }
}
