//! Functions for children on Windows: those of `child.rs`, by the same names.

use crate::errno;
use crate::instance::Instance;
use crate::windows::{Children, ExitArguments, Reaped, command, libuv, no_libuv};
use napi::bindgen_prelude::{Env, FunctionRef, Int32ArraySlice, Result};
use napi_derive::napi;
use rt_process::{Pipe, SpawnStep};

/// Ends a process.
const SIGKILL: i32 = 9;

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
    let numbers = match outcome {
        Ok(started) => {
            (*pid, *id) = (started.pid, started.id.cast_signed());
            started.ends
        }
        Err(failure) => {
            (*error, *step) = (failure.error, failure.step.number().cast_signed());
            failure.ends
        }
    };
    for (number, place) in numbers.into_iter().zip(ends) {
        *place = number;
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
    /// As those of a start, of pipes whose other ends are closed.
    ends: Vec<i32>,
}

impl Failure {
    const fn new(error: i32, step: SpawnStep) -> Self {
        Self {
            error,
            step,
            ends: Vec::new(),
        }
    }
}

fn start(
    libuv: &libuv::Libuv,
    children: &Children,
    text: &str,
    numbers: &[i32],
    on_exit: FunctionRef<ExitArguments, ()>,
) -> std::result::Result<Started, Failure> {
    let command =
        command(libuv, text, numbers).map_err(|refused| Failure::new(refused.error, refused.step))?;
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            let failure = Failure::new(errno::of_spawn(&error), error.step);
            // Errors that Node reports as an event leave `child.stdout` and its siblings as streams
            // that end.
            let with_streams = errno::REPORTED_AS_EVENT.contains(&failure.error);
            let pipes = if with_streams { error.pipes } else { Vec::new() };
            let ends = numbers_of(libuv, pipes);
            return Err(Failure { ends, ..failure });
        }
    };
    let pid = child.pid();
    let pipes = child.take_pipes();
    let wanted = pipes.len();
    let id = children
        .watch(child, on_exit)
        .map_err(|error| Failure::new(errno::negative(&error), SpawnStep::Create))?;
    let ends = numbers_of(libuv, pipes);
    if ends.len() < wanted {
        children.kill(id, SIGKILL);
        children.abandon(id);
        // JavaScript closes them: only Node's C runtime can.
        return Err(Failure {
            ends,
            ..Failure::new(errno::EMFILE, SpawnStep::Pipes)
        });
    }
    Ok(Started { pid, id, ends })
}

/// The descriptors of pipes, -1 where there is none; up to the first for which there is none free.
fn numbers_of(libuv: &libuv::Libuv, pipes: Vec<Option<Pipe>>) -> Vec<i32> {
    let number = |pipe: Option<Pipe>| pipe.map_or(Some(-1), |pipe| libuv.open(pipe.into()));
    pipes.into_iter().map_while(number).collect()
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
        Reaped::MessagesLeft => Some(Vec::new()),
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
    Instance::of(env).map(drop)
}
