//! Functions for children: start, signal, reference.

use super::contained;
use super::spawn_request::command;
use crate::children::Reaped;
use crate::errno;
use crate::exit_arguments::ExitArguments;
use crate::instance::Instance;
use crate::request::Flags;
use napi::bindgen_prelude::{Env, FunctionRef, Int32ArraySlice, Result};
use napi_derive::napi;
use rt_process::{Command, SpawnStep, reaper};
use std::os::fd::OwnedFd;

/// Starts a process and watches it on the environment's event loop.
///
/// `text` and `numbers` say what to start. The outcome takes the place of the numbers: 0 or the
/// negative error number of the kernel; the number of the step that failed
/// (`rt_process::SpawnStep`); the process identifier; the name of the child in calls to this
/// module; how it is contained, 0 for not (see `ts/child_process/native/spawn-exchange.ts`); and
/// from the sixth on the parent's ends of pipes, by the child's descriptor, -1 where there is none.
/// These are the caller's from here on, or, where the flags say so, stay here and the numbers are
/// their names in calls to this module. For a child with a terminal, the number in the place of
/// descriptor 0 is the name of the terminal in calls to this module. After a failure everything but
/// the first two is 0, and there may be pipes all the same.
///
/// `onExit` is called from the event loop when the child has ended: with its name and, where that
/// is known by then, with what `reapChild` returns otherwise, each number an argument.
#[napi(
    catch_unwind,
    ts_args_type = "text: string, numbers: Int32Array, onExit: (id: number, ...end: number[]) => void"
)]
pub fn spawn(
    env: Env,
    text: String,
    mut numbers: Int32ArraySlice<'_>,
    on_exit: FunctionRef<ExitArguments, ()>,
) -> Result<()> {
    let instance = Instance::of(env)?;
    let mut terminal = 0;
    let holds_pipes = numbers
        .first()
        .is_some_and(|&flags| Flags(flags).has(Flags::HOLDS_PIPES));
    let outcome = start(&instance, command(&text, &numbers), on_exit);
    // SAFETY: no JavaScript, which could change them meanwhile, runs before this function returns.
    let [error, step, pid, id, containment, ends @ ..] = (unsafe { numbers.as_mut() }) else {
        return Ok(());
    };
    let pipes = match outcome {
        Ok(started) => {
            (*error, *step) = (0, 0);
            (*pid, *id) = (started.pid, started.id.cast_signed());
            *containment = started.containment;
            terminal = started.terminal;
            started.pipes
        }
        Err(failure) => {
            let Failure {
                errno,
                step: failed,
                pipes,
            } = failure;
            (*error, *step) = (-errno, failed.number().cast_signed());
            (*pid, *id, *containment) = (0, 0, 0);
            // Errors that Node reports as an event leave `child.stdout` and its siblings as streams
            // that end.
            let reported_as_event = matches!(errno, libc::ENOENT | libc::EACCES | libc::EAGAIN);
            if reported_as_event { pipes } else { Vec::new() }
        }
    };
    ends.fill(-1);
    if holds_pipes {
        for (end, place) in pipes.into_iter().zip(&mut *ends) {
            *place = end.map_or(-1, |end| instance.held_pipes.hold(end).cast_signed());
        }
    } else {
        instance.handed_over.hand_over(pipes, ends);
    }
    if let (Some(place), true) = (ends.first_mut(), terminal != 0) {
        *place = terminal.cast_signed();
    }
    Ok(())
}

struct Started {
    pid: i32,
    id: u32,
    containment: i32,
    /// 0: none.
    terminal: u32,
    pipes: Vec<Option<OwnedFd>>,
}

struct Failure {
    errno: i32,
    step: SpawnStep,
    pipes: Vec<Option<OwnedFd>>,
}

fn start(
    instance: &Instance,
    command: Option<Command>,
    on_exit: FunctionRef<ExitArguments, ()>,
) -> std::result::Result<Started, Failure> {
    let failed = |errno, step, pipes| Failure { errno, step, pipes };
    let command = command.ok_or_else(|| failed(libc::EINVAL, SpawnStep::Execute, Vec::new()))?;
    let mut child = command
        .spawn()
        .map_err(|error| failed(error.raw_os_error(), error.step, error.pipes))?;
    let pipes = child.take_pipes();
    let terminal = match child
        .take_terminal()
        .map(|terminal| instance.terminals.add(terminal))
    {
        None => 0,
        Some(Ok(id)) => id,
        Some(Err(error)) => {
            let _ = child.kill();
            reaper::abandon(child);
            return Err(failed(-errno::negative(&error), SpawnStep::Terminal, Vec::new()));
        }
    };
    let pid = child.pid();
    let containment = contained::number(child.containment());
    match instance
        .children
        .watch(child, pipes.iter().any(Option::is_some), on_exit)
    {
        Ok(id) => Ok(Started {
            pid,
            id,
            containment,
            terminal,
            pipes,
        }),
        Err(error) => {
            instance.terminals.close(terminal);
            Err(failed(-errno::negative(&error), SpawnStep::Clone, pipes))
        }
    }
}

/// Sends a signal to a child, behind what was sent on its channel. Returns 0 or a negative error
/// number: -ESRCH when it has ended.
#[napi(catch_unwind)]
pub fn kill_child(env: Env, id: u32, signal: i32) -> Result<i32> {
    rt_ipc::flush_all();
    let sent = Instance::of(env)?.children.kill(id, signal);
    Ok(sent.err().as_ref().map_or(0, errno::negative))
}

/// Lets a child keep the event loop alive, as it does from the start, or not.
#[napi(catch_unwind)]
pub fn reference_child(env: Env, id: u32, keep_alive: bool) -> Result<()> {
    Instance::of(env)?.children.reference(id, keep_alive);
    Ok(())
}

/// Reaps a child for which `onExit` was called: returns its exit code (or a negative error number
/// when that cannot be known), the number of the signal that ended it (0: none) and what it used
/// (`ts/child_process/native/resource-usage.ts`), if that is known. The array is empty when the
/// child's channel has something to be read first, in the next turn of the loop; `null`: there is
/// nothing to report, or `onExit` is called again.
#[napi(catch_unwind)]
pub fn reap_child(env: Env, id: u32) -> Result<Option<Vec<f64>>> {
    Ok(match Instance::of(env)?.children.reap(id) {
        Reaped::Ended(end) => Some(end.numbers().collect()),
        Reaped::MessagesLeft => Some(Vec::new()),
        Reaped::NotYet => None,
    })
}

/// Ends the watch of a child that still runs: its exit is not reported. The process's reaper takes
/// it.
#[napi(catch_unwind)]
pub fn abandon_child(env: Env, id: u32) -> Result<()> {
    Instance::of(env)?.children.abandon(id);
    Ok(())
}
