//! The steps of the child's side that a command asks for by its [`Setup`].

use super::ChildSide;
use crate::command::{CpuSet, NO_CPUS, Setup};
use crate::error::SpawnStep;
use crate::resource_limit::{Limit, Resource};
use std::ptr;
use syscalls::{Sysno, raw_syscall};

/// Priority, processors, umask and limits, while the child still has its parent's privileges.
///
/// # Safety
/// The caller is a new process, and `setup` is not changed meanwhile.
pub(super) unsafe fn before_identity(side: &ChildSide, setup: &Setup) {
    // SAFETY: the calls change this process only, and the umask is its own: `CLONE_FS` is not asked
    // for.
    unsafe {
        if let Some(nice) = setup.priority {
            let result = raw_syscall!(Sysno::setpriority, libc::PRIO_PROCESS, 0, nice);
            side.check(SpawnStep::Priority, result);
        }
        if let Some(cpus) = &setup.cpus {
            take_cpus(side, cpus);
        }
        if let Some(mask) = setup.umask {
            // It cannot fail.
            raw_syscall!(Sysno::umask, mask);
        }
        for (&resource, limit) in Resource::ALL.iter().zip(&setup.limits) {
            if let Some(limit) = limit {
                set_limit(side, resource, *limit);
            }
        }
    }
}

/// Last, since nothing that comes before needs more privileges than it has.
///
/// # Safety
/// The caller is a new process.
pub(super) unsafe fn before_execute(side: &ChildSide, setup: &Setup) {
    if setup.no_new_privileges {
        // SAFETY: changes this process only.
        let result = unsafe { raw_syscall!(Sysno::prctl, libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) };
        side.check(SpawnStep::NoNewPrivileges, result);
    }
}

/// The kernel passes over processors that are not there, as long as one is. To run on fewer than
/// were asked for is a failure.
unsafe fn take_cpus(side: &ChildSide, cpus: &CpuSet) {
    let step = SpawnStep::CpuAffinity;
    if cpus.has_impossible {
        side.fail(step, libc::EINVAL);
    }
    let mut taken = NO_CPUS;
    let bytes = size_of_val(&taken);
    // SAFETY: both are masks of so many bytes, and the second one is written to.
    unsafe {
        let result = raw_syscall!(Sysno::sched_setaffinity, 0, bytes, cpus.mask.as_ptr());
        side.check(step, result);
        let result = raw_syscall!(Sysno::sched_getaffinity, 0, bytes, taken.as_mut_ptr());
        side.check(step, result);
    }
    if taken != *cpus.mask {
        side.fail(step, libc::EINVAL);
    }
}

unsafe fn set_limit(side: &ChildSide, resource: Resource, limit: Limit) {
    let step = SpawnStep::Limit(resource);
    let mut now = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    let none = ptr::null_mut::<libc::rlimit>();
    let number = resource.number();
    // SAFETY: the first call writes into `now`, the second reads `new`; 0 is this process.
    unsafe {
        side.check(
            step,
            raw_syscall!(Sysno::prlimit64, 0, number, none, &raw mut now),
        );
        let hard = limit.hard.unwrap_or(now.rlim_max);
        let new = libc::rlimit {
            rlim_cur: limit.soft.unwrap_or(now.rlim_cur.min(hard)),
            rlim_max: hard,
        };
        side.check(
            step,
            raw_syscall!(Sysno::prlimit64, 0, number, &raw const new, none),
        );
    }
}
