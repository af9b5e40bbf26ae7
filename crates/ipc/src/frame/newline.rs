//! Frames that end with a newline.

use super::FrameError;

const NEWLINE: u8 = b'\n';

/// Refuses a payload that a newline would cut in two.
pub(super) fn check(payload: &[u8]) -> Result<(), FrameError> {
    match memchr::memchr(NEWLINE, payload) {
        Some(offset) => Err(FrameError::ContainsNewline { offset }),
        None => Ok(()),
    }
}

/// Appends `payload` and a newline to `wire`.
pub(super) fn encode(payload: &[u8], wire: &mut Vec<u8>) -> Result<(), FrameError> {
    check(payload)?;
    wire.reserve(payload.len() + 1);
    wire.extend_from_slice(payload);
    wire.push(NEWLINE);
    Ok(())
}

/// The length of the payload that begins `bytes`, if its newline is there. The first `searched`
/// bytes are known to have none, and are not looked at again: this keeps the work linear however
/// the bytes are split.
pub(super) fn find(bytes: &[u8], searched: usize, limit: usize) -> Result<Option<usize>, FrameError> {
    let length = memchr::memchr(NEWLINE, &bytes[searched..]).map(|offset| searched + offset);
    match length {
        Some(length) if length > limit => Err(FrameError::TooLong { limit, length }),
        None if bytes.len() > limit => Err(FrameError::TooLong {
            limit,
            length: bytes.len(),
        }),
        found => Ok(found),
    }
}
