//! Frames of V8's format: of a payload that JavaScript has made, or made here of a string, or of
//! names and values.

use super::open_channel::Attachment;
use super::string_values::{BYTES_PER_UNIT, answered, push_utf8, push_utf16, read_utf16, units_of};
use crate::errno::Errno;
use napi::sys;
use rt_ipc::{FlatPayload, Format, Queue};
use std::io;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

/// Up to this many units, there is space for any string.
const ANY_FITS: usize = 1 << 20;

/// From this many units on, the first of them are looked at before a string is written.
const LONG: usize = 256;

/// Space for what is written in front of a string or in the place of another value.
const HEAD: usize = 16;

/// Whether the last long string was not ASCII, and began as if it was. The next one is written as
/// such a one at once, since each try that fails takes as long as the rest of the work.
static ENDS_WIDE: AtomicBool = AtomicBool::new(false);

/// How the units of a string are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    /// As UTF-8, since all of it may be ASCII.
    Narrow,
    /// As units, of which all may be below 256.
    Unknown,
    /// As units, of which one is known to be above 255.
    Wide,
}

/// Queues a frame: a payload, a string, or the names and values of an object in turns. `EILSEQ` for
/// those that only V8's serializer writes.
pub(super) fn append(
    env: sys::napi_env,
    parts: &[sys::napi_value],
    queue: &mut Queue<Attachment>,
) -> io::Result<()> {
    match parts {
        &[payload] if type_of(env, payload)? != sys::ValueType::napi_string => {
            append_payload(env, payload, queue)
        }
        parts => append_values(env, parts, queue),
    }
}

fn type_of(env: sys::napi_env, value: sys::napi_value) -> io::Result<sys::napi_valuetype> {
    let mut kind = 0;
    // SAFETY: a value of the call's scope.
    answered(unsafe { sys::napi_typeof(env, value, &raw mut kind) })?;
    Ok(kind)
}

/// Queues a Buffer behind its length.
fn append_payload(
    env: sys::napi_env,
    payload: sys::napi_value,
    queue: &mut Queue<Attachment>,
) -> io::Result<()> {
    let mut start = ptr::null_mut();
    let mut length = 0;
    // SAFETY: a value of the call's scope.
    answered(unsafe { sys::napi_get_buffer_info(env, payload, &raw mut start, &raw mut length) })?;
    let payload = if length == 0 {
        &[]
    } else {
        // SAFETY: the bytes of a Buffer, which nothing changes before this call of JavaScript
        // returns.
        unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) }
    };
    let field = Format::length_field(length).map_err(|_| Errno::MSGSIZE)?;
    queue.append(field.len() + length, |bytes| {
        bytes.extend_from_slice(&field);
        bytes.extend_from_slice(payload);
        Ok(())
    })
}

