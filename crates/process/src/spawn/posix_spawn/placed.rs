//! The sources of a descriptor plan, so that each can be duplicated to its place in any order.

use crate::error::{SpawnError, SpawnStep};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::{Errno, fcntl_dupfd_cloexec};
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};

/// Sources of which none is at the place of another one.
pub(in crate::spawn) struct Placed {
    /// By the child's descriptor: a number, or what stands for one in a plan.
    pub sources: Vec<RawFd>,
    /// Kept open until the child has them.
    _moved: Vec<OwnedFd>,
}

impl Placed {
    /// # Errors
    /// `EMFILE` when no descriptor is free above the plan, `EINVAL` for a plan that is longer than
    /// the limit allows.
    pub fn new(plan: &[RawFd]) -> Result<Self, SpawnError> {
        Self::place(plan).map_err(|errno| SpawnError::at(SpawnStep::Descriptors, errno))
    }

    fn place(plan: &[RawFd]) -> Result<Self, Errno> {
        let count = RawFd::try_from(plan.len()).map_err(|_| Errno::MFILE)?;
        let mut sources = plan.to_vec();
        let mut moved = Vec::new();
        for (target, source) in (0..).zip(&mut sources).filter(|(_, source)| **source >= 0) {
            // SAFETY: the plan's owner keeps it open during the spawn.
            let descriptor = unsafe { BorrowedFd::borrow_raw(*source) };
            if target < 3 {
                make_blocking(descriptor);
            }
            if *source < count && *source != target {
                let above = fcntl_dupfd_cloexec(descriptor, count)?;
                *source = above.as_raw_fd();
                moved.push(above);
            }
        }
        Ok(Self {
            sources,
            _moved: moved,
        })
    }
}

/// Programs expect their standard descriptors to block; the parent may have set its own to
/// non-blocking. The flag is the open file's, so that it makes no difference who sets it.
fn make_blocking(descriptor: BorrowedFd<'_>) {
    match fcntl_getfl(descriptor) {
        Ok(flags) if flags.contains(OFlags::NONBLOCK) => {
            let _ = fcntl_setfl(descriptor, flags - OFlags::NONBLOCK);
        }
        _ => {}
    }
}
