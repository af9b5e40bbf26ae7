//! Children that were started with the option `contain`: what they have started is reachable when
//! they have ended, as long as JavaScript holds them.

use super::tree::{TreeOutcome, outcome};
use crate::instance::Instance;
use napi::bindgen_prelude::{Env, External, Result};
use napi_derive::napi;
use rt_process::{Child, Containment};
use std::sync::Arc;

/// In the outcome of a spawn: how the child is contained.
pub(super) const fn number(containment: Option<Containment>) -> i32 {
    match containment {
        Some(Containment::Session) => 1,
        Some(Containment::ControlGroup) => 2,
        _ => 0,
    }
}

/// A running child as a value that JavaScript can hold beyond its end; `null` when there is no such
/// child.
#[napi(catch_unwind, ts_return_type = "object | null")]
pub fn contained_child(env: Env, id: u32) -> Result<Option<External<Arc<Child>>>> {
    Ok(Instance::of(env)?.children.share(id).map(External::new))
}

/// Sends a signal to all that such a child contains, behind what was sent on its channel.
#[napi(catch_unwind, ts_args_type = "child: object, signal: number")]
pub fn kill_contained(child: &External<Arc<Child>>, signal: i32) -> TreeOutcome {
    rt_ipc::flush_all();
    outcome(child.send_signal_to_tree(signal))
}
