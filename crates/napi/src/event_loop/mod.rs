//! Watching descriptors on the event loop of an environment: by libuv in Node, by a thread of our
//! own where there is no libuv.

mod descriptor_set;
mod libuv;
mod reactor;

pub(crate) use descriptor_set::{DescriptorSet, Notifier};
use libuv::LibuvLoop;
pub(crate) use libuv::TurnHandle;
use napi::bindgen_prelude::{Env, JsObjectValue, Object, Result};
use reactor::ReactorLoop;
use std::io;
use std::os::fd::AsFd;
use std::rc::Rc;

/// What to watch a descriptor for.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Interest {
    pub readable: bool,
    pub writable: bool,
}

/// What the descriptor is ready for. A hang-up counts as readable, and an error as both: reading or
/// writing shows which.
#[derive(Clone, Copy)]
pub(crate) struct Readiness {
    pub readable: bool,
    pub writable: bool,
}

/// Called on the environment's thread, outside of any call into JavaScript. It may be called
/// without need: what it reads or writes says so.
pub(crate) type OnReady = Box<dyn Fn(Readiness)>;

/// Called once, on the environment's thread, when no JavaScript runs any more.
pub(crate) type CleanUp = Box<dyn FnOnce()>;

/// The event loop of one environment.
pub(crate) trait EventLoop {
    /// Adds a descriptor; `on_ready` is called for what [`Watch::watch_for`] names.
    ///
    /// # Errors
    /// What the system says; `EEXIST` when this very descriptor is watched already.
    fn watch(&self, descriptor: Rc<dyn AsFd>, on_ready: OnReady) -> io::Result<Box<dyn Watch>>;

    /// Whether a turn of the loop finds by itself all descriptors that are ready by then. Where a
    /// thread of ours finds them, the environment learns of each some time later.
    fn polls_itself(&self) -> bool;

    /// What keeps the loop from sleeping while it is started. `None` where a loop cannot be kept
    /// awake.
    fn awake(&self, on_turn: Box<dyn Fn()>) -> Option<TurnHandle>;

    /// What calls `on_turn` behind all events of descriptors that the turn has found, and before
    /// immediates. `None` where a loop has no such place.
    fn behind_events(&self, on_turn: Box<dyn Fn()>) -> Option<TurnHandle>;

    /// Lets `clean_up`, which drops every watch, be called when the environment ends. The end waits
    /// until the loop has released all of them.
    ///
    /// # Errors
    /// What Node-API says.
    fn clean_up_at_end(&self, env: Env, clean_up: CleanUp) -> Result<()>;
}

/// A descriptor on the event loop. Dropping this ends the watch; the descriptor is closed when the
/// loop has released it.
pub(crate) trait Watch {
    /// Changes what the watch is for: at first, nothing. Where it is for that already, this costs
    /// nothing.
    ///
    /// # Errors
    /// What the system says: `ENOMEM`, `ENOSPC`.
    fn watch_for(&self, interest: Interest) -> io::Result<()>;

    /// Whether the watch keeps the loop alive while it is for something, as it does from the start.
    fn keep_alive(&self, keep_alive: bool);
}

/// The event loop of the environment.
///
/// # Errors
/// What Node-API says when the environment has no way to be called from another thread.
pub(crate) fn of(env: Env) -> Result<Box<dyn EventLoop>> {
    if is_node(env) {
        // SAFETY: just checked.
        if let Some(event_loop) = unsafe { LibuvLoop::of(env.raw()) } {
            return Ok(Box::new(event_loop));
        }
    }
    Ok(Box::new(ReactorLoop::new(env)?))
}

/// The symbols of libuv say nothing: Bun exports them, and panics when they are called; those of
/// Deno belong to an emulation of a part of libuv.
fn is_node(env: Env) -> bool {
    let names_another = || -> Result<bool> {
        let process: Object = env.get_global()?.get_named_property("process")?;
        let versions: Object = process.get_named_property("versions")?;
        Ok(versions.has_named_property("bun")? || versions.has_named_property("deno")?)
    };
    !names_another().unwrap_or(false)
}
