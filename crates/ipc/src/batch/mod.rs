//! What one event brought, as one JSON text for `JSON.parse`, with the long strings beside it.
//!
//! Many short JSON texts parse faster as one array, `[f1,f2,…]`, than one by one, and plain values
//! in the format of V8's serializer are read faster as JSON too. A long string is made faster from
//! its bytes than by `JSON.parse`, which looks at each of them: the text has `""` in its place.

mod json;
mod payload;
#[cfg(test)]
mod tests;

use crate::json_text::is_json_text;
use crate::{DEFAULT_FRAME_LIMIT, Format, Frames};
use std::cell::Cell;
use std::ops::Range;

/// From this many bytes on, a string is long.
pub const LONG_STRING: usize = 256;

/// The most properties of an object whose names are compared with each other.
const MOST_NAMES: usize = 32;

/// Up to this many bytes a frame, on the average, a text is worth making of frames of JSON: longer
/// ones are parsed faster one by one, and nothing is copied or checked of a frame with which it
/// gets longer.
const MOST_TEXT: usize = 256;

/// Up to this many bytes a payload, on the average, a text may have many objects, numbers, names
/// and strings that are short or not ASCII, or have escapes. In longer payloads these are read
/// faster in TypeScript, other strings not.
const MOST_TEXT_WITH_OTHERS: usize = 1024;

/// How many of them are not many.
const FEW_OTHERS: usize = 16;

/// Up to this many characters, a string is short: `JSON.parse` looks whether there is one like it.
const SHORT_STRING: usize = 10;

/// From this many bytes on, what one event brought in V8's format is always read faster as JSON: V8
/// keeps each message that it reads until its reader is collected, which copies all of it.
const LONG_PAYLOADS: usize = 512 * 1024;

/// The most bytes of a text that is made of payloads.
const MOST_TEXT_OF_PAYLOADS: usize = 16 * 1024 * 1024;

/// So many texts may not become long after one that had become long and was no batch: the payloads
/// held something else, and those after them often do, too.
const SHORT_TEXTS: u32 = 15;

thread_local! {
    /// How many more of this thread's texts of payloads may not become long.
    static SHORT_TEXTS_LEFT: Cell<u32> = const { Cell::new(0) };
}

/// The most long strings that are kept out of the text.
const MOST_LONG_STRINGS: usize = 1024;

/// The bytes of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StringBytes<'a> {
    /// UTF-8, or bytes that should be.
    Utf8(&'a [u8]),
    /// A byte for each character.
    Latin1(&'a [u8]),
    /// Two bytes for each unit, in the order of this machine.
    Utf16(&'a [u8]),
}

/// A string that is not in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongString<'a> {
    /// Which frame it is of.
    pub frame: usize,
    /// The name of the frame's property that it is, in ASCII; absent when it is the whole message.
    pub name: Option<&'a [u8]>,
    /// The string.
    pub content: StringBytes<'a>,
}

/// Frames as one JSON text.
#[derive(Debug, Default)]
pub struct Batch<'a> {
    /// An array of the messages, with `""` for each long string.
    pub text: Vec<u8>,
    /// What belongs in the place of the empty strings.
    pub long_strings: Vec<LongString<'a>>,
    /// The names of the properties of the message of JSON that is being read.
    names: Vec<&'a [u8]>,
    /// Where in the text the names of the objects in V8's format are that are being read.
    quoted_names: Vec<Range<usize>>,
    /// How many bytes a string may have that is left out: of more, V8 may not make one.
    longest_string: usize,
    /// How much of the payloads is read faster in TypeScript.
    others: usize,
    /// How many bytes of text there may be with many of them.
    most_with_others: usize,
}

impl<'a> Batch<'a> {
    /// The batch of frames; nothing when they are read better by other means: one of them is no
    /// JSON text, or no plain value in V8's format (of objects, arrays, strings, finite numbers,
    /// booleans and null); or the first is JSON of which no string is left out, and alone or one of
    /// long ones; or the text would be long, or hold a string that V8 may not make, or much that
    /// takes less time to read otherwise.
    ///
    /// ```
    /// use rt_ipc::{Batch, Decoder, Format};
    ///
    /// let mut decoder = Decoder::new(Format::Newline);
    /// decoder.extend(b"[1]\n\"two\"\n");
    /// assert_eq!(Batch::of(&decoder.frames(), Format::Newline).unwrap().text, br#"[[1],"two"]"#);
    /// ```
    #[must_use]
    pub fn of(frames: &Frames<'a>, format: Format) -> Option<Self> {
        Self::with_longest_string(frames, format, DEFAULT_FRAME_LIMIT)
    }

    fn with_longest_string(frames: &Frames<'a>, format: Format, longest_string: usize) -> Option<Self> {
        let mut batch = Self {
            longest_string,
            most_with_others: usize::MAX,
            ..Self::default()
        };
        let length = frames.bytes().len();
        let short = MOST_TEXT_WITH_OTHERS * frames.len() + 2;
        let most = match format {
            Format::Newline => MOST_TEXT * frames.len() + 2,
            Format::Length if length >= LONG_PAYLOADS => MOST_TEXT_OF_PAYLOADS,
            Format::Length => {
                batch.most_with_others = short;
                let left = SHORT_TEXTS_LEFT.get();
                if length > short {
                    SHORT_TEXTS_LEFT.set(left.saturating_sub(1));
                }
                if left > 0 { short } else { MOST_TEXT_OF_PAYLOADS }
            }
        };
        batch.text.reserve(length.min(most) + 2);
        batch.text.push(b'[');
        if batch.append(frames, format, most).is_none() {
            if most > short && batch.text.len() > batch.most_with_others {
                SHORT_TEXTS_LEFT.set(SHORT_TEXTS);
            }
            return None;
        }
        batch.text.push(b']');
        Some(batch)
    }

    /// Appends the frames to the text.
    fn append(&mut self, frames: &Frames<'a>, format: Format, most: usize) -> Option<()> {
        for (index, frame) in frames.iter().enumerate() {
            if index > 0 {
                self.text.push(b',');
            }
            let start = self.text.len();
            match format {
                Format::Newline => json::append(self, index, frame, most),
                Format::Length => payload::append(self, index, frame, most),
            }?;
            if self.text.len() > most {
                return None;
            }
            if format == Format::Newline {
                let is_worthwhile = frames.len() > 1 && frames.bytes().len() <= most;
                // A string that is left out holds neither escapes nor what must be escaped. So the
                // frame is a JSON text if it is one with an empty string instead.
                if (self.long_strings.is_empty() && !is_worthwhile) || !is_json_text(&self.text[start..]) {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Whether a string is left out of the text, if its place allows it.
    fn leaves_out(&self, content: &[u8]) -> bool {
        (LONG_STRING..=self.longest_string).contains(&content.len())
            && self.long_strings.len() < MOST_LONG_STRINGS
    }

    /// Whether the long strings from `first` on, those of the message of JSON whose names were
    /// noted, can be found by their names: of two properties of the same name, the last one counts.
    fn are_told_apart(&self, first: usize) -> bool {
        self.names.len() <= MOST_NAMES
            && self.long_strings[first..].iter().all(|string| {
                let same = |name: &&&[u8]| Some(**name) == string.name;
                self.names.iter().filter(same).count() <= 1
            })
    }
}
