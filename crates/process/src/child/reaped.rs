//! Whether a child was waited for.

use super::Child;
use super::waited::Waited;
use rustix::io::Errno;
use std::sync::{MutexGuard, PoisonError};

/// Whether the process was waited for.
#[derive(Debug)]
pub(super) enum Reaped {
    No,
    Yes(Waited),
    /// The kernel did it, because this process ignores `SIGCHLD`, or other code of this process
    /// (`ECHILD`).
    Elsewhere,
}

impl Child {
    pub(super) fn lock(&self) -> MutexGuard<'_, Reaped> {
        self.reaped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps it from being reaped; `None` when it was.
    pub(super) fn lock_unreaped(&self) -> Option<MutexGuard<'_, Reaped>> {
        let mut reaped = self.lock();
        if matches!(*reaped, Reaped::No)
            && self.exit.wait(self.pid, libc::WNOHANG | libc::WNOWAIT) == Err(Errno::CHILD)
        {
            self.note_reaped(&mut reaped, Reaped::Elsewhere);
        }
        matches!(*reaped, Reaped::No).then_some(reaped)
    }

    /// Whether nobody has reaped it: its identifier is its own then.
    #[cfg(target_os = "linux")]
    pub(crate) fn is_unreaped(&self) -> bool {
        self.lock_unreaped().is_some()
    }

    /// Its identifier may be reused from here on. Once for each child.
    pub(super) fn note_reaped(&self, reaped: &mut Reaped, outcome: Reaped) {
        *reaped = outcome;
        self.exit.was_reaped();
        self.at_end.run();
    }
}
