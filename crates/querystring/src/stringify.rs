//! Pairs to a query string.

use crate::escape::push_escaped;
use crate::{Options, Simd};
use alloc::string::String;
use core::borrow::Borrow;
use core::fmt;

/// How much of a key or value is escaped before it is handed to a writer, in bytes.
const PART: usize = 1024;

/// What a pair is expected to take, in bytes: growing from nothing takes as long as a few short
/// pairs.
const USUAL_PAIR: usize = 24;
/// For so many pairs, at most. Behind that, growing costs little.
const MOST_PAIRS: usize = 32;

/// Writes pairs, or references to them, as a query string: `key=value`, joined by `&`, both
/// [escaped](crate::escape()).
///
/// ```
/// let text = rt_querystring::stringify([("a", "1"), ("b c", "é"), ("d", "")]);
/// assert_eq!(text, "a=1&b%20c=%C3%A9&d=");
/// ```
pub fn stringify<I, K, V>(pairs: I) -> String
where
    I: IntoIterator,
    I::Item: Borrow<(K, V)>,
    K: AsRef<str>,
    V: AsRef<str>,
{
    Options::new().stringify(pairs)
}

/// [`stringify()`] into a writer, which gets the text in parts; no part of the result is kept.
///
/// # Errors
/// The writer's own.
///
/// ```
/// let mut link = String::from("/search?");
/// rt_querystring::write_to(&mut link, [("q", "café au lait")])?;
/// assert_eq!(link, "/search?q=caf%C3%A9%20au%20lait");
/// # Ok::<(), std::fmt::Error>(())
/// ```
pub fn write_to<W, I, K, V>(writer: &mut W, pairs: I) -> fmt::Result
where
    W: fmt::Write + ?Sized,
    I: IntoIterator,
    I::Item: Borrow<(K, V)>,
    K: AsRef<str>,
    V: AsRef<str>,
{
    Options::new().write_to(writer, pairs)
}

impl Options<'_> {
    /// [`stringify()`], with these options.
    #[must_use]
    pub fn stringify<I, K, V>(&self, pairs: I) -> String
    where
        I: IntoIterator,
        I::Item: Borrow<(K, V)>,
        K: AsRef<str>,
        V: AsRef<str>,
    {
        let pairs = pairs.into_iter();
        let mut text = String::with_capacity(USUAL_PAIR * pairs.size_hint().0.min(MOST_PAIRS));
        for (index, pair) in pairs.enumerate() {
            let (key, value) = pair.borrow();
            if index > 0 {
                text.push_str(self.separator);
            }
            push_escaped(&mut text, key.as_ref().as_bytes(), self.simd);
            text.push_str(self.assignment);
            push_escaped(&mut text, value.as_ref().as_bytes(), self.simd);
        }
        text
    }

    /// [`write_to()`], with these options.
    ///
    /// # Errors
    /// The writer's own.
    pub fn write_to<W, I, K, V>(&self, writer: &mut W, pairs: I) -> fmt::Result
    where
        W: fmt::Write + ?Sized,
        I: IntoIterator,
        I::Item: Borrow<(K, V)>,
        K: AsRef<str>,
        V: AsRef<str>,
    {
        let mut output = Output {
            text: String::new(),
            writer,
            simd: self.simd,
        };
        for (index, pair) in pairs.into_iter().enumerate() {
            let (key, value) = pair.borrow();
            if index > 0 {
                output.text.push_str(self.separator);
            }
            output.push_escaped(key.as_ref())?;
            output.text.push_str(self.assignment);
            output.push_escaped(value.as_ref())?;
        }
        output.writer.write_str(&output.text)
    }
}

/// A writer, and the text that it does not have yet.
struct Output<'w, W: ?Sized> {
    text: String,
    writer: &'w mut W,
    simd: Simd,
}

impl<W: fmt::Write + ?Sized> Output<'_, W> {
    fn push_escaped(&mut self, text: &str) -> fmt::Result {
        for part in text.as_bytes().chunks(PART) {
            push_escaped(&mut self.text, part, self.simd);
            self.flush_full()?;
        }
        // What stands between pairs is added without a check, and a key or value may be empty.
        self.flush_full()
    }

    /// Hands the text to the writer when it has reached a part.
    fn flush_full(&mut self) -> fmt::Result {
        if self.text.len() >= PART {
            self.writer.write_str(&self.text)?;
            self.text.clear();
        }
        Ok(())
    }
}
