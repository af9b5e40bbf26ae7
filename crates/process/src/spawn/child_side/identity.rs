//! The user and the groups of the child.

use super::ChildSide;
use crate::command::Setup;
use crate::error::SpawnStep;
use std::ptr;
use syscalls::{Sysno, raw_syscall};

/// Takes the groups before the user, who may not change them any more.
///
/// # Safety
/// The caller is a new process, and `setup` is not changed meanwhile.
pub(super) unsafe fn take(side: &ChildSide, setup: Option<&Setup>) {
    let groups = setup.and_then(|setup| setup.groups.as_deref());
    // SAFETY: the calls change the identity of this process only, since they do not go through the
    // C library; the list has so many numbers of 32 bits.
    unsafe {
        if let Some(groups) = groups {
            let taken = raw_syscall!(Sysno::setgroups, groups.len(), groups.as_ptr());
            side.check(SpawnStep::Groups, taken);
        } else if side.user.is_some() || side.group.is_some() {
            // Without the privilege the groups stay: a process that may not drop them may not
            // change identity either, and the next call fails.
            raw_syscall!(Sysno::setgroups, 0, ptr::null::<u32>());
        }
        if let Some(group) = side.group {
            side.check(SpawnStep::Identity, raw_syscall!(Sysno::setgid, group));
        }
        if let Some(user) = side.user {
            side.check(SpawnStep::Identity, raw_syscall!(Sysno::setuid, user));
        }
    }
}
