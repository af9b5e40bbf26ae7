//! Query strings with separators of any length, as Node.js reads them.

use super::boundary::Source;
use super::output::{Output, Span};
use super::scan::{Progress, Taken};
use super::table::{Table, row};
use crate::component;
use crate::hexadecimal;

const PERCENT: u16 = b'%' as u16;
const PLUS: u16 = b'+' as u16;
const SPACE: &[u16] = &[b' ' as u16];
const ENCODED_SPACE: &[u16] = &[PERCENT, b'2' as u16, b'0' as u16];

/// How a text is split: between pairs and between key and value stands a text of any length, even
/// an empty one, which is never found between pairs and always found after an empty key.
///
/// This reads one unit after the other in the way of Node.js, whose treatment of a separator that
/// is met in part (`a=b` where `==` is asked for, `+` as the beginning of a separator) is part of
/// its results.
#[derive(Clone, Copy, Debug)]
pub struct Separated<'a> {
    /// What stands between pairs.
    pub separator: &'a [u16],
    /// What stands between a key and its value.
    pub equals: &'a [u16],
    /// Leave the decoding to the caller: pieces come as they are, and the last column of a row says
    /// whether Node.js would decode them (bit 0 for the key, bit 1 for the value).
    pub raw: bool,
    /// With `raw`: a decoder of the caller's own gets every piece, and `+` is handed to it as `%20`
    /// instead of as a space.
    pub custom_decoder: bool,
    /// A value is decoded for a percent-encoded byte of its own only, as in Node.js 26.12 and
    /// later. Otherwise a second one in its key counts, too.
    pub keys_stand_alone: bool,
}

/// What is known of the pair that is being read.
struct Reading {
    /// Where it began in the text.
    start: usize,
    /// Where the text begins that was not yet copied to the output.
    copied: usize,
    separator_matched: usize,
    equals_matched: usize,
    /// How far a percent-encoded byte was met: 1 after `%`, one more for each digit.
    check: usize,
    key_encoded: bool,
    value_encoded: bool,
    /// Where key, value and value's end are in the wide output.
    key_start: usize,
    value_start: usize,
    written: usize,
}

impl Separated<'_> {
    fn begin(&self, start: usize, written: usize) -> Reading {
        Reading {
            start,
            copied: start,
            separator_matched: 0,
            equals_matched: 0,
            check: 0,
            key_encoded: self.custom_decoder,
            value_encoded: self.custom_decoder,
            key_start: written,
            value_start: written,
            written,
        }
    }

    fn plus(&self) -> &'static [u16] {
        if self.custom_decoder { ENCODED_SPACE } else { SPACE }
    }

    /// Reads the pairs of `text` from `start` on. Otherwise as [`scan`](super::scan::scan).
    pub(super) fn read(
        &self,
        text: &[u16],
        start: usize,
        last: bool,
        limit: u32,
        table: &mut Table<'_>,
        output: &mut Output<'_>,
    ) -> Progress {
        let mut remaining = limit;
        let mut reading = self.begin(start, output.wide_length);
        for at in start..text.len() {
            if !reading.advance(self, text, at, output.wide) {
                continue;
            }
            let end = at + 1 - self.separator.len();
            let any = reading.take_rest(text, end, output.wide) || !reading.is_empty(self);
            if any && self.finish(&reading, table, output) == Taken::No {
                return Progress {
                    consumed: reading.start,
                    remaining,
                    limit_reached: false,
                };
            }
            reading = self.begin(at + 1, output.wide_length);
            if remaining != 0 {
                remaining -= 1;
                if remaining == 0 {
                    return Progress {
                        consumed: at + 1,
                        remaining,
                        limit_reached: true,
                    };
                }
            }
        }
        let mut consumed = reading.start;
        if last {
            let pending = reading.copied < text.len();
            // With an empty separator Node.js drops what is left of a value.
            if pending && (!reading.in_value(self) || !self.separator.is_empty()) {
                reading.take_rest(text, text.len(), output.wide);
            }
            let nothing = !pending && reading.equals_matched == 0 && reading.key_length(self) == 0;
            if nothing || self.finish(&reading, table, output) == Taken::Yes {
                consumed = text.len();
            }
        }
        Progress {
            consumed,
            remaining,
            limit_reached: false,
        }
    }

    /// Decodes the pair that was read and enters it.
    fn finish(&self, reading: &Reading, table: &mut Table<'_>, output: &mut Output<'_>) -> Taken {
        let Some(target) = table.next() else {
            output.wide_length = reading.key_start;
            return Taken::No;
        };
        let value_start = if reading.in_value(self) {
            reading.value_start
        } else {
            reading.written
        };
        let (key, value) = (reading.key_start..value_start, value_start..reading.written);
        output.wide_length = reading.written;
        *target = if self.raw {
            let flags = u32::from(reading.key_encoded) | u32::from(reading.value_encoded) << 1;
            let span = |piece: core::ops::Range<usize>| Span::new(Source::Wide, piece.start, piece.end);
            row(span(key), span(value), flags)
        } else {
            let key = decode(key, reading.key_encoded, output);
            let value = decode(value, reading.value_encoded, output);
            row(key, value, 0)
        };
        Taken::Yes
    }
}