fn append_values(
    env: sys::napi_env,
    parts: &[sys::napi_value],
    queue: &mut Queue<Attachment>,
) -> io::Result<()> {
    let mut kinds = Vec::with_capacity(parts.len());
    let mut space = Vec::new();
    let mut most = HEAD;
    let ends_wide = ENDS_WIDE.load(Ordering::Relaxed);
    for &part in parts {
        let kind = type_of(env, part)?;
        let mut units = 0;
        let mut width = Width::Narrow;
        if kind == sys::ValueType::napi_string {
            units = units_of(env, part)?;
            if units >= LONG {
                width = width_of_beginning(env, part, units, &mut space)?;
                if ends_wide && width == Width::Narrow {
                    width = Width::Unknown;
                }
            }
        }
        most += HEAD
            + if width == Width::Narrow {
                most_bytes_of(units)
            } else {
                2 * units
            };
        kinds.push((kind, units, width));
    }
    let is_object = parts.len() > 1;
    queue.append(most, |bytes| {
        let mut payload = if is_object {
            FlatPayload::begin(bytes)
        } else {
            FlatPayload::begin_value(bytes)
        };
        for (index, (&part, &(kind, units, width))) in parts.iter().zip(&kinds).enumerate() {
            match kind {
                sys::ValueType::napi_string if width == Width::Narrow => {
                    let is_name = is_object && index % 2 == 0;
                    push_string(env, part, units, is_name, &mut space, &mut payload)?;
                }
                sys::ValueType::napi_string
                    if width == Width::Wide && push_wide(env, part, units, &mut payload)? => {}
                sys::ValueType::napi_string => {
                    let text = read_utf16(env, part, units, &mut space)?;
                    if ends_wide && is_ascii(text) {
                        ENDS_WIDE.store(false, Ordering::Relaxed);
                    }
                    payload.utf16(text);
                }
                sys::ValueType::napi_number => {
                    let mut number = 0.0;
                    // SAFETY: a number of the call's scope.
                    answered(unsafe { sys::napi_get_value_double(env, part, &raw mut number) })?;
                    payload.number(number);
                }
                sys::ValueType::napi_boolean => {
                    let mut is_true = false;
                    // SAFETY: a boolean of the call's scope.
                    answered(unsafe { sys::napi_get_value_bool(env, part, &raw mut is_true) })?;
                    payload.boolean(is_true);
                }
                sys::ValueType::napi_null => payload.null(),
                sys::ValueType::napi_undefined => payload.undefined(),
                _ => return Err(Errno::ILSEQ.into()),
            }
        }
        let ended = if is_object {
            payload.end(parts.len() / 2)
        } else {
            payload.end_value()
        };
        ended.map_err(|_| Errno::MSGSIZE.into())
    })
}

/// Appends a string. As a name, one that begins with a digit is left to V8's serializer,
/// which writes a number for some of these.
fn push_string(
    env: sys::napi_env,
    string: sys::napi_value,
    units: usize,
    is_name: bool,
    space: &mut Vec<u16>,
    payload: &mut FlatPayload<'_>,
) -> io::Result<()> {
    let before = payload.len();
    let bytes = payload.begin_latin1(units);
    let start = bytes.len();
    if push_utf8(env, string, most_bytes_of(units), bytes)? == units {
        let may_be_index = is_name && bytes.get(start).is_some_and(u8::is_ascii_digit);
        return if may_be_index {
            Err(Errno::ILSEQ.into())
        } else {
            Ok(())
        };
    }
    if units >= LONG {
        ENDS_WIDE.store(true, Ordering::Relaxed);
    }
    payload.truncate(before);
    payload.utf16(read_utf16(env, string, units, space)?);
    Ok(())
}

/// Space for a string in UTF-8, if it is ASCII, and the zero byte that Node-API writes behind it.
/// V8 writes faster where any string of so many units would fit. Where not, one that is not ASCII
/// is cut, in front of a character of at most four bytes: behind more bytes than it has units.
fn most_bytes_of(units: usize) -> usize {
    if units <= ANY_FITS {
        units * BYTES_PER_UNIT + 1
    } else {
        units + 5
    }
}

/// Appends a string of which a unit is above 255, without another copy of it; `false`, with nothing
/// appended, where its place is at an odd address.
fn push_wide(
    env: sys::napi_env,
    string: sys::napi_value,
    units: usize,
    payload: &mut FlatPayload<'_>,
) -> io::Result<bool> {
    let before = payload.len();
    let is_written = push_utf16(env, string, units, payload.begin_utf16(units))?;
    if !is_written {
        payload.truncate(before);
    }
    Ok(is_written)
}

/// What the first units of a string say of it. Where one is not ASCII, it is not tried to write the
/// whole string as that, which would take as long as the rest of the work.
fn width_of_beginning(
    env: sys::napi_env,
    string: sys::napi_value,
    units: usize,
    space: &mut Vec<u16>,
) -> io::Result<Width> {
    let first = read_utf16(env, string, LONG / 16 + units / 32, space)?;
    Ok(match bits_in(first) {
        ..0x80 => Width::Narrow,
        0x80..0x100 => Width::Unknown,
        _ => Width::Wide,
    })
}

fn is_ascii(units: &[u16]) -> bool {
    bits_in(units) < 0x80
}

/// The bits that any of these units has.
fn bits_in(units: &[u16]) -> u16 {
    units.iter().fold(0, |all, unit| all | unit)
}
