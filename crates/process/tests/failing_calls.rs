//! Every system call of a spawn and of a wait, made to fail: what the error says, and that nothing
//! is left behind. Alone in its file: it counts what the process has open.
#![cfg(target_os = "linux")]

#[path = "support/allowed_cpus.rs"]
mod allowed_cpus;
#[path = "support/errno.rs"]
mod errno;
#[path = "support/left_behind.rs"]
mod left_behind;
#[path = "support/refused_calls.rs"]
mod refused_calls;

use allowed_cpus::allowed_cpus;
use errno::HasErrno;
use left_behind::{assert_nothing_left, open_descriptors};
use refused_calls::{Refused, always, with_argument, with_refused};
use rt_process::{ChildDescriptor, Command, ExitStatus, Limit, Resource, SpawnStep};
use rustix::io::Errno;
use std::time::Duration;

type Expected = Result<(), (SpawnStep, Errno)>;

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
const WAYS: [&[Refused]; 4] = [
    &[],
    &[NO_CLONE3],
    &[NO_CLONE3, NO_BORROWED_MEMORY],
    &[NO_CLONE3, NO_BORROWED_MEMORY, NO_PIDFD_WAIT],
];

/// What the child's side calls, and the error when that fails.
fn calls_of_the_child() -> Vec<(Refused, Expected)> {
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
fn calls_of_the_parent() -> Vec<(Vec<Refused>, Expected)> {
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

/// A command that takes every step: descriptors of each kind, two of them in each other's way, a
/// directory, an identity, a session, and all that is set up.
fn command() -> Command {
    let mut command = Command::new("/bin/true");
    command
        .descriptors([
            inherit(1),
            inherit(0),
            inherit(2),
            ChildDescriptor::Pipe,
            ChildDescriptor::NullDevice,
            ChildDescriptor::Closed,
        ])
        .current_dir("/")
        .uid(rustix::process::getuid().as_raw())
        .gid(rustix::process::getgid().as_raw())
        .new_session(true)
        .limit(Resource::Core, Limit::soft(0))
        .umask(0o22)
        .priority(19)
        .cpu_affinity(allowed_cpus())
        .no_new_privileges(true);
    command
}

fn spawn(command: &Command, refused: &[Refused], expected: Expected) {
    with_refused(refused, || {
        let outcome = command.spawn().map(|spawned| spawned.wait());
        match (outcome, expected) {
            (Ok(status), Ok(())) => assert_eq!(status.unwrap(), ExitStatus::Code(0), "{refused:?}"),
            (Err(failed), Err(expected)) => {
                assert_eq!((failed.step, failed.errno()), expected, "{refused:?}");
            }
            (outcome, expected) => panic!("{outcome:?} instead of {expected:?} with {refused:?}"),
        }
    });
}

#[test]
fn a_call_that_fails_is_reported_and_leaves_nothing_behind() {
    let before = open_descriptors();
    let command = command();
    let fails_in_each_way = |command: &Command, refused, expected| {
        for way in WAYS {
            let all: Vec<Refused> = way.iter().copied().chain([refused]).collect();
            spawn(command, &all, expected);
            assert_nothing_left(&before, &format!("{all:?}"));
        }
    };
    for (refused, expected) in calls_of_the_child() {
        fails_in_each_way(&command, refused, expected);
    }
    let mut in_groups = Command::new("/bin/true");
    in_groups.process_group(0);
    let refused = always(libc::SYS_setpgid, Errno::PERM);
    fails_in_each_way(&in_groups, refused, Err((SpawnStep::Session, Errno::PERM)));
    in_groups.groups([1, 2]);
    let refused = always(libc::SYS_setgroups, Errno::INVAL);
    fails_in_each_way(&in_groups, refused, Err((SpawnStep::Groups, Errno::INVAL)));
    for (refused, expected) in calls_of_the_parent() {
        spawn(&command, &refused, expected);
        assert_nothing_left(&before, &format!("{refused:?}"));
    }
    waits(&before);
    reads(&before);
}

/// A child that goes on writing is not left waiting for a reader that has failed.
fn reads(before: &[String]) {
    // By its size only the first read of a captured run is meant, and none of the child's.
    let first_read = with_argument(libc::SYS_read, Errno::IO, 2, u32::MAX, 64 * 1024);
    with_refused(&[first_read], || {
        let mut command = Command::new("/bin/sh");
        command
            .arguments(["sh", "-c", "head -c 1000000 /dev/zero; echo $? >&2"])
            .descriptors([const { ChildDescriptor::Pipe }; 3]);
        let finished = command.capture().timeout(Duration::from_secs(60)).run().unwrap();
        assert_eq!(finished.limit, None);
        assert_eq!(finished.pipe_error.unwrap().errno(), Errno::IO);
    });
    assert_nothing_left(before, "read");
}

fn waits(before: &[String]) {
    let polls = [libc::SYS_poll, libc::SYS_ppoll].map(|call| always(call, Errno::NOMEM));
    with_refused(&polls, || {
        let child = command().spawn().unwrap();
        assert_eq!(child.wait().unwrap_err().errno(), Errno::NOMEM);
        assert_eq!(
            child.wait_timeout(Duration::from_secs(60)).unwrap_err().errno(),
            Errno::NOMEM
        );
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
        };
        assert_eq!(status, ExitStatus::Code(0));
    });
    assert_nothing_left(before, "poll");

    let child = command().spawn().unwrap();
    with_refused(&[always(libc::SYS_waitid, Errno::NOMEM)], || {
        assert_eq!(child.wait().unwrap_err().errno(), Errno::NOMEM);
        assert_eq!(child.try_wait().unwrap_err().errno(), Errno::NOMEM);
        assert_eq!(child.resource_usage(), None);
    });
    // Nothing was lost by the failure.
    assert_eq!(child.wait().unwrap(), ExitStatus::Code(0));
    drop(child);
    assert_nothing_left(before, "waitid");

    let mut sleeper = Command::new("sleep");
    let child = sleeper.arguments(["sleep", "60"]).spawn().unwrap();
    let signals = [libc::SYS_pidfd_send_signal, libc::SYS_kill].map(|call| always(call, Errno::PERM));
    with_refused(&signals, || {
        assert_eq!(child.send_signal(9).unwrap_err().errno(), Errno::PERM);
    });
    child.send_signal(9).unwrap();
    assert_eq!(child.wait().unwrap(), ExitStatus::Signal(9));
    drop(child);
    assert_nothing_left(before, "kill");
}

/// The tests keep what they lend open.
fn inherit(number: i32) -> ChildDescriptor {
    // SAFETY: as above; some tests want the error of a number that is not open.
    unsafe { ChildDescriptor::inherit(number) }
}
