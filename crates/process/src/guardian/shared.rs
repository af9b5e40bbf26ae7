//! What this process tells its guardian, in memory that both have.

use super::system_calls as system;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

/// All zero at first.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Shared {
    is_ready: AtomicI32,
    child: AtomicI32,
    has_ended: AtomicI32,
    started: AtomicU64,
}

/// How often to look whether the guardian still runs while it is waited for.
const MILLISECONDS: i64 = 20;

impl Shared {
    /// Waits until the guardian is ready. `false` when it has ended instead.
    pub fn wait_until_ready(&self, mut is_running: impl FnMut() -> bool) -> bool {
        while self.is_ready.load(Ordering::Acquire) == 0 {
            if !is_running() {
                return false;
            }
            system::futex_wait(&self.is_ready, 0, MILLISECONDS);
        }
        true
    }

    /// Called by the guardian.
    pub fn set_ready(&self) {
        self.is_ready.store(1, Ordering::Release);
        system::futex_wake(&self.is_ready);
    }

    /// `started` as `/proc` says it; 0 where that is not known.
    pub fn set_child(&self, pid: i32, started: u64) {
        self.started.store(started, Ordering::Relaxed);
        self.child.store(pid, Ordering::Release);
    }

    /// Called by the guardian too, which may be the first to notice.
    pub fn set_ended(&self) {
        self.has_ended.store(1, Ordering::Release);
    }

    /// The child's process identifier, which is the number of its session; 0 while it was not
    /// started.
    pub fn child(&self) -> i32 {
        self.child.load(Ordering::Acquire)
    }

    /// When the child was started: asked for after [`child`](Self::child), as `set_child` stored it
    /// first.
    pub fn started(&self) -> u64 {
        self.started.load(Ordering::Relaxed)
    }

    /// Whether the child has ended and was reaped.
    pub fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Acquire) != 0
    }
}
