//! Frames of JSON.

use super::{Batch, LongString, StringBytes};
use crate::json_text::has_no_controls;

/// To pass over more escapes and parts of values than this takes longer than the long strings
/// behind them gain.
const MOST_STEPS: usize = 64;

/// Appends one frame to a batch. Nothing, without having looked further, when the text has more
/// than `most` bytes.
pub(super) fn append<'a>(batch: &mut Batch<'a>, index: usize, frame: &'a [u8], most: usize) -> Option<()> {
    let start = batch.text.len();
    let first = batch.long_strings.len();
    let space = most.checked_sub(start)?;
    let mut scanner = Scanner {
        batch,
        index,
        bytes: frame,
        position: 0,
        copied: 0,
        space,
        steps: 0,
    };
    if !scanner.batch.leaves_out(frame) || scanner.message().is_none() || !batch.are_told_apart(first) {
        if frame.len() > space {
            return None;
        }
        batch.text.truncate(start);
        batch.long_strings.truncate(first);
        batch.text.extend_from_slice(frame);
    }
    Some(())
}

/// Copies a frame to the batch's text, without its long strings. It finds the parts of an object,
/// and does not check them.
struct Scanner<'a, 'b> {
    batch: &'b mut Batch<'a>,
    index: usize,
    bytes: &'a [u8],
    position: usize,
    /// How many bytes are in the text already, or left out of it.
    copied: usize,
    /// How many more bytes the text may have.
    space: usize,
    /// How many steps were taken, of [`MOST_STEPS`].
    steps: usize,
}

impl<'a> Scanner<'a, '_> {
    /// The whole frame. Nothing when its properties cannot be told apart.
    fn message(&mut self) -> Option<()> {
        self.batch.names.clear();
        match self.peek()? {
            b'"' => self.string_value(None)?,
            b'{' => self.properties()?,
            _ => return None,
        }
        self.copy_until(self.bytes.len())
    }

    /// Copies what was not copied yet. Nothing when there is no space for it.
    fn copy_until(&mut self, end: usize) -> Option<()> {
        self.space = self.space.checked_sub(end - self.copied)?;
        self.batch.text.extend_from_slice(&self.bytes[self.copied..end]);
        self.copied = end;
        Some(())
    }

    fn properties(&mut self) -> Option<()> {
        loop {
            // The brace, or the comma.
            self.position += 1;
            if self.peek()? != b'"' {
                return None;
            }
            let (name, true) = self.string()? else {
                return None;
            };
            if !name.is_ascii() {
                return None;
            }
            self.batch.names.push(name);
            if self.peek()? != b':' {
                return None;
            }
            self.position += 1;
            match self.peek()? {
                b'"' => self.string_value(Some(name))?,
                _ => self.skip_value()?,
            }
            match self.peek()? {
                b',' => {}
                b'}' => return Some(()),
                _ => return None,
            }
        }
    }

    /// A string that is a value, which is left out if it is long.
    fn string_value(&mut self, name: Option<&'a [u8]>) -> Option<()> {
        let start = self.position + 1;
        let (content, is_plain) = self.string()?;
        if is_plain && self.batch.leaves_out(content) && has_no_controls(content) {
            self.copy_until(start)?;
            self.copied = start + content.len();
            self.batch.long_strings.push(LongString {
                frame: self.index,
                name,
                content: StringBytes::Utf8(content),
            });
        }
        Some(())
    }

    /// Moves behind a string: what is in it, and whether that is without escapes.
    fn string(&mut self) -> Option<(&'a [u8], bool)> {
        let start = self.position + 1;
        let mut end = start;
        let mut is_plain = true;
        loop {
            end += memchr::memchr2(b'"', b'\\', self.bytes.get(end..)?)?;
            if self.bytes[end] == b'"' {
                self.position = end + 1;
                return Some((&self.bytes[start..end], is_plain));
            }
            is_plain = false;
            self.step()?;
            end += 2;
            self.has_space_until(end)?;
        }
    }

    /// Moves behind a value that is no string.
    fn skip_value(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            self.step()?;
            match self.peek()? {
                b'"' => {
                    self.string()?;
                    self.has_space_until(self.position)?;
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' | b',' if depth == 0 => return Some(()),
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            self.position += 1;
            self.has_space_until(self.position)?;
        }
    }

    /// Nothing when it is one too many.
    fn step(&mut self) -> Option<()> {
        self.steps += 1;
        (self.steps <= MOST_STEPS).then_some(())
    }

    /// Nothing when what was not copied yet, up to here, is too long for the text.
    fn has_space_until(&self, end: usize) -> Option<()> {
        (end - self.copied <= self.space).then_some(())
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        loop {
            let byte = *self.bytes.get(self.position)?;
            if !matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
                return Some(byte);
            }
            self.position += 1;
        }
    }
}
