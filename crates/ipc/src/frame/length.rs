//! Frames behind a length field of four bytes, most significant first.

use super::FrameError;

/// The bytes of a length field.
pub(super) const FIELD: usize = 4;

/// The field for a payload of `length` bytes.
pub(super) fn encode(length: usize) -> Result<[u8; FIELD], FrameError> {
    u32::try_from(length)
        .map(u32::to_be_bytes)
        .map_err(|_| FrameError::LengthField { length })
}

/// The length of the payload whose frame begins `bytes`, if all of it is there. A length above the
/// limit is refused as soon as its field is complete, before anything is allocated for it.
pub(super) fn find(bytes: &[u8], limit: usize) -> Result<Option<usize>, FrameError> {
    let Some((field, rest)) = bytes.split_first_chunk::<FIELD>() else {
        return Ok(None);
    };
    let length = usize::try_from(u32::from_be_bytes(*field)).unwrap_or(usize::MAX);
    if length > limit {
        return Err(FrameError::TooLong { limit, length });
    }
    Ok((length <= rest.len()).then_some(length))
}
