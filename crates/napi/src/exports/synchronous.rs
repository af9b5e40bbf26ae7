//! The synchronous functions: one call from start to end.

#[cfg(target_os = "linux")]
use super::spawn_request;
use crate::bytes::{EngineBytes, InputBytes};
use crate::errno;
#[cfg(target_os = "linux")]
use crate::usage;
#[cfg(windows)]
use crate::windows;
use napi_derive::napi;
use rt_process::{Capture, Command, ExitStatus, LimitReached, Output};
use std::time::Duration;

/// Input and limits of a synchronous run.
#[cfg_attr(
    windows,
    expect(dead_code, reason = "every signal that ends a process does so at once there")
)]
#[napi(object, object_to_js = false)]
pub struct SynchronousOptions {
    /// What is written to the child's pipes, by its descriptor; absent: nothing.
    #[napi(ts_type = "(Uint8Array | null)[]")]
    pub input: Vec<Option<InputBytes>>,
    /// Milliseconds after which the kill signal is sent; 0: never.
    pub timeout: f64,
    /// Bytes that one descriptor may write; `Infinity`: any number.
    pub max_buffer: f64,
    /// The number of the signal.
    pub kill_signal: i32,
    /// Milliseconds after the kill signal when `SIGKILL` is sent; `Infinity`: never.
    pub kill_after: f64,
    /// Milliseconds after the end of the process when its pipes are closed; `Infinity`: never.
    pub close_grace: f64,
}

/// The result of a synchronous run.
#[napi(object, object_from_js = false)]
pub struct SynchronousOutcome {
    /// The negative error number of the kernel when the process was not started; otherwise
    /// `-ETIMEDOUT`, `-ENOBUFS` when a limit was reached, or the error of the kill, of the wait or
    /// of a pipe (`-EPIPE`: input that the child did not read); 0 when none of these.
    pub error: i32,
    /// The process identifier; 0 when it was not started.
    pub pid: u32,
    /// The exit code; absent after a signal.
    pub status: Option<f64>,
    /// The number of the signal that ended the process; 0: none.
    pub signal: i32,
    /// What came from the child's pipes, by its descriptor; absent when the process was not
    /// started.
    #[napi(ts_type = "(Buffer | null | undefined)[]")]
    pub output: Option<Vec<Option<EngineBytes>>>,
    /// The number of the step that failed (`rt_process::SpawnStep`) when the process was not
    /// started; otherwise 0.
    pub failed_step: u32,
    /// `true` when `SIGKILL` had to follow the kill signal.
    pub force_killed: Option<bool>,
    /// `true` when pipes were closed that a descendant held.
    pub is_cut: Option<bool>,
    /// What the process used (`ts/child_process/native/resource-usage.ts`), if that is known.
    pub usage: Option<Vec<f64>>,
}

/// Runs a process from start to end, blocking this thread. What was sent on channels before leaves
/// first. `text` and `numbers` say what to start, as for `spawn`.
#[napi(catch_unwind)]
pub fn spawn_synchronously(text: String, numbers: &[i32], options: SynchronousOptions) -> SynchronousOutcome {
    #[cfg(target_os = "linux")]
    rt_ipc::flush_all();
    let command = match command(&text, numbers) {
        Ok(command) => command,
        Err((error, step)) => return not_started(error, step),
    };
    match limited(&command, &options).run() {
        Ok(output) => outcome(output),
        Err(error) => not_started(errno::of_spawn(&error), error.step.number()),
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

fn limited<'a>(command: &'a Command, options: &'a SynchronousOptions) -> Capture<'a> {
    let mut capture = command.capture().kill_signal(options.kill_signal);
    for (position, bytes) in options.input.iter().enumerate() {
        if let Some(bytes) = bytes {
            // SAFETY: the arguments of this call are alive until it returns, and no JavaScript of
            // this thread runs before.
            capture = capture.input_of(position, unsafe { bytes.as_slice() });
        }
    }
    if options.timeout > 0.0 {
        capture = capture.timeout(milliseconds(options.timeout).unwrap_or(Duration::MAX));
    }
    // On Windows every signal that ends a process does so at once.
    #[cfg(target_os = "linux")]
    if let Some(delay) = milliseconds(options.kill_after) {
        capture = capture.kill_after(delay);
    }
    if let Some(grace) = milliseconds(options.close_grace) {
        capture = capture.close_grace(grace);
    }
    if let Some(limit) = whole_number(options.max_buffer) {
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

fn not_started(error: i32, failed_step: u32) -> SynchronousOutcome {
    SynchronousOutcome {
        error,
        pid: 0,
        status: None,
        signal: 0,
        output: None,
        failed_step,
        force_killed: None,
        is_cut: None,
        usage: None,
    }
}

fn outcome(finished: Output) -> SynchronousOutcome {
    #[cfg(target_os = "linux")]
    let force_killed = finished.force_killed;
    #[cfg(windows)]
    let force_killed = false;
    #[cfg(target_os = "linux")]
    let usage = finished.usage.as_ref().map(|used| usage::numbers(used).to_vec());
    #[cfg(windows)]
    let usage = None;
    let (status, signal, wait_error) = match finished.status {
        Ok(ExitStatus::Code(code)) => (Some(exit_code(code)), 0, None),
        Ok(ExitStatus::Signal(signal)) => (None, signal, None),
        Err(error) => (None, 0, Some(errno::negative(&error))),
    };
    let limit_error = finished.limit.map(|limit| match limit {
        LimitReached::Timeout => errno::ETIMEDOUT,
        LimitReached::Output => errno::ENOBUFS,
    });
    let error = limit_error
        .or(finished.kill_error.as_ref().map(errno::negative))
        .or(wait_error)
        .or(finished.pipe_error.as_ref().map(errno::negative));
    SynchronousOutcome {
        error: error.unwrap_or(0),
        pid: finished.pid.cast_unsigned(),
        status,
        signal,
        output: Some(
            finished
                .output
                .into_iter()
                .map(|output| output.map(EngineBytes))
                .collect(),
        ),
        failed_step: 0,
        force_killed: force_killed.then_some(true),
        is_cut: finished.is_cut.then_some(true),
        usage,
    }
}

/// Windows knows it as a number without a sign.
fn exit_code(code: i32) -> f64 {
    if cfg!(windows) {
        f64::from(code.cast_unsigned())
    } else {
        f64::from(code)
    }
}
