//! Writes payloads in the format of V8's serializer, version 15: those of messages that are one
//! object of strings, numbers, booleans, null and undefined, or one such value.

use crate::{Format, FrameError};

/// Space for the length of the payload.
const LENGTH_FIELD: [u8; 4] = [0; 4];
/// A tag and the version of the format.
const HEADER: [u8; 2] = [0xff, 15];

/// The frame of a payload, at the end of bytes. Names and values are written in turns.
///
/// ```
/// let mut bytes = Vec::new();
/// let mut payload = rt_ipc::FlatPayload::begin(&mut bytes);
/// payload.latin1(b"a");
/// payload.number(1.0);
/// payload.end(1)?;
/// assert_eq!(bytes, b"\0\0\0\x0a\xff\x0fo\"\x01aI\x02{\x01");
/// # Ok::<(), rt_ipc::FrameError>(())
/// ```
#[derive(Debug)]
pub struct FlatPayload<'a> {
    bytes: &'a mut Vec<u8>,
    /// Where the frame begins.
    start: usize,
}

impl<'a> FlatPayload<'a> {
    /// Begins a frame of an object behind these bytes.
    pub fn begin(bytes: &'a mut Vec<u8>) -> Self {
        let payload = Self::begin_value(bytes);
        payload.bytes.push(b'o');
        payload
    }

    /// Begins a frame of one value that is no object behind these bytes.
    ///
    /// ```
    /// let mut bytes = Vec::new();
    /// let mut payload = rt_ipc::FlatPayload::begin_value(&mut bytes);
    /// payload.begin_utf16(1).extend_from_slice(&0x4e2d_u16.to_ne_bytes());
    /// payload.end_value()?;
    /// assert_eq!(bytes[..8], *b"\0\0\0\x06\xff\x0fc\x02");
    /// # Ok::<(), rt_ipc::FrameError>(())
    /// ```
    pub fn begin_value(bytes: &'a mut Vec<u8>) -> Self {
        let start = bytes.len();
        bytes.extend_from_slice(&LENGTH_FIELD);
        bytes.extend_from_slice(&HEADER);
        Self { bytes, start }
    }

    /// How many bytes there are, with those in front of the frame.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Takes back what was written since there were so many bytes.
    pub fn truncate(&mut self, length: usize) {
        self.bytes.truncate(length);
    }

    /// A string of these characters.
    ///
    /// # Panics
    /// For 2³² characters or more.
    pub fn latin1(&mut self, characters: &[u8]) {
        self.begin_latin1(characters.len());
        self.bytes.extend_from_slice(characters);
    }

    /// Begins a string of so many characters, which are to be appended to the bytes that are
    /// returned: a byte for each.
    ///
    /// # Panics
    /// For 2³² characters or more.
    pub fn begin_latin1(&mut self, length: usize) -> &mut Vec<u8> {
        self.bytes.push(b'"');
        self.varint(length);
        self.bytes
    }

    /// A string of these units.
    ///
    /// # Panics
    /// For 2³¹ units or more.
    pub fn utf16(&mut self, units: &[u16]) {
        if units.iter().fold(0, |all, unit| all | unit) < 0x100 {
            let bytes = self.begin_latin1(units.len());
            #[expect(clippy::cast_possible_truncation, reason = "all are below 256")]
            bytes.extend(units.iter().map(|&unit| unit as u8));
            return;
        }
        let bytes = self.begin_utf16(units.len());
        let start = bytes.len();
        // In one go: appending each unit by itself takes many times as long.
        bytes.resize(start + 2 * units.len(), 0);
        for (place, unit) in bytes[start..].chunks_exact_mut(2).zip(units) {
            place.copy_from_slice(&unit.to_ne_bytes());
        }
    }

    /// Begins a string of so many units, of which one is above 255. They are to be appended to the
    /// bytes that are returned: two bytes for each, in the order of this machine.
    ///
    /// # Panics
    /// For 2³¹ units or more.
    pub fn begin_utf16(&mut self, units: usize) -> &mut Vec<u8> {
        let length = 2 * units;
        let head = 1 + varint_bytes(length);
        // The units begin at an even place of the payload.
        if (self.bytes.len() - self.start - LENGTH_FIELD.len() + head) % 2 == 1 {
            self.bytes.push(0);
        }
        self.bytes.push(b'c');
        self.varint(length);
        self.bytes
    }

    /// A number.
    pub fn number(&mut self, number: f64) {
        #[expect(clippy::cast_possible_truncation, reason = "it is compared with the number")]
        let integer = number as i32;
        if f64::from(integer).to_bits() == number.to_bits() {
            self.bytes.push(b'I');
            let zigzag = (integer << 1) ^ (integer >> 31);
            self.varint(u32::from_ne_bytes(zigzag.to_ne_bytes()) as usize);
        } else {
            self.bytes.push(b'N');
            self.bytes.extend_from_slice(&number.to_ne_bytes());
        }
    }

    /// A boolean.
    pub fn boolean(&mut self, is_true: bool) {
        self.bytes.push(if is_true { b'T' } else { b'F' });
    }

    /// `null`.
    pub fn null(&mut self) {
        self.bytes.push(b'0');
    }

    /// `undefined`.
    pub fn undefined(&mut self) {
        self.bytes.push(b'_');
    }

    /// Ends the frame of an object with so many properties.
    ///
    /// # Errors
    /// [`FrameError::LengthField`].
    ///
    /// # Panics
    /// For 2³² properties or more.
    pub fn end(mut self, properties: usize) -> Result<(), FrameError> {
        self.bytes.push(b'{');
        self.varint(properties);
        self.end_value()
    }

    /// Ends the frame of a value that is no object.
    ///
    /// # Errors
    /// [`FrameError::LengthField`].
    pub fn end_value(self) -> Result<(), FrameError> {
        let payload = self.start + LENGTH_FIELD.len();
        let field = Format::length_field(self.bytes.len() - payload)?;
        self.bytes[self.start..payload].copy_from_slice(&field);
        Ok(())
    }

    /// In groups of seven bits, the lowest first.
    fn varint(&mut self, number: usize) {
        let mut rest = u32::try_from(number).expect("no string of JavaScript is that long");
        while rest >= 0x80 {
            #[expect(clippy::cast_possible_truncation, reason = "the lowest bits are meant")]
            self.bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        #[expect(clippy::cast_possible_truncation, reason = "it is below 128")]
        self.bytes.push(rest as u8);
    }
}

fn varint_bytes(number: usize) -> usize {
    (1 + number.checked_ilog2().unwrap_or(0) / 7) as usize
}
