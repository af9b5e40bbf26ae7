//! Children of one environment: started, watched on its loop, signalled by id.

use crate::environment::Environment;
use crate::event_loop::{Interest, PollHandle};
use crate::spawn_request::SpawnRequest;
use napi::bindgen_prelude::{Env, FnArgs, Function, FunctionRef, Result};
use napi_derive::napi;
use rt_process::{Child, Errno, ExitStatus, FailedSpawn, SpawnError, SpawnStep, Spawned, reaper};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::os::fd::{IntoRawFd, OwnedFd};
use std::rc::{Rc, Weak};

/// What `onExit` is called with: the child's id, its exit code (or a negative error number when that cannot be known), the number of the
/// signal that ended it (0: none).
type ExitArguments = FnArgs<(u32, i32, i32)>;

/// The living children of one environment. JavaScript holds ids, counted up and not used again.
#[derive(Default)]
pub(crate) struct Children {
    running: RefCell<HashMap<u32, Running>>,
    last_id: Cell<u32>,
    on_exit: OnceCell<FunctionRef<ExitArguments, ()>>,
}

struct Running {
    child: Rc<Child>,
    watch: PollHandle,
}

impl Children {
    fn next_id(&self) -> u32 {
        let running = self.running.borrow();
        let mut id = self.last_id.get();
        loop {
            id = id.wrapping_add(1);
            if id != 0 && !running.contains_key(&id) {
                self.last_id.set(id);
                return id;
            }
        }
    }

    /// Hands every living child to the process's reaper, which knows no environment, and ends the watches.
    pub fn give_away(&self) {
        for (_, running) in self.running.take() {
            hand_over(&running.child);
        }
    }
}

/// When the reaper cannot take it either, the child stays a zombie after its end: nothing more can be done for it.
fn hand_over(child: &Child) {
    if let Ok(child) = child.try_clone() {
        let _ = reaper::adopt(child, Box::new(|_| {}));
    }
}

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
    let environment = Environment::of(env)?;
    // A second call keeps the first function: there is one wrapper in an environment.
    let _ = environment.children.on_exit.set(on_exit.create_ref()?);
    Ok(())
}

/// Starts a process and watches it on the environment's event loop.
#[napi(catch_unwind)]
pub fn spawn(env: Env, request: SpawnRequest) -> Result<SpawnOutcome> {
    let environment = Environment::of(env)?;
    let Ok(command) = request.to_command() else {
        return Ok(failure(
            SpawnError {
                errno: Errno::INVAL,
                step: SpawnStep::Execute,
            },
            Vec::new(),
        ));
    };
    match command.spawn() {
        Ok(Spawned { child, pipes }) => Ok(watch(&environment, child, pipes)),
        Err(FailedSpawn { error, pipes }) => Ok(failure(error, pipes)),
    }
}

fn watch(environment: &Rc<Environment>, child: Child, pipes: Vec<Option<OwnedFd>>) -> SpawnOutcome {
    let children = &environment.children;
    let id = children.next_id();
    let child = Rc::new(child);
    let weak = Rc::downgrade(environment);
    let descriptor: Rc<dyn std::os::fd::AsFd> = Rc::<Child>::clone(&child);
    let watch = PollHandle::new(
        environment.event_loop,
        &environment.open_handles,
        descriptor,
        Box::new(move |_| ended(&weak, id)),
    )
    .and_then(|watch| {
        watch
            .watch(Interest {
                readable: true,
                writable: false,
            })
            .map(|()| watch)
    });
    match watch {
        Ok(watch) => {
            let pid = child.pid().cast_unsigned();
            children.running.borrow_mut().insert(id, Running { child, watch });
            SpawnOutcome {
                error: 0,
                failed_step: None,
                pid,
                id,
                pipes: into_numbers(pipes),
            }
        }
        Err(errno) => {
            // It runs, but nobody would ever be told of its end: better no child than half of one.
            let _ = child.kill(SIGKILL);
            hand_over(&child);
            failure(
                SpawnError {
                    errno,
                    step: SpawnStep::Clone,
                },
                pipes,
            )
        }
    }
}

const SIGKILL: i32 = 9;

fn ended(environment: &Weak<Environment>, id: u32) {
    let Some(environment) = environment.upgrade() else {
        return;
    };
    environment.channels.deliver_what_has_come();
    let running = environment.children.running.borrow_mut().remove(&id);
    let Some(Running { child, watch }) = running else {
        return;
    };
    let (code, signal) = match child.wait() {
        Ok(ExitStatus::Code(code)) => (code, 0),
        Ok(ExitStatus::Signal(signal)) => (0, signal),
        Err(errno) => (-errno.raw_os_error(), 0),
    };
    drop(watch);
    if let Some(on_exit) = environment.children.on_exit.get() {
        environment.call(on_exit, FnArgs::from((id, code, signal)));
    }
}

/// Errors that Node reports as an event leave `child.stdout` and its siblings as streams that end; for those the parent's ends are handed over.
fn failure(error: SpawnError, pipes: Vec<Option<OwnedFd>>) -> SpawnOutcome {
    let reported_as_event = matches!(error.errno, Errno::NOENT | Errno::ACCESS | Errno::AGAIN);
    SpawnOutcome {
        error: -error.errno.raw_os_error(),
        failed_step: Some(step_name(error.step)),
        pid: 0,
        id: 0,
        pipes: if reported_as_event {
            into_numbers(pipes)
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

fn into_numbers(pipes: Vec<Option<OwnedFd>>) -> Vec<i32> {
    pipes
        .into_iter()
        .map(|end| end.map_or(-1, IntoRawFd::into_raw_fd))
        .collect()
}

fn with_running<R>(env: Env, id: u32, missing: R, action: impl FnOnce(&Running) -> R) -> Result<R> {
    let environment = Environment::of(env)?;
    let running = environment.children.running.borrow();
    Ok(running.get(&id).map_or(missing, action))
}

/// Sends a signal to a child. Returns 0 or a negative error number: -ESRCH when it has ended.
#[napi(catch_unwind)]
pub fn kill_child(env: Env, id: u32, signal: i32) -> Result<i32> {
    with_running(env, id, -Errno::SRCH.raw_os_error(), |running| {
        running
            .child
            .kill(signal)
            .err()
            .map_or(0, |errno| -errno.raw_os_error())
    })
}

/// Lets a child keep the event loop alive, as it does from the start, or not.
#[napi(catch_unwind)]
pub fn reference_child(env: Env, id: u32, keep_alive: bool) -> Result<()> {
    with_running(env, id, (), |running| {
        if keep_alive {
            running.watch.reference();
        } else {
            running.watch.unreference();
        }
    })
}

/// Ends the watch of a child that still runs: its exit is not reported. The process's reaper takes it.
#[napi(catch_unwind)]
pub fn abandon_child(env: Env, id: u32) -> Result<()> {
    let environment = Environment::of(env)?;
    let running = environment.children.running.borrow_mut().remove(&id);
    if let Some(running) = running {
        hand_over(&running.child);
    }
    Ok(())
}
