//! Signals to a process and all its descendants.

use crate::errno;
use crate::instance::Instance;
use napi::bindgen_prelude::{Env, Result};
use napi_derive::napi;
use rt_process::tree::{self, Reached};
use std::io;

/// What a signal to a tree has reached.
#[napi(object, object_from_js = false)]
pub struct TreeOutcome {
    /// 0, or the negative error number of the kernel: nothing was signalled then.
    pub error: i32,
    /// The processes that were signalled, children before their parents.
    pub signalled: Vec<i32>,
    /// The processes that this one may not signal.
    pub refused: Vec<i32>,
}

/// Sends a signal to a child and all its descendants, behind what was sent on its channel. A child
/// that has ended reaches nothing.
#[napi(catch_unwind)]
pub fn kill_tree_of_child(env: Env, id: u32, signal: i32) -> Result<TreeOutcome> {
    rt_ipc::flush_all();
    Ok(outcome(Instance::of(env)?.children.kill_tree(id, signal)))
}

/// Sends a signal to any process and all its descendants.
#[napi(catch_unwind)]
pub fn kill_tree(pid: i32, signal: i32) -> TreeOutcome {
    rt_ipc::flush_all();
    outcome(tree::send_signal(pid, signal))
}

pub(super) fn outcome(reached: io::Result<Reached>) -> TreeOutcome {
    let error = reached.as_ref().err().map_or(0, errno::negative);
    let Reached {
        signalled, refused, ..
    } = reached.unwrap_or_default();
    TreeOutcome {
        error,
        signalled,
        refused,
    }
}
