//! Payloads in the format of V8's serializer, version 15: those that hold plain values only, each
//! of which is also JSON.

use super::{Batch, FEW_OTHERS, LongString, MOST_NAMES, SHORT_STRING, StringBytes};
use crate::json_text;
use std::ops::Range;

/// With which a payload begins: a tag, and the version of the format.
const HEADER: [u8; 2] = [0xff, 15];

/// How many objects may lie within each other.
const MOST_DEPTH: usize = 16;

/// Appends one payload to a batch. Nothing when it is not a plain value, and nothing behind it; or
/// when the text has more than `most` bytes.
pub(super) fn append<'a>(batch: &mut Batch<'a>, index: usize, frame: &'a [u8], most: usize) -> Option<()> {
    let rest = frame.strip_prefix(&HEADER)?;
    let mut reader = Reader {
        batch,
        index,
        rest,
        most,
    };
    reader.value(Place::Message)?;
    reader.rest.is_empty().then_some(())
}

/// Where in its message a value is.
#[derive(Clone, Copy)]
enum Place<'a> {
    Message,
    /// A property of the message, and its name if that can be used to find it.
    Property(Option<&'a [u8]>),
    /// Below so many objects.
    Within(usize),
}

struct Reader<'a, 'b> {
    batch: &'b mut Batch<'a>,
    index: usize,
    /// What was not read yet.
    rest: &'a [u8],
    most: usize,
}

