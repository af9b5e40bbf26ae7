//! Functions for children: start, signal, reference.

use super::spawn_request::SpawnRequest;
use crate::children::ExitArguments;
use crate::handed_over::HandedOver;
use crate::instance::Instance;
use napi::bindgen_prelude::{Env, Function, Result};
use napi_derive::napi;
use rt_process::{Errno, FailedSpawn, SpawnError, SpawnStep, Spawned};
use std::os::fd::OwnedFd;

/// What came of a spawn.
#[napi(object, object_from_js = false)]
pub struct SpawnOutcome {
    /// 0, or the negative error number of the kernel.
    pub error: i32,
    /// Where it failed: `pipes`, `clone`, `descriptors`, `working directory`, `identity`, `execute`.
    pub failed_step: Option<&'static str>,
    /// The process identifier; 0 after a failure.
    pub pid: u32,
    /// The name of the child in calls to this module; 0 after a failure.
    pub id: u32,
    /// The parent's ends of pipes, by the child's descriptor; -1 where there is none. They are the caller's from here on.
    pub pipes: Vec<i32>,
}

/// Sets the function that is told of every exit. To be called once in each environment, before the first spawn.
#[napi(
    catch_unwind,
    ts_args_type = "onExit: (id: number, exitCode: number, signal: number) => void"
)]
pub fn set_exit_listener(env: Env, on_exit: Function<'_, ExitArguments, ()>) -> Result<()> {
    Instance::of(env)?.children.tell(on_exit.create_ref()?);
    Ok(())
}

/// Starts a process and watches it on the environment's event loop.
#[napi(catch_unwind)]
pub fn spawn(env: Env, request: SpawnRequest) -> Result<SpawnOutcome> {
    let instance = Instance::of(env)?;
    let handed_over = &instance.handed_over;
    let Ok(command) = request.to_command() else {
        return Ok(failure(
            SpawnError {
                errno: Errno::INVAL,
                step: SpawnStep::Execute,
            },
            Vec::new(),
            handed_over,
        ));
    };
    let Spawned { child, pipes } = match command.spawn() {
        Ok(spawned) => spawned,
        Err(FailedSpawn { error, pipes }) => return Ok(failure(error, pipes, handed_over)),
    };
    let pid = child.pid().cast_unsigned();
    Ok(match instance.children.watch(child) {
        Ok(id) => SpawnOutcome {
            error: 0,
            failed_step: None,
            pid,
            id,
            pipes: handed_over.hand_over(pipes),
        },
        Err(errno) => failure(
            SpawnError {
                errno,
                step: SpawnStep::Clone,
            },
            pipes,
            handed_over,
        ),
    })
}

/// Errors that Node reports as an event leave `child.stdout` and its siblings as streams that end; for those the parent's ends are handed over.
fn failure(error: SpawnError, pipes: Vec<Option<OwnedFd>>, handed_over: &HandedOver) -> SpawnOutcome {
    let reported_as_event = matches!(error.errno, Errno::NOENT | Errno::ACCESS | Errno::AGAIN);
    SpawnOutcome {
        error: -error.errno.raw_os_error(),
        failed_step: Some(step_name(error.step)),
        pid: 0,
        id: 0,
        pipes: if reported_as_event {
            handed_over.hand_over(pipes)
        } else {
            Vec::new()
        },
    }
}

const fn step_name(step: SpawnStep) -> &'static str {
    match step {
        SpawnStep::Pipes => "pipes",
        SpawnStep::Clone => "clone",
        SpawnStep::Descriptors => "descriptors",
        SpawnStep::WorkingDirectory => "working directory",
        SpawnStep::Identity => "identity",
        SpawnStep::Execute => "execute",
    }
}

/// Sends a signal to a child, behind what was sent on its channel. Returns 0 or a negative error number: -ESRCH when it has ended.
#[napi(catch_unwind)]
pub fn kill_child(env: Env, id: u32, signal: i32) -> Result<i32> {
    rt_ipc::flush_all();
    let sent = Instance::of(env)?.children.kill(id, signal);
    Ok(sent.err().map_or(0, |errno| -errno.raw_os_error()))
}

/// Lets a child keep the event loop alive, as it does from the start, or not.
#[napi(catch_unwind)]
pub fn reference_child(env: Env, id: u32, keep_alive: bool) -> Result<()> {
    Instance::of(env)?.children.reference(id, keep_alive);
    Ok(())
}

/// Ends the watch of a child that still runs: its exit is not reported. The process's reaper takes it.
#[napi(catch_unwind)]
pub fn abandon_child(env: Env, id: u32) -> Result<()> {
    Instance::of(env)?.children.abandon(id);
    Ok(())
}
