//! The synchronous functions: one call from start to end.

#[cfg(target_os = "linux")]
use super::spawn_request;
use crate::bytes::{EngineBytes, InputBytes};
use crate::errno;
#[cfg(target_os = "linux")]
use crate::usage;
#[cfg(windows)]
use crate::windows;
use napi::bindgen_prelude::Float64ArraySlice;
use napi_derive::napi;
use rt_process::{Capture, Command, LimitReached, Output};
use std::time::Duration;

/// Limits of a synchronous run.
struct Limits {
    /// Milliseconds after which the kill signal is sent; 0: never.
    timeout: f64,
    /// Bytes that one descriptor may write; infinity: any number.
    max_buffer: f64,
    /// The number of the signal.
    kill_signal: f64,
    /// Milliseconds after the kill signal when `SIGKILL` is sent; infinity: never.
    #[cfg_attr(
        windows,
        expect(dead_code, reason = "every signal that ends a process does so at once there")
    )]
    kill_after: f64,
    /// Milliseconds after the end of the process when its pipes are closed; infinity: never.
    close_grace: f64,
}

/// What came from the child's pipes, by its descriptor.
type Outputs = Vec<Option<EngineBytes>>;

/// How many numbers the outcome has in front of what the process used.
const BEFORE_USAGE: usize = 7;

/// Runs a process from start to end, blocking this thread. What was sent on channels before leaves
/// first. Returns what came from the child's pipes, by its descriptor; `null` when the process was
/// not started.
///
/// `text` and `numbers` say what to start, as for `spawn`; `input` what is written to the child's
/// pipes, by its descriptor. `figures` are the limits: the timeout, the most bytes that a
/// descriptor may write, the kill signal, the delay of `SIGKILL` and the grace of the pipes, in
/// milliseconds. The outcome takes their place:
///
/// - the negative error number of the kernel when the process was not started; otherwise
///   `-ETIMEDOUT`, `-ENOBUFS` when a limit was reached, or the error of the kill, of the wait or of
///   a pipe (`-EPIPE`: input that the child did not read); 0 when none of these
/// - the process identifier; 0 when it was not started
/// - the exit code; NaN after a signal
/// - the number of the signal that ended the process; 0: none
/// - the number of the step that failed (`rt_process::SpawnStep`) when the process was not started
/// - 1 when `SIGKILL` had to follow the kill signal
/// - 1 when pipes were closed that a descendant held
/// - what the process used (`ts/child_process/native/resource-usage.ts`); NaN when that is not
///   known
#[napi(
    catch_unwind,
    ts_args_type = "text: string, numbers: Int32Array, figures: Float64Array, input: (Uint8Array | null)[]",
    ts_return_type = "(Buffer | null)[] | null"
)]
pub fn spawn_synchronously(
    text: String,
    numbers: &[i32],
    mut figures: Float64ArraySlice<'_>,
    input: Vec<Option<InputBytes>>,
) -> Option<Outputs> {
    #[cfg(target_os = "linux")]
    rt_ipc::flush_all();
    // SAFETY: no JavaScript, which could change them meanwhile, runs before this function returns.
    let figures = unsafe { figures.as_mut() };
    let &mut [timeout, max_buffer, kill_signal, kill_after, close_grace, ..] = figures else {
        return None;
    };
    let limits = Limits {
        timeout,
        max_buffer,
        kill_signal,
        kill_after,
        close_grace,
    };
    figures.fill(f64::NAN);
    let command = match command(&text, numbers) {
        Ok(command) => command,
        Err((error, step)) => return not_started(figures, error, step),
    };
    match limited(&command, &limits, &input).run() {
        Ok(output) => Some(outcome(figures, output)),
        Err(error) => not_started(figures, errno::of_spawn(&error), error.step.number()),
    }
}

#[cfg(target_os = "linux")]
fn command(text: &str, numbers: &[i32]) -> Result<Command, (i32, u32)> {
    spawn_request::command(text, numbers).ok_or((errno::EINVAL, 0))
}

