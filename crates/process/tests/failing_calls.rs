//! Every system call of a spawn and of a wait, made to fail: what the error says, and that nothing
//! is left behind. Alone in its file: it counts what the process has open.
#![cfg(target_os = "linux")]

#[path = "support/allowed_cpus.rs"]
mod allowed_cpus;
#[path = "support/calls_of_a_spawn.rs"]
mod calls_of_a_spawn;
#[path = "support/errno.rs"]
mod errno;
#[path = "support/inherit.rs"]
mod inherit;
#[path = "support/left_behind.rs"]
mod left_behind;
#[path = "support/open_descriptors.rs"]
mod open_descriptors;
#[path = "support/refused_calls.rs"]
mod refused_calls;

use allowed_cpus::allowed_cpus;
use calls_of_a_spawn::{Expected, WAYS, calls_of_the_child, calls_of_the_parent};
use errno::HasErrno;
use inherit::inherit;
use left_behind::assert_nothing_left;
use open_descriptors::open_descriptors;
use refused_calls::{Refused, always, with_argument, with_refused};
use rt_process::{ChildDescriptor, Command, ExitStatus, Limit, Resource, SpawnStep};
use rustix::io::Errno;
use std::time::Duration;

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
    ends_input(&before);
    #[cfg(all(feature = "posix-spawn", target_env = "gnu"))]
    posix_spawn_fails(&before);
}

/// The same where `posix_spawn(3)` makes the process, which tells no step. What it leaves to a fork
/// fails as above.
#[cfg(all(feature = "posix-spawn", target_env = "gnu"))]
fn posix_spawn_fails(before: &[(i32, String)]) {
    use SpawnStep::{Clone, Execute};
    let clone_with = |flag: libc::c_int| {
        let flag = flag.unsigned_abs();
        with_argument(libc::SYS_clone, Errno::AGAIN, 0, flag, flag)
    };
    let no_clone3 = always(libc::SYS_clone3, Errno::NOSYS);
    let failures = [
        (
            vec![always(libc::SYS_execve, Errno::TOOBIG)],
            Execute,
            Errno::TOOBIG,
        ),
        (
            vec![always(libc::SYS_execve, Errno::ACCESS)],
            Execute,
            Errno::ACCESS,
        ),
        // The shell is tried then, and fails as well.
        (
            vec![always(libc::SYS_execve, Errno::NOEXEC)],
            Execute,
            Errno::NOEXEC,
        ),
        (
            vec![no_clone3, clone_with(libc::CLONE_VFORK)],
            Clone,
            Errno::AGAIN,
        ),
        // No process is made that nothing can watch.
        (
            vec![no_clone3, clone_with(libc::CLONE_THREAD)],
            Clone,
            Errno::AGAIN,
        ),
    ];
    let simple = Command::new("/bin/true");
    for (refused, step, errno) in failures {
        with_refused(&refused, || {
            rt_process::force_posix_spawn(true);
            let failed = simple.spawn().unwrap_err();
            assert_eq!((failed.step, failed.errno()), (step, errno), "{refused:?}");
            // Not of threads and mechanisms, but of the child: those of a fork.
            if step == Execute {
                let failed = command().spawn().unwrap_err();
                assert_eq!((failed.step, failed.errno()), (step, errno), "{refused:?}");
            }
        });
        assert_nothing_left(before, &format!("{refused:?}"));
    }
}

/// A child that goes on writing is not left waiting for a reader that has failed.
fn reads(before: &[(i32, String)]) {
    // By its size only the first read of a captured run is meant, and none of the child's.
    let first_read = with_argument(libc::SYS_recvfrom, Errno::IO, 2, u32::MAX, 64 * 1024);
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

/// A child whose input the system refuses to end reads its end all the same.
fn ends_input(before: &[(i32, String)]) {
    with_refused(&[always(libc::SYS_shutdown, Errno::NOTCONN)], || {
        for input in ["", "some"] {
            let mut command = Command::new("cat");
            command.descriptors([const { ChildDescriptor::Pipe }; 3]);
            let capture = command.capture().input(input.as_bytes());
            let finished = capture.timeout(Duration::from_secs(60)).run().unwrap();
            assert_eq!(finished.limit, None);
            assert_eq!(finished.stdout(), input.as_bytes());
        }
    });
    assert_nothing_left(before, "shutdown");
}

fn waits(before: &[(i32, String)]) {
    let polls = [libc::SYS_poll, libc::SYS_ppoll].map(|call| always(call, Errno::NOMEM));
    with_refused(&polls, || {
        // The end is looked for again and again.
        let status = command().spawn().unwrap().wait().unwrap();
        assert_eq!(status, ExitStatus::Code(0));
        let child = command().spawn().unwrap();
        let status = child.wait_timeout(Duration::from_secs(60)).unwrap();
        assert_eq!(status, Some(ExitStatus::Code(0)));
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
