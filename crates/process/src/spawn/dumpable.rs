//! Keeping the parent what it was for `ptrace(2)` and core dumps while a child takes another
//! identity.

use rustix::process::{DumpableBehavior, dumpable_behavior, set_dumpable_behavior};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Of two spawns at once, the second would take what the first one's child did for the state to
/// return to.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Allows a child that shares the memory to change identity. Dropping it makes the parent dumpable
/// again if it was.
pub(super) struct Kept {
    before: Option<DumpableBehavior>,
    _alone: MutexGuard<'static, ()>,
}

/// Remembers whether the process is dumpable. A change of identity takes that from the memory,
/// which is the parent's as well until the child has executed its program (`PR_SET_DUMPABLE`): the
/// kernel keeps processes of the new identity out of it meanwhile, which is right. But afterwards
/// the parent would dump no core, and the files of its `/proc/self` would be root's.
pub(super) fn keep() -> Kept {
    let alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    Kept {
        before: dumpable_behavior().ok(),
        _alone: alone,
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if self.before == Some(DumpableBehavior::Dumpable) {
            // Cannot fail: the child has left this memory, and the state is one that may be set.
            let _ = set_dumpable_behavior(DumpableBehavior::Dumpable);
        }
    }
}
