//! The child's descriptors: each source moves to its place.

use super::ChildSide;
use crate::descriptors::{LEAVE_CLOSED, NOT_PLANNED, OPEN_NULL_DEVICE};
use crate::error::SpawnStep;
use crate::raw_result::errno_of;
use syscalls::{Sysno, raw_syscall};

/// Puts every descriptor of the plan in its place.
///
/// # Safety
/// The caller is a new process with descriptors of its own, and `side`'s list of sources is valid
/// and nobody else's.
pub(super) unsafe fn place(side: &ChildSide) {
    // SAFETY: the parent made the list for this child alone and waits.
    let sources = unsafe { std::slice::from_raw_parts_mut(side.sources, side.source_count) };
    let count = sources.len();
    // A source in the way of a later target would be overwritten: such ones move above all targets
    // first.
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
                NOT_PLANNED => {}
                // What the parent left inheritable at this number is not in the plan. A source that
                // is still needed is not here: it would have moved.
                LEAVE_CLOSED => {
                    raw_syscall!(Sysno::close, target);
                }
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
    // SAFETY: closes what is not in the plan, as a source that is still needed would have moved;
    // opens a path that is a C string, moves the descriptor to its place and closes the one it came
    // on.
    unsafe {
        // Free, its number is the one that is opened, unless a lower one is free too.
        raw_syscall!(Sysno::close, target);
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

/// Programs expect their standard descriptors to block; the parent may have set its own to
/// non-blocking.
unsafe fn make_standard_blocking(target: usize) {
    if target > 2 {
        return;
    }
    // SAFETY: reads and sets the status flags of a descriptor of this process.
    unsafe {
        let flags = raw_syscall!(Sysno::fcntl, target, libc::F_GETFL);
        let non_blocking = libc::O_NONBLOCK as usize;
        if errno_of(flags).is_none() && flags & non_blocking != 0 {
            raw_syscall!(Sysno::fcntl, target, libc::F_SETFL, flags & !non_blocking);
        }
    }
}
