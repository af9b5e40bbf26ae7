//! Which bytes an escaped text leaves as they are.

/// Whether a byte stands for itself in an escaped text: the unreserved marks `! ' ( ) * - . _ ~`,
/// digits and letters (ECMA-262, "URI Syntax and Semantics").
///
/// ```
/// assert!(rt_querystring::is_unescaped(b'~'));
/// assert!(!rt_querystring::is_unescaped(b'+'));
/// ```
#[must_use]
pub const fn is_unescaped(byte: u8) -> bool {
    matches!(
        byte,
        b'!' | b'\'' | b'(' | b')' | b'*' | b'-' | b'.' | b'_' | b'~'
    ) || byte.is_ascii_alphanumeric()
}
