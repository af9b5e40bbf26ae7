//! Functions for the ends of pipes that a spawn has left here, by the names in its outcome.

use crate::bytes::EngineBytes;
use crate::held_pipes::FullArguments;
use crate::instance::Instance;
use napi::bindgen_prelude::{Either, Env, FunctionRef, Result};
use napi_derive::napi;

/// Keeps what comes from a pipe, up to a number of bytes. When more has come, `onFull` is called
/// once with its name, and nothing more is read. Returns whether that is done: where the system
/// refuses, nothing has changed.
#[napi(
    catch_unwind,
    ts_args_type = "pipe: number, limit: number, onFull: (pipe: number) => void"
)]
pub fn collect_pipe(
    env: Env,
    pipe: u32,
    limit: u32,
    on_full: FunctionRef<FullArguments, ()>,
) -> Result<bool> {
    let pipes = &Instance::of(env)?.held_pipes;
    Ok(pipes.collect(pipe, limit as usize, on_full).is_ok())
}

/// Reads a pipe whose child has ended, to its end, which closes it: returns what was collected, or
/// `true` for nothing. `false`: it has not come to its end, and is still there.
#[napi(catch_unwind, ts_return_type = "Buffer | boolean")]
pub fn drain_pipe(env: Env, pipe: u32) -> Result<Either<bool, EngineBytes>> {
    Ok(match Instance::of(env)?.held_pipes.drain(pipe) {
        None => Either::A(false),
        Some(bytes) if bytes.is_empty() => Either::A(true),
        Some(bytes) => Either::B(EngineBytes(bytes)),
    })
}

/// What was collected of a pipe, which is still there.
#[napi(catch_unwind, ts_return_type = "Buffer")]
pub fn collected_from_pipe(env: Env, pipe: u32) -> Result<EngineBytes> {
    Ok(EngineBytes(Instance::of(env)?.held_pipes.take_bytes(pipe)))
}

/// The descriptor of a pipe, which is the caller's from here on; -1 when there is no such pipe.
#[napi(catch_unwind)]
pub fn take_pipe(env: Env, pipe: u32) -> Result<i32> {
    let instance = Instance::of(env)?;
    Ok(match instance.held_pipes.take(pipe) {
        Some(end) => instance.handed_over.hand_over_one(end),
        None => -1,
    })
}

/// Closes a pipe.
#[napi(catch_unwind)]
pub fn close_pipe(env: Env, pipe: u32) -> Result<()> {
    Instance::of(env)?.held_pipes.close(pipe);
    Ok(())
}
