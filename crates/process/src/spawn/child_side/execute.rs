//! The end of the child's side: the program is executed, or the failure reported.

use super::ChildSide;
use crate::error::SpawnStep;
use crate::raw_result::errno_of;
use crate::spawn::image::{SCRIPT_ARGUMENT, SHELL_RUNS_SCRIPTS};
use std::ffi::c_char;
use syscalls::{Sysno, raw_syscall};

/// Tries the candidates as `execvp(3)` does: an unreachable one is passed over, a forbidden one
/// remembered.
///
/// # Safety
/// The caller is a new process, and `side`'s lists are valid and null-ended.
pub(super) unsafe fn execute(side: &ChildSide) -> ! {
    let mut last = libc::ENOENT;
    let mut forbidden = false;
    let mut next = side.candidates;
    loop {
        // SAFETY: the list ends with a null pointer, where the loop ends too.
        let path = unsafe { *next };
        if path.is_null() {
            side.fail(SpawnStep::Execute, if forbidden { libc::EACCES } else { last });
        }
        // SAFETY: a C string and two null-ended lists of C strings.
        let result = unsafe { raw_syscall!(Sysno::execve, path, side.arguments, side.environment) };
        last = errno_of(result).unwrap_or(libc::EINVAL);
        match last {
            // SAFETY: as for this function.
            libc::ENOEXEC if SHELL_RUNS_SCRIPTS => unsafe { execute_by_shell(side, path) },
            libc::EACCES => forbidden = true,
            libc::ENOENT | libc::ENOTDIR | libc::ESTALE | libc::ENODEV | libc::ETIMEDOUT => {}
            _ => side.fail(SpawnStep::Execute, last),
        }
        // SAFETY: this entry was not the end, so another one follows.
        next = unsafe { next.add(1) };
    }
}

/// A script without `#!` is run by the shell ([`SHELL_RUNS_SCRIPTS`]).
unsafe fn execute_by_shell(side: &ChildSide, script: *const c_char) -> ! {
    // SAFETY: the list is longer than the place of the script, and this child alone uses it.
    let result = unsafe {
        *side.shell_arguments.add(SCRIPT_ARGUMENT) = script;
        raw_syscall!(
            Sysno::execve,
            *side.shell_arguments,
            side.shell_arguments,
            side.environment
        )
    };
    side.fail(SpawnStep::Execute, errno_of(result).unwrap_or(libc::EINVAL))
}
