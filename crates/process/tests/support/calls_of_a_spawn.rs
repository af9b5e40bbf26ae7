//! The system calls of a spawn, and the result when one of them fails.

use crate::refused_calls::{Refused, always, with_argument};
use rt_process::{Resource, SpawnStep};
use rustix::io::Errno;

pub type Expected = Result<(), (SpawnStep, Errno)>;

/// A system call with the value of one argument: `fcntl` for one of its commands, `mmap` of one
/// length.
const fn with_value(call: libc::c_long, errno: Errno, position: u8, value: libc::c_int) -> Refused {
    with_argument(call, errno, position, u32::MAX, value.unsigned_abs())
}

/// `clone` with this flag.
const fn clone_with(errno: Errno, flag: libc::c_int) -> Refused {
    with_argument(
        libc::SYS_clone,
        errno,
        0,
        flag.unsigned_abs(),
        flag.unsigned_abs(),
    )
}

const NO_CLONE3: Refused = always(libc::SYS_clone3, Errno::NOSYS);
const NO_BORROWED_MEMORY: Refused = clone_with(Errno::PERM, libc::CLONE_VFORK);
const NO_PIDFD_WAIT: Refused = with_argument(libc::SYS_waitid, Errno::INVAL, 0, u32::MAX, libc::P_PIDFD);

/// The ways to make a process: in each, the child's side reports its failures.
pub const WAYS: [&[Refused]; 4] = [
    &[],
    &[NO_CLONE3],
    &[NO_CLONE3, NO_BORROWED_MEMORY],
    &[NO_CLONE3, NO_BORROWED_MEMORY, NO_PIDFD_WAIT],
];

/// What the child's side calls, and the error when that fails.
pub fn calls_of_the_child() -> Vec<(Refused, Expected)> {
    use SpawnStep::{
        CpuAffinity, Descriptors, Execute, Identity, NoNewPrivileges, Priority, WorkingDirectory,
    };
    let fails = |call, step, errno| (always(call, errno), Err((step, errno)));
    let command_fails = |command, errno| {
        let refused = with_value(libc::SYS_fcntl, errno, 1, command);
        (refused, Err((Descriptors, errno)))
    };
    let does_not_matter = |call| (always(call, Errno::PERM), Ok(()));
    vec![
        fails(libc::SYS_dup3, Descriptors, Errno::MFILE),
        fails(libc::SYS_openat, Descriptors, Errno::ACCESS),
        command_fails(libc::F_DUPFD_CLOEXEC, Errno::MFILE),
        command_fails(libc::F_SETFD, Errno::BADF),
        fails(libc::SYS_chdir, WorkingDirectory, Errno::ACCESS),
        fails(libc::SYS_setgid, Identity, Errno::PERM),
        fails(libc::SYS_setuid, Identity, Errno::AGAIN),
        fails(libc::SYS_execve, Execute, Errno::TOOBIG),
        fails(libc::SYS_execve, Execute, Errno::NOMEM),
        fails(libc::SYS_execve, Execute, Errno::ACCESS),
        fails(libc::SYS_execve, Execute, Errno::LOOP),
        // The shell is tried then, and fails as well.
        fails(libc::SYS_execve, Execute, Errno::NOEXEC),
        fails(libc::SYS_setpriority, Priority, Errno::ACCESS),
        fails(libc::SYS_sched_setaffinity, CpuAffinity, Errno::INVAL),
        fails(libc::SYS_sched_getaffinity, CpuAffinity, Errno::PERM),
        does_not_matter(libc::SYS_setgroups),
        does_not_matter(libc::SYS_setsid),
        does_not_matter(libc::SYS_rt_sigaction),
        does_not_matter(libc::SYS_close_range),
        (with_value(libc::SYS_fcntl, Errno::PERM, 1, libc::F_GETFL), Ok(())),
        (
            with_value(libc::SYS_prctl, Errno::INVAL, 0, libc::PR_SET_NO_NEW_PRIVS),
            Err((NoNewPrivileges, Errno::INVAL)),
        ),
        refused_limit(Resource::Core, libc::RLIMIT_CORE),
    ]
}

