//! Pairs to a query string.

use crate::escape::escape;
use alloc::string::String;

/// Writes pairs as a query string: `key=value`, joined by `&`, both [escaped](escape).
///
/// ```
/// assert_eq!(rt_querystring::stringify([("a", "1"), ("b c", "é"), ("d", "")]), "a=1&b%20c=%C3%A9&d=");
/// ```
pub fn stringify<K: AsRef<str>, V: AsRef<str>>(pairs: impl IntoIterator<Item = (K, V)>) -> String {
    let mut text = String::new();
    for (key, value) in pairs {
        if !text.is_empty() {
            text.push('&');
        }
        text.push_str(&escape(key.as_ref()));
        text.push('=');
        text.push_str(&escape(value.as_ref()));
    }
    text
}
