//! What a forked child is before its program is executed: its limits, priority, groups and user.

use super::ChildSide;
use crate::command::{Command, Setup};
use crate::error::SpawnStep;
use crate::resource_limit::{Limit, Resource};
use std::ffi::c_int;
use std::mem::MaybeUninit;

impl ChildSide<'_> {
    /// Priority, umask and limits, while the child still has its parent's privileges.
    ///
    /// # Safety
    /// The caller is a new process.
    pub(super) unsafe fn set_up(&self, setup: &Setup) {
        // SAFETY: the calls change this process only.
        unsafe {
            if let Some(nice) = setup.priority {
                let set = libc::setpriority(libc::PRIO_PROCESS, 0, nice);
                self.check(SpawnStep::Priority, set);
            }
            if let Some(mask) = setup.umask {
                // The bits beyond those of permissions count for nothing.
                libc::umask((mask & 0o777) as libc::mode_t);
            }
            for (&resource, limit) in Resource::ALL.iter().zip(&setup.limits) {
                if let Some(limit) = limit {
                    self.set_limit(resource, *limit);
                }
            }
        }
    }

    unsafe fn set_limit(&self, resource: Resource, limit: Limit) {
        let step = SpawnStep::Limit(resource);
        let number = c_int::try_from(resource.number()).unwrap_or(-1);
        let mut now = MaybeUninit::<libc::rlimit>::uninit();
        // SAFETY: the first call fills `now`, or the child ends; the second reads `new`.
        unsafe {
            self.check(step, libc::getrlimit(number, now.as_mut_ptr()));
            let now = now.assume_init();
            let hard = limit.hard.unwrap_or(now.rlim_max);
            let new = libc::rlimit {
                rlim_cur: limit.soft.unwrap_or(now.rlim_cur.min(hard)),
                rlim_max: hard,
            };
            self.check(step, libc::setrlimit(number, &raw const new));
        }
    }

    /// Takes the groups before the user, who may not change them any more.
    ///
    /// # Safety
    /// The caller is a new process.
    pub(super) unsafe fn take_identity(&self, setup: Option<&Setup>) {
        let Command { user, group, .. } = *self.command;
        // SAFETY: the calls change this process only; the list has so many numbers.
        unsafe {
            if let Some(groups) = &self.groups {
                let count = c_int::try_from(groups.len()).unwrap_or(c_int::MAX);
                let set = libc::setgroups(count, groups.as_ptr());
                if setup.is_some_and(|setup| setup.groups.is_some()) {
                    self.check(SpawnStep::Groups, set);
                }
                // Without the privilege to drop them they stay, and the next call fails.
            }
            if let Some(group) = group {
                self.check(SpawnStep::Identity, libc::setgid(group));
            }
            if let Some(user) = user {
                self.check(SpawnStep::Identity, libc::setuid(user));
            }
        }
    }
}
