//! Keeping the parent what it was for `ptrace(2)` and core dumps while a child takes another
//! identity.

use crate::own_thread::OncePerProcess;
use rustix::io::Errno;
use rustix::process::{DumpableBehavior, dumpable_behavior, set_dumpable_behavior};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Of two spawns at once, the second would take what the first one's child did for the state to
/// return to. A process made by `fork(2)` has a lock of its own: the thread that holds this one was
/// not copied.
static ONE_AT_A_TIME: OncePerProcess<Mutex<()>> = OncePerProcess::new();

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
///
/// # Errors
/// None in practice: `EAGAIN` of [`OncePerProcess::get`].
pub(super) fn keep() -> Result<Kept, Errno> {
    let one_at_a_time = ONE_AT_A_TIME.get(|| Ok(Mutex::new(())))?;
    let alone = one_at_a_time.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(Kept {
        before: dumpable_behavior().ok(),
        _alone: alone,
    })
}

impl Drop for Kept {
    fn drop(&mut self) {
        if self.before == Some(DumpableBehavior::Dumpable) {
            // Cannot fail: the child has left this memory, and the state is one that may be set.
            let _ = set_dumpable_behavior(DumpableBehavior::Dumpable);
        }
    }
}
