//! What follows the end of a child.

use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};

/// Something to be done once the process has ended and was reaped: its identifier may become
/// another's from then on.
#[derive(Default)]
pub(crate) struct AtEnd(Option<Box<Work>>);

/// A child may be looked at after a panic, as the standard library's.
type Work = dyn Fn() + Send + Sync + UnwindSafe + RefUnwindSafe;

impl AtEnd {
    #[cfg(target_os = "linux")]
    pub fn new(work: impl Fn() + Send + Sync + UnwindSafe + RefUnwindSafe + 'static) -> Self {
        Self(Some(Box::new(work)))
    }

    pub(super) fn run(&self) {
        if let Some(work) = &self.0 {
            work();
        }
    }
}

impl fmt::Debug for AtEnd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("AtEnd").field(&self.0.is_some()).finish()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::AtEnd;
    use crate::command::Command;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// The kernel, or other code of this process, reaps it; each call may be the first to notice.
    #[test]
    #[cfg_attr(miri, ignore = "Miri starts no processes")]
    fn it_follows_the_end_of_a_child_that_was_reaped_elsewhere() {
        let calls: [fn(&crate::Child); 3] = [
            |child| assert!(child.try_wait().is_err()),
            |child| assert!(!child.is_unreaped()),
            |child| drop(child.send_signal_to_group(0)),
        ];
        for call in calls {
            let runs = Arc::new(AtomicUsize::new(0));
            let of_child = Arc::clone(&runs);
            let mut child = Command::new("true").process_group(0).spawn().unwrap();
            child.at_end = AtEnd::new(move || {
                of_child.fetch_add(1, Ordering::Relaxed);
            });
            // SAFETY: the status is not asked for.
            let reaped = unsafe { libc::waitpid(child.pid(), std::ptr::null_mut(), 0) };
            assert_eq!(reaped, child.pid());
            call(&child);
            assert!(child.try_wait().is_err());
            assert_eq!(runs.load(Ordering::Relaxed), 1);
        }
    }
}
