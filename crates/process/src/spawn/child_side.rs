//! What the child does between clone and exec.
//!
//! It runs on the parent's memory while the parent's thread waits. So it allocates nothing, takes no lock, calls nothing of the C library (whose
//! `errno` would be the parent's, and whose `setuid` would signal the parent's threads), and only makes system calls on memory that was laid out before.

use super::image::{Image, SCRIPT_ARGUMENT};
use super::signals::SET_BYTES;
use crate::command::Command;
use crate::descriptors::{LEAVE_CLOSED, OPEN_NULL_DEVICE};
use crate::error::{SpawnError, SpawnStep};
use rustix::io::Errno;
use std::ffi::{CStr, c_char, c_void};
use std::ptr;
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};
use syscalls::{Sysno, raw_syscall};

/// The exit code of a child that could not execute its program. Nobody sees it: the parent reads the failure and reaps the child.
const EXIT_NOT_EXECUTED: i32 = 127;

/// Pointers to all that the child needs, and the place where it reports a failure.
pub(super) struct ChildSide {
    sources: *mut i32,
    source_count: usize,
    working_directory: *const c_char,
    candidates: *const *const c_char,
    arguments: *const *const c_char,
    environment: *const *const c_char,
    shell_arguments: *mut *const c_char,
    new_session: bool,
    user: Option<u32>,
    group: Option<u32>,
    failed_step: AtomicU32,
    failed_errno: AtomicI32,
}

impl ChildSide {
    /// `command`, `image` and `sources` must outlive the child's run: the caller keeps them until the clone returns.
    pub fn new(command: &Command, image: &Image, sources: &mut [i32]) -> Self {
        Self {
            sources: sources.as_mut_ptr(),
            source_count: sources.len(),
            working_directory: command
                .working_directory
                .as_deref()
                .map_or(ptr::null(), CStr::as_ptr),
            candidates: image.candidates.as_ptr(),
            arguments: image.arguments.as_ptr(),
            environment: image.environment,
            shell_arguments: image.shell_arguments.as_ptr().cast_mut(),
            new_session: command.new_session,
            user: command.user,
            group: command.group,
            failed_step: AtomicU32::new(0),
            failed_errno: AtomicI32::new(0),
        }
    }

    /// What the child reported, once the clone has returned.
    pub fn failure(&self) -> Option<SpawnError> {
        match self.failed_errno.load(Ordering::Acquire) {
            0 => None,
            errno => Some(SpawnError::at(
                SpawnStep::from_number(self.failed_step.load(Ordering::Acquire)),
                Errno::from_raw_os_error(errno),
            )),
        }
    }

    fn fail(&self, step: SpawnStep, errno: i32) -> ! {
        self.failed_step.store(step as u32, Ordering::Release);
        self.failed_errno.store(errno, Ordering::Release);
        loop {
            // SAFETY: ends this process; the parent goes on.
            unsafe { raw_syscall!(Sysno::exit_group, EXIT_NOT_EXECUTED) };
        }
    }

    fn check(&self, step: SpawnStep, result: usize) -> usize {
        match failed(result) {
            Some(errno) => self.fail(step, errno),
            None => result,
        }
    }
}

/// The error number in the raw result of a system call.
fn failed(result: usize) -> Option<i32> {
    let signed = result.cast_signed();
    // The kernel returns errors as -4095 to -1; all of them fit.
    (-4095..0)
        .contains(&signed)
        .then(|| i32::try_from(-signed).unwrap_or(libc::EINVAL))
}

/// The child's entry: never returns.
///
/// # Safety
/// `side` points to a `ChildSide` whose pointers are valid, and the caller is a new process with descriptors of its own, all signals blocked.
pub(super) unsafe extern "C" fn run(side: *mut c_void) -> ! {
    // SAFETY: the caller's promise.
    let side = unsafe { &*side.cast::<ChildSide>() };
    // SAFETY: this is the new process that the functions ask for, and `side`'s pointers are valid, by the caller's promise.
    unsafe {
        if side.new_session {
            // It cannot fail: a new process leads no group.
            raw_syscall!(Sysno::setsid);
        }
        place_descriptors(side);
        if !side.working_directory.is_null() {
            side.check(
                SpawnStep::WorkingDirectory,
                raw_syscall!(Sysno::chdir, side.working_directory),
            );
        }
        take_identity(side);
        reset_signals();
        execute(side)
    }
}

