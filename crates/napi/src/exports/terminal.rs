//! Functions for the terminals of children, and what a request says of them.

use crate::bytes::{EngineBytes, InputBytes};
use crate::errno;
use crate::instance::Instance;
use crate::terminals::{Listeners, OpenTerminal};
use napi::bindgen_prelude::{Env, FnArgs, FunctionRef, Result};
use napi_derive::napi;
use rt_process::{Command, TerminalMode, TerminalSettings, TerminalSize};
use rustix::io::Errno;
use std::io;
use std::rc::Rc;

/// How many numbers of a request say what terminal the child gets: columns, rows, and the window's
/// width and height in pixels; which modes are set, as bits in the order of
/// `rt_process::TerminalMode`, with one more for raw; and which of these are on.
/// `ts/child_process/arguments/terminal-modes.ts` has the same order.
const NUMBERS: usize = 6;

/// The bit of the raw mode, behind those of `TerminalMode::ALL`.
const RAW: usize = TerminalMode::ALL.len();

/// Gives the child a terminal with this name, as the first of the numbers say. Returns the others;
/// `None` when there are too few.
pub(super) fn apply<'a>(command: &mut Command, name: &str, numbers: &'a [i32]) -> Option<&'a [i32]> {
    let (&[columns, rows, width, height, given, enabled], rest) = numbers.split_first_chunk::<NUMBERS>()?;
    let size = size(columns, rows, width, height)?;
    let mut settings = TerminalSettings::new()
        .name(name)
        .size(size)
        .raw(given & enabled & (1 << RAW) != 0);
    for (mode, is_on) in modes(given, enabled) {
        settings = settings.mode(mode, is_on);
    }
    command.terminal(settings);
    Some(rest)
}

fn size(columns: i32, rows: i32, width: i32, height: i32) -> Option<TerminalSize> {
    let short = |number: i32| u16::try_from(number).ok();
    Some(TerminalSize::new(short(columns)?, short(rows)?).pixels(short(width)?, short(height)?))
}

fn modes(given: i32, enabled: i32) -> impl Iterator<Item = (TerminalMode, bool)> {
    let bits = TerminalMode::ALL.iter().copied().enumerate();
    bits.filter(move |(bit, _)| given & (1 << bit) != 0)
        .map(move |(bit, mode)| (mode, enabled & (1 << bit) != 0))
}

/// Begins to read a terminal. `onData` is called with what has come, `onWritable` when the terminal
/// takes bytes again after a write that did not take all, and `onEnd` once, when there is nothing
/// more to be read: with 0, or a negative error number.
///
/// Returns 0 or a negative error number.
#[napi(
    catch_unwind,
    ts_args_type = "terminal: number, onData: (bytes: Buffer) => void, onWritable: () => void, onEnd: (error: number) => void"
)]
pub fn open_terminal(
    env: Env,
    terminal: u32,
    on_data: FunctionRef<FnArgs<(EngineBytes,)>, ()>,
    on_writable: FunctionRef<(), ()>,
    on_end: FunctionRef<FnArgs<(i32,)>, ()>,
) -> Result<i32> {
    with(env, terminal, |open| {
        open.listen(Listeners {
            data: on_data,
            writable: on_writable,
            end: on_end,
        });
        open.read(true).map(|()| 0)
    })
}

/// Lets a terminal be read, or not for now. Returns 0 or a negative error number.
#[napi(catch_unwind)]
pub fn read_terminal(env: Env, terminal: u32, enabled: bool) -> Result<i32> {
    with(env, terminal, |open| open.read(enabled).map(|()| 0))
}

/// Writes to a terminal, behind the first bytes that are to be left out. Returns how many bytes it
/// has taken, or a negative error number: -EIO when no process has the terminal any more, -EBADF
/// when it was closed.
#[napi(
    catch_unwind,
    ts_args_type = "terminal: number, bytes: Uint8Array, start: number"
)]
pub fn write_terminal(env: Env, terminal: u32, bytes: InputBytes, start: u32) -> Result<i32> {
    with(env, terminal, |open| {
        // SAFETY: the argument of this call is alive until it returns, and no JavaScript of this
        // thread runs before.
        let bytes = unsafe { bytes.as_slice() };
        let written = open.write(bytes.get(start as usize..).unwrap_or_default())?;
        Ok(i32::try_from(written).unwrap_or(i32::MAX))
    })
}