impl<'a> Reader<'a, '_> {
    fn value(&mut self, place: Place<'a>) -> Option<()> {
        let tag = self.tag()?;
        match tag {
            b'"' | b'c' => {
                let content = self.content(tag)?;
                self.string(content, place)
            }
            b'o' => self.object(place),
            b'A' => self.array(place),
            b'I' => {
                let number = self.signed()?;
                self.number(&number)
            }
            b'U' => {
                let number = self.varint()?;
                self.number(&number)
            }
            b'N' => {
                let (bytes, rest) = self.rest.split_first_chunk::<8>()?;
                self.rest = rest;
                let number = f64::from_ne_bytes(*bytes);
                if number.is_finite() {
                    self.number(&number)
                } else {
                    None
                }
            }
            b'T' => self.text(b"true"),
            b'F' => self.text(b"false"),
            b'0' => self.text(b"null"),
            _ => None,
        }
    }

    /// Names and values, and how many there were.
    fn object(&mut self, place: Place<'a>) -> Option<()> {
        let below = below(place)?;
        self.other()?;
        self.batch.text.push(b'{');
        let first = self.batch.quoted_names.len();
        loop {
            let tag = self.tag()?;
            if tag == b'{' {
                break;
            }
            if self.batch.quoted_names.len() > first {
                self.batch.text.push(b',');
            }
            let start = self.batch.text.len();
            let property = self.name(tag)?;
            self.note_name(first, start)?;
            self.batch.text.push(b':');
            self.value(match place {
                Place::Message => property,
                _ => Place::Within(below),
            })?;
        }
        let count = self.batch.quoted_names.drain(first..).len();
        self.batch.text.push(b'}');
        (self.varint()? as usize == count).then_some(())
    }

    /// Notes the name with which the text ends, from `start` on. Nothing when the object, whose
    /// names are those from `first` on, has it already, which V8 refuses; or has many.
    fn note_name(&mut self, first: usize, start: usize) -> Option<()> {
        let Batch {
            text, quoted_names, ..
        } = &mut *self.batch;
        let others = &quoted_names[first..];
        // As text, a number or characters of two bytes each are what V8 takes for the same name.
        let is_same = |other: &Range<usize>| text[other.clone()] == text[start..];
        if others.len() == MOST_NAMES || others.iter().any(is_same) {
            return None;
        }
        quoted_names.push(start..text.len());
        Some(())
    }

    /// A property's name, which can be used to find it if it is ASCII.
    fn name(&mut self, tag: u8) -> Option<Place<'a>> {
        match tag {
            b'"' | b'c' => {
                let content = self.content(tag)?;
                self.quoted(content)?;
                Some(Place::Property(match content {
                    StringBytes::Latin1(bytes) if bytes.is_ascii() => Some(bytes),
                    _ => None,
                }))
            }
            b'I' => {
                let number = self.signed()?;
                self.batch.text.push(b'"');
                self.number(&number)?;
                self.text(b"\"")?;
                Some(Place::Property(None))
            }
            _ => None,
        }
    }

    /// Elements without holes, and no further properties.
    fn array(&mut self, place: Place<'a>) -> Option<()> {
        let below = below(place)?;
        let length = self.varint()?;
        self.batch.text.push(b'[');
        for index in 0..length {
            if index > 0 {
                self.batch.text.push(b',');
            }
            self.value(Place::Within(below))?;
        }
        self.batch.text.push(b']');
        let is_end = self.tag()? == b'$' && self.varint()? == 0 && self.varint()? == length;
        is_end.then_some(())
    }

    fn string(&mut self, content: StringBytes<'a>, place: Place<'a>) -> Option<()> {
        let (StringBytes::Utf8(bytes) | StringBytes::Latin1(bytes) | StringBytes::Utf16(bytes)) = content;
        let name = match place {
            Place::Message => None,
            Place::Property(Some(name)) => Some(name),
            Place::Property(None) | Place::Within(_) => return self.quoted(content),
        };
        if !self.batch.leaves_out(bytes) {
            return self.quoted(content);
        }
        self.batch.long_strings.push(LongString {
            frame: self.index,
            name,
            content,
        });
        self.text(b"\"\"")
    }

    /// A string in the text. Nothing for one that is not Unicode, or that holds U+FFFD, which
    /// stands for what is not Unicode.
    fn quoted(&mut self, content: StringBytes<'a>) -> Option<()> {
        let text = &mut self.batch.text;
        text.push(b'"');
        let start = text.len();
        let (StringBytes::Utf8(bytes) | StringBytes::Latin1(bytes) | StringBytes::Utf16(bytes)) = content;
        // Even two bytes become at least one.
        if bytes.len() > self.batch.longest_string || bytes.len() / 2 > self.most.checked_sub(start)? {
            return None;
        }
        match content {
            StringBytes::Utf8(bytes) => text.extend_from_slice(bytes),
            StringBytes::Latin1(bytes) if bytes.is_ascii() => text.extend_from_slice(bytes),
            StringBytes::Latin1(bytes) => push_characters(text, bytes.iter().map(|&byte| char::from(byte))),
            StringBytes::Utf16(bytes) => {
                let units = bytes
                    .chunks_exact(2)
                    .map(|unit| u16::from_ne_bytes([unit[0], unit[1]]));
                push_characters(
                    text,
                    char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)),
                );
            }
        }
        if !json_text::escape(text, start) {
            return None;
        }
        let is_copied = !matches!(content, StringBytes::Utf16(_)) && text.len() - start == bytes.len();
        if bytes.len() <= SHORT_STRING || !is_copied {
            self.other()?;
        }
        self.text(b"\"")
    }

    /// Counts what is read faster in TypeScript. Nothing when the payloads hold much of it.
    fn other(&mut self) -> Option<()> {
        self.batch.others += 1;
        let are_many = self.batch.others > FEW_OTHERS;
        (!are_many || self.batch.text.len() <= self.batch.most_with_others).then_some(())
    }

    fn number(&mut self, number: &impl serde::Serialize) -> Option<()> {
        self.other()?;
        serde_json::to_writer(&mut self.batch.text, number).ok()?;
        self.text(b"")
    }

    fn text(&mut self, text: &[u8]) -> Option<()> {
        self.batch.text.extend_from_slice(text);
        (self.batch.text.len() <= self.most).then_some(())
    }

    /// The bytes of a string, of which the tag says how many each unit has.
    fn content(&mut self, tag: u8) -> Option<StringBytes<'a>> {
        let length = usize::try_from(self.varint()?).ok()?;
        let (bytes, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        match tag {
            b'c' if length % 2 == 0 => Some(StringBytes::Utf16(bytes)),
            b'c' => None,
            _ => Some(StringBytes::Latin1(bytes)),
        }
    }

    /// The next byte that is not there to align what follows.
    fn tag(&mut self) -> Option<u8> {
        loop {
            let (&tag, rest) = self.rest.split_first()?;
            self.rest = rest;
            if tag != 0 {
                return Some(tag);
            }
        }
    }

    /// A number whose lowest bit is the sign.
    fn signed(&mut self) -> Option<i32> {
        let bits = self.varint()?;
        let magnitude = bits >> 1;
        let number = if bits & 1 == 1 { !magnitude } else { magnitude };
        Some(i32::from_ne_bytes(number.to_ne_bytes()))
    }

    /// A number in groups of seven bits, the lowest first.
    fn varint(&mut self) -> Option<u32> {
        let mut number = 0_u64;
        for shift in (0..35).step_by(7) {
            let (&byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(number).ok();
            }
        }
        None
    }
}

/// How deep the values in an object or array are.
fn below(place: Place<'_>) -> Option<usize> {
    match place {
        Place::Message | Place::Property(_) => Some(1),
        Place::Within(depth) => (depth < MOST_DEPTH).then_some(depth + 1),
    }
}

fn push_characters(text: &mut Vec<u8>, characters: impl Iterator<Item = char>) {
    for character in characters {
        text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
}