/// Puts every descriptor of the plan in its place.
unsafe fn place_descriptors(side: &ChildSide) {
    // SAFETY: the parent made the list for this child alone and waits.
    let sources = unsafe { std::slice::from_raw_parts_mut(side.sources, side.source_count) };
    let count = sources.len();
    // A source in the way of a later target would be overwritten: such ones move above all targets first.
    for (target, source) in sources.iter_mut().enumerate() {
        let in_the_way = usize::try_from(*source).is_ok_and(|number| number < count && number != target);
        if in_the_way {
            // SAFETY: duplicates a descriptor of this process to a free number.
            let moved = unsafe { raw_syscall!(Sysno::fcntl, *source, libc::F_DUPFD_CLOEXEC, count) };
            // Numbers of descriptors fit an i32.
            *source = i32::try_from(side.check(SpawnStep::Descriptors, moved)).unwrap_or(i32::MAX);
        }
    }
    for (target, &source) in sources.iter().enumerate() {
        // SAFETY: the calls change descriptors of this process only; the path is a C string.
        unsafe {
            match source {
                LEAVE_CLOSED => {}
                OPEN_NULL_DEVICE => open_null_device(side, target),
                _ if usize::try_from(source) == Ok(target) => {
                    side.check(
                        SpawnStep::Descriptors,
                        raw_syscall!(Sysno::fcntl, source, libc::F_SETFD, 0),
                    );
                    make_standard_blocking(target);
                }
                _ => {
                    side.check(
                        SpawnStep::Descriptors,
                        raw_syscall!(Sysno::dup3, source, target, 0),
                    );
                    make_standard_blocking(target);
                }
            }
        }
    }
}

unsafe fn open_null_device(side: &ChildSide, target: usize) {
    let access = if target == 0 { libc::O_RDONLY } else { libc::O_RDWR };
    // SAFETY: opens a path that is a C string, moves the descriptor to its place and closes the one it came on.
    unsafe {
        let opened = raw_syscall!(Sysno::openat, libc::AT_FDCWD, c"/dev/null".as_ptr(), access, 0);
        let opened = side.check(SpawnStep::Descriptors, opened);
        if opened != target {
            side.check(
                SpawnStep::Descriptors,
                raw_syscall!(Sysno::dup3, opened, target, 0),
            );
            raw_syscall!(Sysno::close, opened);
        }
    }
}

/// Programs expect their standard descriptors to block; the parent may have set its own to non-blocking.
unsafe fn make_standard_blocking(target: usize) {
    if target > 2 {
        return;
    }
    // SAFETY: reads and sets the status flags of a descriptor of this process.
    unsafe {
        let flags = raw_syscall!(Sysno::fcntl, target, libc::F_GETFL);
        let non_blocking = libc::O_NONBLOCK.cast_unsigned() as usize;
        if failed(flags).is_none() && flags & non_blocking != 0 {
            raw_syscall!(Sysno::fcntl, target, libc::F_SETFL, flags & !non_blocking);
        }
    }
}

unsafe fn take_identity(side: &ChildSide) {
    if side.user.is_none() && side.group.is_none() {
        return;
    }
    // SAFETY: the calls change the identity of this process only, since they do not go through the C library.
    unsafe {
        // Without the privilege the groups stay: whoever may not drop them may not change identity either, and the next call says so.
        raw_syscall!(Sysno::setgroups, 0, ptr::null::<u32>());
        if let Some(group) = side.group {
            side.check(SpawnStep::Identity, raw_syscall!(Sysno::setgid, group));
        }
        if let Some(user) = side.user {
            side.check(SpawnStep::Identity, raw_syscall!(Sysno::setuid, user));
        }
    }
}

/// The kernel's `struct sigaction`; all zero is the default action.
#[repr(C)]
struct SignalAction {
    handler: usize,
    flags: u64,
    restorer: usize,
    mask: u64,
}

/// Default actions, then an empty mask, while every signal is still blocked: ignored signals and the mask would be inherited through exec.
unsafe fn reset_signals() {
    let default = SignalAction {
        handler: 0,
        flags: 0,
        restorer: 0,
        mask: 0,
    };
    for signal in 1..=31 {
        if signal == libc::SIGKILL || signal == libc::SIGSTOP {
            continue;
        }
        // SAFETY: the pointer is to a kernel-shaped action, the null pointer asks for no old one. Signal handlers are not shared with the parent.
        unsafe {
            let old = ptr::null_mut::<SignalAction>();
            raw_syscall!(Sysno::rt_sigaction, signal, &raw const default, old, SET_BYTES);
        }
    }
    let empty = 0u64;
    // SAFETY: the pointer is to 8 bytes, the size given.
    unsafe {
        let old = ptr::null_mut::<u64>();
        raw_syscall!(
            Sysno::rt_sigprocmask,
            libc::SIG_SETMASK,
            &raw const empty,
            old,
            SET_BYTES
        );
    }
}

/// Tries the candidates as `execvp(3)` does: an unreachable one is passed over, a forbidden one remembered.
unsafe fn execute(side: &ChildSide) -> ! {
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
        last = failed(result).unwrap_or(libc::EINVAL);
        match last {
            // SAFETY: as for this function.
            libc::ENOEXEC => unsafe { execute_by_shell(side, path) },
            libc::EACCES => forbidden = true,
            libc::ENOENT | libc::ENOTDIR | libc::ESTALE | libc::ENODEV | libc::ETIMEDOUT => {}
            _ => side.fail(SpawnStep::Execute, last),
        }
        // SAFETY: this entry was not the end, so another one follows.
        next = unsafe { next.add(1) };
    }
}

/// A script without `#!` is run by the shell (POSIX, `execvp`).
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
    side.fail(SpawnStep::Execute, failed(result).unwrap_or(libc::EINVAL))
}