/// What can be read from a terminal by now, at most 64 KiB: more than the kernel keeps.
#[napi(catch_unwind, ts_return_type = "Buffer")]
pub fn drain_terminal(env: Env, terminal: u32) -> Result<EngineBytes> {
    let open = Instance::of(env)?.terminals.find(terminal);
    Ok(EngineBytes(
        open.map_or_else(Vec::new, |open| open.take_what_has_come().0),
    ))
}

/// What is to be written to a terminal so that a program which reads lines reads the end of its
/// input.
#[napi(catch_unwind, ts_return_type = "Buffer")]
pub fn end_of_terminal_input(env: Env, terminal: u32, within_line: bool) -> Result<EngineBytes> {
    let open = Instance::of(env)?.terminals.find(terminal);
    let bytes = open.map(|open| open.terminal().end_of_input(within_line));
    Ok(EngineBytes(bytes.and_then(io::Result::ok).unwrap_or_default()))
}

/// Lets a terminal keep the event loop alive, as it does from the start, or not.
#[napi(catch_unwind)]
pub fn reference_terminal(env: Env, terminal: u32, keep_alive: bool) -> Result<()> {
    if let Some(open) = Instance::of(env)?.terminals.find(terminal) {
        open.reference(keep_alive);
    }
    Ok(())
}

/// Closes a terminal, which hangs up the session of its child. Its functions are not called again.
#[napi(catch_unwind)]
pub fn close_terminal(env: Env, terminal: u32) -> Result<()> {
    Instance::of(env)?.terminals.close(terminal);
    Ok(())
}

/// Changes the size of a terminal's window, in characters and in pixels. Returns 0 or a negative
/// error number.
#[napi(catch_unwind)]
pub fn resize_terminal(
    env: Env,
    terminal: u32,
    columns: i32,
    rows: i32,
    width: i32,
    height: i32,
) -> Result<i32> {
    with(env, terminal, |open| {
        let size = size(columns, rows, width, height).ok_or(Errno::INVAL)?;
        open.terminal().resize(size).map(|()| 0)
    })
}

/// The modes of a terminal that are on, as bits, or a negative error number.
#[napi(catch_unwind)]
pub fn terminal_modes(env: Env, terminal: u32) -> Result<i32> {
    with(env, terminal, |open| {
        let mut on = 0;
        for (bit, mode) in TerminalMode::ALL.iter().copied().enumerate() {
            on |= i32::from(open.terminal().mode(mode)?) << bit;
        }
        Ok(on)
    })
}

/// Turns the given modes of a terminal on or off, the raw mode first. Returns 0 or a negative error
/// number.
#[napi(catch_unwind)]
pub fn set_terminal_modes(env: Env, terminal: u32, given: i32, enabled: i32) -> Result<i32> {
    with(env, terminal, |open| {
        if given & (1 << RAW) != 0 {
            open.terminal().set_raw_mode(enabled & (1 << RAW) != 0)?;
        }
        let modes: Vec<_> = modes(given, enabled).collect();
        if !modes.is_empty() {
            open.terminal().set_modes(&modes)?;
        }
        Ok(0)
    })
}

/// The process group in the foreground of a terminal; 0: none.
#[napi(catch_unwind)]
pub fn terminal_group(env: Env, terminal: u32) -> Result<i32> {
    with(env, terminal, |open| {
        Ok(open.terminal().foreground_process_group().unwrap_or(0))
    })
}

/// The name of the program in the foreground of a terminal, or the path by which the terminal can
/// be opened; absent when there is none.
#[napi(catch_unwind, ts_args_type = "terminal: number, what: 'process' | 'path'")]
pub fn terminal_name(env: Env, terminal: u32, what: String) -> Result<Option<String>> {
    let Some(open) = Instance::of(env)?.terminals.find(terminal) else {
        return Ok(None);
    };
    Ok(if what == "path" {
        Some(open.terminal().path().to_string_lossy().into_owned())
    } else {
        let name = open.terminal().foreground_process();
        name.map(|name| name.to_string_lossy().into_owned())
    })
}

fn with(env: Env, id: u32, act: impl FnOnce(&Rc<OpenTerminal>) -> io::Result<i32>) -> Result<i32> {
    let open = Instance::of(env)?.terminals.find(id);
    let outcome = open.ok_or_else(|| Errno::BADF.into()).and_then(|open| act(&open));
    Ok(outcome.unwrap_or_else(|error| errno::negative(&error)))
}
