//! What is done natively to JSON texts: frames that are to be parsed together are checked, since
//! `[1` and `2]` are no JSON texts, but joined they parse; and long strings are escaped.

use serde::Deserialize as _;
use serde::de::IgnoredAny;

/// Whether `bytes` is exactly one JSON text (RFC 8259), with white space around it allowed.
///
/// Strings may hold bytes that are not UTF-8 and escaped surrogates without their pair, since
/// JavaScript's `JSON.parse` sees the former replaced by U+FFFD and accepts the latter. Nesting of
/// any depth is checked without recursion.
///
/// ```
/// use rt_ipc::json_text::is_json_text;
///
/// assert!(is_json_text(br#"{"a":[1,2]}"#));
/// assert!(!is_json_text(b"[1"));
/// assert!(!is_json_text(b"1,2"));
/// assert!(!is_json_text(b""));
/// ```
#[must_use]
pub fn is_json_text(bytes: &[u8]) -> bool {
    // Values that are ignored are skipped by a loop with a stack on the heap, so that nesting
    // cannot overflow the thread's stack.
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    IgnoredAny::deserialize(&mut deserializer).is_ok() && deserializer.end().is_ok()
}

/// Makes of a string's UTF-8, which begins at `start`, what `JSON.stringify` puts between the
/// quotation marks: escapes in it what must be escaped.
///
/// Says `false`, and leaves `bytes` as they were, when U+FFFD is in the string: a converter to
/// UTF-8 also puts it in the place of an unpaired surrogate, of which `JSON.stringify` makes an
/// escape.
///
/// ```
/// use rt_ipc::json_text::escape;
///
/// let mut bytes = b"[\"a\nb".to_vec();
/// assert!(escape(&mut bytes, 2));
/// assert_eq!(bytes, br#"["a\nb"#);
/// ```
#[must_use]
pub fn escape(bytes: &mut Vec<u8>, start: usize) -> bool {
    let text = &bytes[start..];
    if !text.is_ascii() && memchr::memmem::find(text, "\u{fffd}".as_bytes()).is_some() {
        return false;
    }
    if is_clean(text) {
        return true;
    }
    let text = bytes.split_off(start);
    bytes.reserve(text.len() + text.len() / 8);
    for piece in text.chunks(CLEAN_PIECE) {
        if is_clean(piece) {
            bytes.extend_from_slice(piece);
        } else {
            for &byte in piece {
                push_escaped(bytes, byte);
            }
        }
    }
    true
}

/// How many bytes are looked at together.
const CLEAN_PIECE: usize = 64;

/// Whether nothing in a string's UTF-8 must be escaped.
fn is_clean(text: &[u8]) -> bool {
    has_no_controls(text) && memchr::memchr2(b'"', b'\\', text).is_none()
}

/// Whether no control character is in a string's UTF-8. Without an early exit within a piece, so
/// that the compiler uses vectors.
pub(crate) fn has_no_controls(text: &[u8]) -> bool {
    text.chunks(16 * CLEAN_PIECE)
        .all(|piece| piece.iter().fold(u8::MAX, |least, &byte| least.min(byte)) >= 0x20)
}

fn push_escaped(bytes: &mut Vec<u8>, byte: u8) {
    let letter = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        0x0c => b'f',
        b'\r' => b'r',
        0..0x20 => {
            bytes.extend_from_slice(b"\\u00");
            bytes.extend([byte >> 4, byte & 15].map(|digit| b"0123456789abcdef"[usize::from(digit)]));
            return;
        }
        _ => {
            bytes.push(byte);
            return;
        }
    };
    bytes.extend_from_slice(&[b'\\', letter]);
}

#[cfg(test)]
mod tests {
    use super::{escape, is_json_text};

    #[test]
    #[cfg_attr(miri, ignore = "thousands of texts take a quarter of an hour")]
    fn escapes_what_serde_escapes() {
        for code in 0..0x3000 {
            let Some(character) = char::from_u32(code) else {
                continue;
            };
            for text in [
                character.to_string(),
                format!("{}{character}ab", "x".repeat(1500)),
            ] {
                let mut bytes = b"\"before ".to_vec();
                let start = bytes.len();
                bytes.extend_from_slice(text.as_bytes());
                assert!(escape(&mut bytes, start));
                let quoted = serde_json::to_string(&text).unwrap();
                assert_eq!(
                    &bytes[start..],
                    &quoted.as_bytes()[1..quoted.len() - 1],
                    "{code:x}"
                );
                assert_eq!(&bytes[..start], b"\"before ");
            }
        }
    }

    #[test]
    fn a_string_that_may_have_held_a_surrogate_is_left_alone() {
        let mut bytes = "a\n\u{fffd}".as_bytes().to_vec();
        assert!(!escape(&mut bytes, 0));
        assert_eq!(bytes, "a\n\u{fffd}".as_bytes());
    }

    #[test]
    fn accepts_what_json_parse_accepts() {
        for text in [
            "null",
            "true",
            " 1 ",
            "-0",
            "1e999",
            "\"\"",
            "\"\\ud800\"",
            "[]",
            "{}",
            "{\"a\":1,\"a\":2}",
            "\t[\r 1 , {\"b\" : null } ]",
        ] {
            assert!(is_json_text(text.as_bytes()), "{text}");
        }
        assert!(is_json_text(b"\"\xff\xc3\""));
    }

    #[test]
    fn refuses_what_json_parse_refuses() {
        for text in [
            "",
            " ",
            "[1",
            "2]",
            "3,4",
            "1 2",
            "{\"a\"}",
            "01",
            "1.",
            ".5",
            "+1",
            "1e",
            "NaN",
            "'a'",
            "\"\t\"",
            "\"\\x\"",
            "\"\\u12\"",
            "[1,]",
            "{\"a\":1,}",
            "tru",
            "nullx",
            "\u{feff}1",
            "\"",
        ] {
            assert!(!is_json_text(text.as_bytes()), "{text}");
        }
        assert!(!is_json_text(b"\xff"));
    }

    #[test]
    #[cfg_attr(miri, ignore = "ten megabytes take hours")]
    fn deep_nesting_does_not_overflow_the_stack() {
        let depth = 5_000_000;
        let mut text = vec![b'['; depth];
        assert!(!is_json_text(&text));
        text.resize(2 * depth, b']');
        assert!(is_json_text(&text));
    }
}