#[cfg(windows)]
fn command(text: &str, numbers: &[i32]) -> Result<Command, (i32, u32)> {
    let libuv = windows::libuv::functions().ok_or((errno::EINVAL, 0))?;
    windows::command(libuv, text, numbers).map_err(|bad| (bad.error, bad.step.number()))
}

fn limited<'a>(command: &'a Command, limits: &Limits, input: &'a [Option<InputBytes>]) -> Capture<'a> {
    #[expect(clippy::cast_possible_truncation, reason = "numbers of signals are small")]
    let mut capture = command.capture().kill_signal(limits.kill_signal as i32);
    for (position, bytes) in input.iter().enumerate() {
        if let Some(bytes) = bytes {
            // SAFETY: the arguments of this call are alive until it returns, and no JavaScript of
            // this thread runs before.
            capture = capture.input_of(position, unsafe { bytes.as_slice() });
        }
    }
    if limits.timeout > 0.0 {
        capture = capture.timeout(milliseconds(limits.timeout).unwrap_or(Duration::MAX));
    }
    // On Windows every signal that ends a process does so at once.
    #[cfg(target_os = "linux")]
    if let Some(delay) = milliseconds(limits.kill_after) {
        capture = capture.kill_after(delay);
    }
    if let Some(grace) = milliseconds(limits.close_grace) {
        capture = capture.close_grace(grace);
    }
    if let Some(limit) = whole_number(limits.max_buffer) {
        capture = capture.max_output(limit);
    }
    capture
}

/// `None` for what no `Duration` can hold.
fn milliseconds(number: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(number / 1000.0).ok()
}

/// The limit as a number of bytes: a fraction of a byte is none, and what no memory can hold is no
/// limit.
fn whole_number(limit: f64) -> Option<usize> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "between 0 and isize::MAX, and the fraction is to be cut"
    )]
    (limit < isize::MAX as f64).then_some(limit as usize)
}

fn not_started(figures: &mut [f64], error: i32, failed_step: u32) -> Option<Outputs> {
    write(
        figures,
        [
            f64::from(error),
            0.0,
            f64::NAN,
            0.0,
            f64::from(failed_step),
            0.0,
            0.0,
        ],
    );
    None
}

fn write(figures: &mut [f64], outcome: [f64; BEFORE_USAGE]) {
    for (place, number) in figures.iter_mut().zip(outcome) {
        *place = number;
    }
}

fn outcome(figures: &mut [f64], finished: Output) -> Outputs {
    #[cfg(target_os = "linux")]
    let force_killed = finished.force_killed;
    #[cfg(windows)]
    let force_killed = false;
    #[cfg(target_os = "linux")]
    for (place, number) in figures
        .iter_mut()
        .skip(BEFORE_USAGE)
        .zip(finished.usage.iter().flat_map(usage::numbers))
    {
        *place = number;
    }
    let (status, signal, wait_error) = match finished.status {
        Ok(status) => (status.code().map(exit_code), status.signal().unwrap_or(0), None),
        Err(error) => (None, 0, Some(errno::negative(&error))),
    };
    let limit_error = finished.limit.map(|limit| {
        if limit == LimitReached::Timeout {
            errno::ETIMEDOUT
        } else {
            errno::ENOBUFS
        }
    });
    let error = limit_error
        .or(finished.kill_error.as_ref().map(errno::negative))
        .or(wait_error)
        .or(finished.pipe_error.as_ref().map(errno::negative));
    write(
        figures,
        [
            f64::from(error.unwrap_or(0)),
            f64::from(finished.pid.cast_unsigned()),
            status.unwrap_or(f64::NAN),
            f64::from(signal),
            0.0,
            f64::from(u8::from(force_killed)),
            f64::from(u8::from(finished.is_cut)),
        ],
    );
    let outputs = finished.output.into_iter();
    outputs.map(|output| output.map(EngineBytes)).collect()
}

/// Windows knows it as a number without a sign.
fn exit_code(code: i32) -> f64 {
    if cfg!(windows) {
        f64::from(code.cast_unsigned())
    } else {
        f64::from(code)
    }
}
