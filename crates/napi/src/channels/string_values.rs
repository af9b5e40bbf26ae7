//! Strings of JavaScript as bytes.

use crate::errno::Errno;
use crate::status::check;
use napi::sys;
use std::io;
use std::mem::MaybeUninit;
use std::ptr;

/// A value that is not what it must be: TypeScript's types forbid it.
pub(super) fn answered(status: sys::napi_status) -> io::Result<()> {
    check(status).map_err(|_| Errno::INVAL.into())
}

/// How many units a string has.
pub(super) fn units_of(env: sys::napi_env, text: sys::napi_value) -> io::Result<usize> {
    let mut units = 0;
    // SAFETY: a value of the call's scope; without a buffer the length in units is asked for.
    answered(unsafe { sys::napi_get_value_string_utf16(env, text, ptr::null_mut(), 0, &raw mut units) })?;
    Ok(units)
}

/// How many bytes a string has in UTF-8.
pub(super) fn bytes_of(env: sys::napi_env, text: sys::napi_value) -> io::Result<usize> {
    let mut bytes = 0;
    // SAFETY: the same, for the length in bytes of UTF-8.
    answered(unsafe { sys::napi_get_value_string_utf8(env, text, ptr::null_mut(), 0, &raw mut bytes) })?;
    Ok(bytes)
}

/// The most bytes that UTF-8 takes for a unit of a JavaScript string.
pub(super) const BYTES_PER_UNIT: usize = 3;

/// Appends a string that takes less than `most` bytes in UTF-8. Returns how many it takes.
pub(super) fn push_utf8(
    env: sys::napi_env,
    text: sys::napi_value,
    most: usize,
    bytes: &mut Vec<u8>,
) -> io::Result<usize> {
    bytes.reserve(most);
    let end = bytes.len();
    let mut written = 0;
    // SAFETY: there are `most` bytes behind the end, and `written` of them are initialised
    // afterwards.
    unsafe {
        let spare = bytes.as_mut_ptr().add(end).cast();
        answered(sys::napi_get_value_string_utf8(
            env,
            text,
            spare,
            most,
            &raw mut written,
        ))?;
        bytes.set_len(end + written);
    }
    Ok(written)
}

/// Appends so many units of a string, all that it has, as they are in memory. Returns whether it
/// did: not where the bytes end at an odd address.
pub(super) fn push_utf16(
    env: sys::napi_env,
    text: sys::napi_value,
    units: usize,
    bytes: &mut Vec<u8>,
) -> io::Result<bool> {
    bytes.reserve(2 * (units + 1));
    let end = bytes.len();
    // SAFETY: two bytes that nothing was written to are such a unit.
    let (before, space, _) = unsafe { bytes.spare_capacity_mut().align_to_mut::<MaybeUninit<u16>>() };
    if !before.is_empty() || space.len() <= units {
        return Ok(false);
    }
    let mut written = 0;
    // SAFETY: there is space for so many and a zero, and `written` of them are initialised
    // afterwards.
    unsafe {
        answered(sys::napi_get_value_string_utf16(
            env,
            text,
            space.as_mut_ptr().cast(),
            units + 1,
            &raw mut written,
        ))?;
        bytes.set_len(end + 2 * written);
    }
    Ok(true)
}

/// The first units of a string, `most` of them if it has so many. They are in `space`, in the
/// place of what was there.
pub(super) fn read_utf16(
    env: sys::napi_env,
    string: sys::napi_value,
    most: usize,
    space: &mut Vec<u16>,
) -> io::Result<&[u16]> {
    space.clear();
    space.reserve(most + 1);
    let mut written = 0;
    // SAFETY: there is space for so many and a zero, and `written` of them are initialised
    // afterwards.
    unsafe {
        answered(sys::napi_get_value_string_utf16(
            env,
            string,
            space.as_mut_ptr(),
            most + 1,
            &raw mut written,
        ))?;
        space.set_len(written);
    }
    Ok(space)
}