/// Decodes a piece of the wide output to behind it.
fn decode(piece: core::ops::Range<usize>, encoded: bool, output: &mut Output<'_>) -> Span {
    if !encoded || piece.is_empty() {
        return Span::new(Source::Wide, piece.start, piece.end);
    }
    let (before, target) = output.wide.split_at_mut(output.wide_length);
    let units = &before[piece];
    let length = component::decode(units, false, target).unwrap_or_else(|| {
        component::decode_lossy(units, false, &mut output.narrow[output.narrow_length..], target)
    });
    output.keep_wide(length)
}

impl Reading {
    fn in_value(&self, separated: &Separated<'_>) -> bool {
        self.equals_matched >= separated.equals.len()
    }

    fn key_length(&self, separated: &Separated<'_>) -> usize {
        if self.in_value(separated) {
            self.value_start - self.key_start
        } else {
            self.written - self.key_start
        }
    }

    fn is_empty(&self, separated: &Separated<'_>) -> bool {
        !self.in_value(separated) && self.written == self.key_start
    }

    /// Copies what was not yet copied, up to `end`; whether there was anything.
    fn take_rest(&mut self, text: &[u16], end: usize, wide: &mut [u16]) -> bool {
        let any = self.copied < end;
        if any {
            self.append(&text[self.copied..end], wide);
        }
        any
    }

    fn append(&mut self, units: &[u16], wide: &mut [u16]) {
        wide[self.written..self.written + units.len()].copy_from_slice(units);
        self.written += units.len();
    }

    fn append_plus(&mut self, separated: &Separated<'_>, text: &[u16], at: usize, wide: &mut [u16]) {
        self.take_rest(text, at, wide);
        self.append(separated.plus(), wide);
        self.copied = at + 1;
    }

    /// Reads the unit at `at`; whether a separator of pairs ends with it.
    fn advance(&mut self, separated: &Separated<'_>, text: &[u16], at: usize, wide: &mut [u16]) -> bool {
        let unit = text[at];
        if separated.separator.get(self.separator_matched) == Some(&unit) {
            self.separator_matched += 1;
            return self.separator_matched == separated.separator.len();
        }
        self.separator_matched = 0;
        if let Some(&expected) = separated.equals.get(self.equals_matched) {
            if unit == expected {
                self.equals_matched += 1;
                if self.in_value(separated) {
                    self.take_rest(text, at + 1 - separated.equals.len(), wide);
                    self.value_start = self.written;
                    self.check = 0;
                    self.copied = at + 1;
                }
                return false;
            }
            self.equals_matched = 0;
            if !self.key_encoded {
                self.key_encoded = self.check_unit(unit);
                // A unit of an encoded byte is neither `+` nor looked at for the value.
                if self.check > 0 {
                    return false;
                }
            }
            if unit == PLUS {
                self.append_plus(separated, text, at, wide);
                return false;
            }
            if cfg!(feature = "node-26") && separated.keys_stand_alone {
                return false;
            }
            // Once a key is known to be encoded, what follows in it counts for the value.
        } else if unit == PLUS {
            self.append_plus(separated, text, at, wide);
            return false;
        }
        if !self.value_encoded {
            self.value_encoded = self.check_unit(unit);
        }
        false
    }

    /// Follows a percent-encoded byte; whether it is complete with this unit.
    fn check_unit(&mut self, unit: u16) -> bool {
        if unit == PERCENT {
            self.check = 1;
        } else if self.check > 0 {
            if hexadecimal::is_digit(unit) {
                self.check += 1;
                return self.check == 3;
            }
            self.check = 0;
        }
        false
    }
}
