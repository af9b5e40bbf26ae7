//! The text that pairs are written to.

use crate::serde::Error;
use crate::{Simd, escape, unescape};
use alloc::string::String;

/// The text, and where the query string begins in it.
#[derive(Debug)]
pub(super) struct Output<'a> {
    pub(super) text: &'a mut String,
    start: usize,
    simd: Simd,
}

/// Where a pair begins of which the key is written, and where its value comes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    start: usize,
    value: usize,
}

impl<'a> Output<'a> {
    pub(super) fn new(text: &'a mut String) -> Self {
        let start = text.len();
        Self {
            text,
            start,
            simd: Simd::best(),
        }
    }

    #[inline]
    pub(super) fn push_escaped(&mut self, bytes: &[u8]) {
        escape::push_escaped(self.text, bytes, self.simd);
    }

    #[inline]
    fn separate(&mut self) {
        if self.text.len() > self.start {
            self.text.push('&');
        }
    }

    /// Begins a pair with what writes its key. When that fails, nothing of the pair stays.
    #[inline]
    pub(super) fn begin<E>(
        &mut self,
        write_key: impl FnOnce(&mut Self) -> Result<(), E>,
    ) -> Result<Begun, E> {
        let start = self.text.len();
        self.separate();
        if let Err(error) = write_key(self) {
            self.text.truncate(start);
            return Err(error);
        }
        self.text.push('=');
        let value = self.text.len();
        Ok(Begun { start, value })
    }

    /// Takes a pair back.
    #[inline]
    pub(super) fn remove(&mut self, pair: Begun) {
        self.text.truncate(pair.start);
    }

    /// Begins another pair with the key of an earlier one.
    pub(super) fn repeat(&mut self, pair: Begun) {
        let key = self.key(pair);
        self.separate();
        // SAFETY: the key is copied whole, with its `=`.
        unsafe { self.text.as_mut_vec() }.extend_from_within(key.start..=key.end);
    }

    /// Takes back a pair of which the value failed; the error names its key.
    pub(super) fn failed(&mut self, pair: Begun, error: Error) -> Error {
        // The key is gone where a value was left out before it failed.
        let error = match self.text.get(self.key(pair)) {
            Some(key) => error.in_field(&unescape(key)),
            None => error,
        };
        self.remove(pair);
        error
    }

    /// Where the key of a pair stands.
    fn key(&self, pair: Begun) -> core::ops::Range<usize> {
        let separator = usize::from(pair.start > self.start);
        pair.start + separator..pair.value - 1
    }
}
