//! Checks of JSON texts: of frames that are to be parsed together, and of strings that are to be quoted.
//!
//! Many short JSON texts parse faster as one array, `[f1,f2,…]`, than one by one. That is only right when each frame is a JSON text
//! by itself: `[1` and `2]` are none, but joined they parse.

use serde::Deserialize as _;
use serde::de::IgnoredAny;

/// Whether `bytes` is exactly one JSON text (RFC 8259), with white space around it allowed.
///
/// Strings may hold bytes that are not UTF-8 and escaped surrogates without their pair, since JavaScript's `JSON.parse` sees the
/// former replaced by U+FFFD and accepts the latter. Nesting of any depth is checked without recursion.
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
    // Values that are ignored are skipped by a loop with a stack on the heap, so that nesting cannot overflow the thread's stack.
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    IgnoredAny::deserialize(&mut deserializer).is_ok() && deserializer.end().is_ok()
}

/// Appends `[f1,f2,…]` to `batch` when each of `frames` is a JSON text; otherwise says `false` and leaves `batch` as it was.
///
/// ```
/// use rt_ipc::json_text::join;
///
/// let mut batch = Vec::new();
/// assert!(join([&b"1"[..], b"[2]"].into_iter(), &mut batch));
/// assert_eq!(batch, b"[1,[2]]");
/// assert!(!join([&b"[1"[..], b"2]"].into_iter(), &mut batch));
/// assert_eq!(batch, b"[1,[2]]");
/// ```
#[must_use]
pub fn join<'a>(frames: impl Iterator<Item = &'a [u8]>, batch: &mut Vec<u8>) -> bool {
    let before = batch.len();
    batch.push(b'[');
    for (index, frame) in frames.enumerate() {
        if !is_json_text(frame) {
            batch.truncate(before);
            return false;
        }
        if index > 0 {
            batch.push(b',');
        }
        batch.extend_from_slice(frame);
    }
    batch.push(b']');
    true
}

/// Whether the JSON text of a string is its UTF-8 `text` between two quotation marks: whether `JSON.stringify` escapes nothing in it.
///
/// U+FFFD counts as escaped, since a converter to UTF-8 puts it in the place of an unpaired surrogate, which is.
///
/// ```
/// use rt_ipc::json_text::needs_no_escape;
///
/// assert!(needs_no_escape("plain, äöü, 😀".as_bytes()));
/// assert!(!needs_no_escape(br"a\b"));
/// assert!(!needs_no_escape(b"\n"));
/// ```
#[must_use]
pub fn needs_no_escape(text: &[u8]) -> bool {
    // Without an early exit within a piece, so that the compiler uses vectors.
    let escaped = |byte: u8| u8::from(byte < 0x20) | u8::from(byte == b'"') | u8::from(byte == b'\\');
    let clean = |piece: &[u8]| piece.iter().fold(0, |found, &byte| found | escaped(byte)) == 0;
    text.chunks(1024).all(clean)
        && (text.is_ascii() || memchr::memmem::find(text, "\u{fffd}".as_bytes()).is_none())
}

#[cfg(test)]
mod tests {
    use super::{is_json_text, needs_no_escape};

    #[test]
    #[cfg_attr(miri, ignore = "65,536 texts take a quarter of an hour")]
    fn what_is_escaped_is_what_serde_escapes_and_unpaired_surrogates() {
        for code in 0..0x3000 {
            let Some(character) = char::from_u32(code) else {
                continue;
            };
            for text in [
                character.to_string(),
                format!("{}{character}ab", "x".repeat(1500)),
            ] {
                let quoted = serde_json::to_string(&text).unwrap();
                assert_eq!(
                    needs_no_escape(text.as_bytes()),
                    quoted.len() == text.len() + 2,
                    "{code:x}"
                );
            }
        }
        assert!(!needs_no_escape("ab\u{fffd}".as_bytes()));
        assert!(needs_no_escape(b""));
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
