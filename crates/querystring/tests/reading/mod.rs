//! Reads whole texts with the batch codec, as a binding does.

use rt_querystring::batch::{Codec, DISTINCT_KNOWN_KEYS, Layout, Memory, Piece, ROWS, Syntax, Width, header};
use std::collections::HashMap;

/// A key and its value, in UTF-16.
pub type Pair = (Vec<u16>, Vec<u16>);

/// How a text is handed to the codec, whose separator is the reader's.
#[derive(Clone, Copy, Debug)]
pub enum How {
    /// In the fast way.
    Plain(Width),
    /// Looked at one unit after the other.
    Separated,
}

/// The memory of a codec, and the strings of the keys that it knows, which the other side of a
/// binding keeps.
pub struct Reader {
    pub memory: Memory,
    keys: HashMap<i32, Vec<u16>>,
    /// What stands between pairs, in ASCII.
    pub separator: &'static str,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            memory: memory(0, 0),
            keys: HashMap::new(),
            separator: "&",
        }
    }
}

/// Memory for that many units.
pub fn memory(units: usize, wide_units: usize) -> Memory {
    Memory::new(Layout::new(units, wide_units).unwrap()).unwrap()
}

/// Reads a text, handed over in parts of at most `step` units.
pub fn read(reader: &mut Reader, units: &[u16], how: How, step: usize) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let (mut start, mut length) = (0, step);
    while start < units.len() {
        let part = &units[start..(start + length).min(units.len())];
        let consumed = read_part(reader, part, how, start + part.len() == units.len(), &mut pairs);
        start += consumed;
        length = if consumed == 0 { length * 2 } else { step };
    }
    pairs
}

/// Reads one part, table by table, and returns how much of it was read.
fn read_part(reader: &mut Reader, part: &[u16], how: How, last: bool, pairs: &mut Vec<Pair>) -> usize {
    let Reader {
        memory,
        keys,
        separator,
    } = reader;
    let mut codec = Codec::of(memory);
    match how {
        How::Plain(Width::Bytes) => {
            let bytes: Vec<u8> = part.iter().map(|&unit| u8::try_from(unit).unwrap()).collect();
            codec.write_bytes(&bytes);
        }
        How::Plain(Width::Units) => codec.write_units(part),
        How::Separated => {
            let prefix: Vec<u16> = separator.encode_utf16().chain([u16::from(b'=')]).collect();
            codec.write_units(&[&prefix, part].concat());
        }
    }
    let mut start = 0;
    loop {
        let outcome = match how {
            How::Plain(width) => {
                let syntax = Syntax::new(separator.as_bytes(), b'=').unwrap();
                codec.parse(width, start, part.len(), last, syntax, 0)
            }
            How::Separated => {
                codec.parse_separated(separator.len(), 1, start, part.len(), last, false, false, 0)
            }
        };
        let count = (outcome & !DISTINCT_KNOWN_KEYS) as usize;
        for row in 0..count {
            let [key, value] = codec.row(row).map(|piece| match piece {
                Piece::Input(range) => part[range].to_vec(),
                Piece::Decoded(units) => units,
            });
            // The row of a key that has to be decoded holds it raw when it is known.
            let key = match codec.known(row) {
                known if known > 0 && !matches!(how, How::Separated) => keys[&known].clone(),
                known => {
                    keys.insert(-known, key.clone());
                    key
                }
            };
            pairs.push((key, value));
        }
        start = codec.header()[header::CONSUMED] as usize;
        if count < ROWS || start == part.len() {
            return start;
        }
    }
}
