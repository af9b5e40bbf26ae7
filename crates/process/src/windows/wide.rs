//! Strings as the system takes them: UTF-16, with a zero at the end.

use std::ffi::OsStr;
use std::os::windows::ffi::OsStrExt;

/// The characters of a string, without a zero at the end. Notices one within it.
pub(super) fn wide(text: &OsStr, has_nul: &mut bool) -> Vec<u16> {
    let characters: Vec<u16> = text.encode_wide().collect();
    *has_nul |= characters.contains(&0);
    characters
}

/// The same characters with a zero at the end.
pub(super) fn with_nul(characters: &[u16]) -> Vec<u16> {
    let mut ended = Vec::with_capacity(characters.len() + 1);
    ended.extend_from_slice(characters);
    ended.push(0);
    ended
}

/// The characters of a text, for constants and tests.
pub(super) fn of(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}