/// A limit that cannot be set. (The type of its number differs between C libraries.)
fn refused_limit(resource: Resource, number: impl Into<i64>) -> (Refused, Expected) {
    let number = libc::c_int::try_from(number.into()).unwrap();
    let refused = with_value(libc::SYS_prlimit64, Errno::PERM, 1, number);
    (refused, Err((SpawnStep::Limit(resource), Errno::PERM)))
}

/// What the parent's side calls, with what must be refused besides for it to be called.
pub fn calls_of_the_parent() -> Vec<(Vec<Refused>, Expected)> {
    use SpawnStep::{Clone, Descriptors, Pipes};
    let page = libc::c_int::try_from(rustix::param::page_size()).unwrap();
    let stack = page + (64 * 1024 + page - 1) / page * page;
    vec![
        (
            vec![always(libc::SYS_socketpair, Errno::MFILE)],
            Err((Pipes, Errno::MFILE)),
        ),
        (
            vec![with_value(libc::SYS_fcntl, Errno::BADF, 1, libc::F_GETFD)],
            Err((Descriptors, Errno::BADF)),
        ),
        (
            vec![with_value(libc::SYS_mmap, Errno::NOMEM, 1, stack)],
            Err((Clone, Errno::NOMEM)),
        ),
        (
            vec![with_value(libc::SYS_mprotect, Errno::NOMEM, 1, page)],
            Err((Clone, Errno::NOMEM)),
        ),
        (
            vec![with_value(
                libc::SYS_prctl,
                Errno::INVAL,
                0,
                libc::PR_GET_DUMPABLE,
            )],
            Ok(()),
        ),
        (
            vec![always(libc::SYS_clone3, Errno::AGAIN)],
            Err((Clone, Errno::AGAIN)),
        ),
        (
            vec![always(libc::SYS_clone3, Errno::NOMEM)],
            Err((Clone, Errno::NOMEM)),
        ),
        (
            vec![NO_CLONE3, always(libc::SYS_clone, Errno::AGAIN)],
            Err((Clone, Errno::AGAIN)),
        ),
        // Neither processes nor threads: what a waiter needs is what fails last.
        (
            vec![NO_CLONE3, always(libc::SYS_clone, Errno::PERM)],
            Err((Clone, Errno::AGAIN)),
        ),
        (
            vec![
                NO_CLONE3,
                NO_BORROWED_MEMORY,
                always(libc::SYS_pipe2, Errno::MFILE),
            ],
            Err((Clone, Errno::MFILE)),
        ),
        (
            vec![
                NO_CLONE3,
                NO_BORROWED_MEMORY,
                clone_with(Errno::AGAIN, libc::CLONE_PIDFD),
            ],
            Err((Clone, Errno::AGAIN)),
        ),
        // No descriptor is needed to wait for a child without one.
        (
            vec![NO_CLONE3, NO_PIDFD_WAIT, always(libc::SYS_eventfd2, Errno::MFILE)],
            Ok(()),
        ),
        (
            vec![NO_CLONE3, clone_with(Errno::MFILE, libc::CLONE_PIDFD)],
            Ok(()),
        ),
        // Nor a thread: what lacked first is what is said.
        (
            vec![
                NO_CLONE3,
                clone_with(Errno::MFILE, libc::CLONE_PIDFD),
                clone_with(Errno::AGAIN, libc::CLONE_THREAD),
            ],
            Err((Clone, Errno::MFILE)),
        ),
        // No thread can be started.
        (
            vec![
                NO_CLONE3,
                NO_PIDFD_WAIT,
                clone_with(Errno::AGAIN, libc::CLONE_THREAD),
            ],
            Err((Clone, Errno::AGAIN)),
        ),
    ]
}
