//! Frames of JSON, of the texts that JavaScript gives.

use super::open_channel::Attachment;
use super::string_values::{BYTES_PER_UNIT, bytes_of, push_utf8, units_of};
use crate::errno::Errno;
use napi::sys;
use rt_ipc::{Queue, json_text};
use smallvec::SmallVec;
use std::io;

/// A text that takes less is copied without asking for its length first, which would take as long.
const SHORT_TEXT: usize = 2048;

/// Above this many units, the length in UTF-8 is asked for. Below, reserving the most that the text
/// can take costs less than counting.
const COUNTED_UNITS: usize = 1 << 20;

/// Queues a frame: a text, or pieces of it of which every second one is a string that is to be
/// quoted. An unpaired surrogate in the others becomes U+FFFD.
pub(super) fn append(
    env: sys::napi_env,
    pieces: &[sys::napi_value],
    queue: &mut Queue<Attachment>,
) -> io::Result<()> {
    if let &[text] = pieces
        && append_short_text(env, text, queue)?
    {
        return Ok(());
    }
    let mut lengths = SmallVec::<[usize; 3]>::new();
    for &piece in pieces {
        lengths.push(most_bytes_of(env, piece)?);
    }
    let most: usize = lengths.iter().sum();
    queue.append(most + 1, |bytes| {
        for (position, (&piece, &most)) in pieces.iter().zip(&lengths).enumerate() {
            let is_quoted = position % 2 == 1;
            if is_quoted {
                bytes.push(b'"');
            }
            let start = bytes.len();
            push_utf8(env, piece, most, bytes)?;
            if is_quoted {
                if !json_text::escape(bytes, start) {
                    return Err(Errno::ILSEQ.into());
                }
                bytes.push(b'"');
            }
        }
        bytes.push(b'\n');
        Ok(())
    })
}

/// Queues a frame that is a short text; `false`, with nothing queued, for any other.
fn append_short_text(
    env: sys::napi_env,
    text: sys::napi_value,
    queue: &mut Queue<Attachment>,
) -> io::Result<bool> {
    let mut is_short = false;
    queue.append(SHORT_TEXT + 1, |bytes| {
        let start = bytes.len();
        let written = push_utf8(env, text, SHORT_TEXT, bytes)?;
        // What does not fit is cut before the character that does not, which takes four bytes at
        // most; and there is a zero byte behind the text.
        is_short = written < SHORT_TEXT - 4;
        if is_short {
            bytes.push(b'\n');
        } else {
            bytes.truncate(start);
        }
        Ok::<(), io::Error>(())
    })?;
    Ok(is_short)
}

/// The most bytes that a string takes in UTF-8, with the zero byte that Node-API writes behind it,
/// or the marks around it.
fn most_bytes_of(env: sys::napi_env, text: sys::napi_value) -> io::Result<usize> {
    let units = units_of(env, text)?;
    let most = if units > COUNTED_UNITS {
        bytes_of(env, text)?
    } else {
        units * BYTES_PER_UNIT
    };
    Ok(most + 2)
}
