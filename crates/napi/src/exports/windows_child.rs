//! Functions for children on Windows: those of `child.rs`, by the same names.

use crate::errno;
use crate::windows::{Children, ExitArguments, Instance, Reaped, command, libuv};
use napi::bindgen_prelude::{Env, Error, FunctionRef, Int32ArraySlice, Result};
use napi_derive::napi;
use rt_process::{Pipe, SpawnStep};

/// Starts a process and watches it: see `spawn` in `child.rs`. The parent's ends of pipes are
/// descriptors of Node's C runtime.
#[napi(catch_unwind)]
pub fn spawn(
    env: Env,
    text: String,
    mut numbers: Int32ArraySlice<'_>,
    on_exit: FunctionRef<ExitArguments, ()>,
) -> Result<()> {
    let libuv = libuv::functions().ok_or_else(no_libuv)?;
    let instance = Instance::of(env)?;
    let outcome = start(libuv, &instance.children, &text, &numbers, on_exit);
    // SAFETY: no JavaScript, which could change them meanwhile, runs before this function returns.
    let [error, step, pid, id, containment, ends @ ..] = (unsafe { numbers.as_mut() }) else {
        return Ok(());
    };
    (*error, *step, *pid, *id, *containment) = (0, 0, 0, 0, 0);
    ends.fill(-1);
    match outcome {
        Ok(started) => {
            (*pid, *id) = (started.pid, started.id.cast_signed());
            for (number, place) in started.ends.into_iter().zip(ends) {
                *place = number;
            }
        }
        Err(failure) => (*error, *step) = (failure.error, failure.step.number().cast_signed()),
    }
    Ok(())
}

struct Started {
    pid: i32,
    id: u32,
    /// The descriptors of the parent's ends, -1 where there is none.
    ends: Vec<i32>,
}

struct Failure {
    /// Negative.
    error: i32,
    step: SpawnStep,
}

fn start(
    libuv: &libuv::Functions,
    children: &Children,
    text: &str,
    numbers: &[i32],
    on_exit: FunctionRef<ExitArguments, ()>,
) -> std::result::Result<Started, Failure> {
    let command = command(libuv, text, numbers).map_err(|bad| Failure {
        error: bad.error,
        step: bad.step,
    })?;
    let mut child = command.spawn().map_err(|error| Failure {
        error: errno::of_spawn(&error),
        step: error.step,
    })?;
    let pid = child.pid();
    let ends = child.take_pipes().into_iter().map(|pipe| number_of(libuv, pipe));
    let ends: std::result::Result<Vec<_>, _> = ends.collect();
    let ends = ends.inspect_err(|_| drop(child.kill()))?;
    let id = children.watch(child, on_exit).map_err(|error| Failure {
        error: errno::negative(&error),
        step: SpawnStep::Create,
    })?;
    Ok(Started { pid, id, ends })
}

/// -1 without a pipe.
fn number_of(libuv: &libuv::Functions, pipe: Option<Pipe>) -> std::result::Result<i32, Failure> {
    let Some(pipe) = pipe else {
        return Ok(-1);
    };
    libuv.open(pipe.into()).ok_or(Failure {
        error: errno::EMFILE,
        step: SpawnStep::Pipes,
    })
}

/// Sends a signal to a child: see `child.rs`.
#[napi(catch_unwind)]
pub fn kill_child(env: Env, id: u32, signal: i32) -> Result<i32> {
    Ok(Instance::of(env)?.children.kill(id, signal))
}

/// Lets a child keep the event loop alive, as it does from the start, or not.
#[napi(catch_unwind)]
pub fn reference_child(env: Env, id: u32, keep_alive: bool) -> Result<()> {
    Instance::of(env)?.children.reference(id, keep_alive);
    Ok(())
}

/// How a child ended for which `onExit` was called: see `child.rs`.
#[napi(catch_unwind)]
pub fn reap_child(env: Env, id: u32) -> Result<Option<Vec<f64>>> {
    Ok(match Instance::of(env)?.children.reap(id) {
        Reaped::Ended { code, signal } => Some(vec![code, f64::from(signal)]),
        Reaped::Unknown => None,
    })
}

/// Ends the watch of a child that still runs: its exit is not reported.
#[napi(catch_unwind)]
pub fn abandon_child(env: Env, id: u32) -> Result<()> {
    Instance::of(env)?.children.abandon(id);
    Ok(())
}

/// Makes what an environment's children need. What keeps the store of an `AsyncLocalStorage`, as
/// the function does that other threads call, is made in the context of this call and not in that
/// of the first spawn.
///
/// # Errors
/// Where the program that has loaded the addon does not export libuv.
#[napi(catch_unwind)]
pub fn prepare_to_spawn(env: Env) -> Result<()> {
    libuv::functions().ok_or_else(no_libuv)?;
    Instance::of(env).map(drop)
}

fn no_libuv() -> Error {
    Error::from_reason("the executable does not export the functions of libuv")
}
