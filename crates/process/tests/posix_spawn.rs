//! Processes that are made by `posix_spawn(3)`, as on macOS: what differs from a clone, and what it
//! leaves to a fork. (`RT_PROCESS_MECHANISM=posix_spawn` runs the other tests over it.)
#![cfg(all(target_os = "linux", target_env = "gnu", feature = "posix-spawn"))]

#[path = "support/errno.rs"]
mod errno;
#[path = "support/refused_calls.rs"]
mod refused_calls;

use errno::HasErrno;
use refused_calls::{always, with_argument, with_refused};
use rt_process::{ChildDescriptor, Command, ExitStatus, OtherDescriptors, SpawnStep, force_posix_spawn};
use rustix::io::Errno;
use std::fs::{self, File, Permissions};
use std::os::fd::AsRawFd;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn shell(script: &str) -> Command {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", script]);
    command
}

/// What the forced way gives, and the usual one.
fn both_ways<R: PartialEq + std::fmt::Debug>(work: impl Fn() -> R) -> R {
    let usual = work();
    force_posix_spawn(true);
    let forced = work();
    force_posix_spawn(false);
    assert_eq!(forced, usual);
    forced
}

fn output(command: &Command) -> String {
    String::from_utf8(command.output().unwrap().stdout().to_vec()).unwrap()
}

fn error(command: &Command) -> (SpawnStep, Errno) {
    let failed = command.spawn().unwrap_err();
    (failed.step, failed.errno())
}

fn script_at(path: &Path, text: &str, mode: u32) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// The C library makes it with `CLONE_VFORK`, and a fork of this crate does without.
#[test]
fn it_is_posix_spawn_that_makes_the_process() {
    let vfork = libc::CLONE_VFORK.unsigned_abs();
    let refused = [
        always(libc::SYS_clone3, Errno::NOSYS),
        with_argument(libc::SYS_clone, Errno::AGAIN, 0, vfork, vfork),
    ];
    with_refused(&refused, || {
        force_posix_spawn(true);
        assert_eq!(error(&Command::new("true")), (SpawnStep::Clone, Errno::AGAIN));
        // A fork: the user is one that `posix_spawn(3)` knows nothing of.
        let mut as_user = Command::new("true");
        as_user.uid(rustix::process::getuid().as_raw());
        assert_eq!(as_user.status().unwrap(), ExitStatus::Code(0));
    });
}

#[test]
fn programs_are_searched_where_the_child_would() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for name in ["first", "second", "third"] {
        fs::create_dir(folder.join(name)).unwrap();
    }
    script_at(&folder.join("first/tool"), "#!/bin/sh\n", 0o644);
    script_at(
        &folder.join("second/tool"),
        "echo without an interpreter: $0 $1\n",
        0o755,
    );
    script_at(&folder.join("third/hidden"), "#!/bin/sh\n", 0o644);
    let path = format!("PATH=/no/such:{0}/first:{0}/second:{0}/third", folder.display());
    if cfg!(target_env = "musl") {
        script_at(
            &folder.join("second/tool"),
            "#!/bin/sh\necho without an interpreter: $0 $1\n",
            0o755,
        );
    }
    let text = both_ways(|| output(Command::new("tool").arg("argument").environment([&path])));
    let script = folder.join("second/tool");
    assert_eq!(
        text,
        format!("without an interpreter: {} argument\n", script.display())
    );

    let mut command = Command::new("no-such-tool");
    command.environment([&path]);
    assert_eq!(both_ways(|| error(&command)), (SpawnStep::Execute, Errno::NOENT));
    let mut command = Command::new("hidden");
    command.environment([&path]);
    assert_eq!(both_ways(|| error(&command)), (SpawnStep::Execute, Errno::ACCESS));

    // Relative to the child's directory.
    let mut command = Command::new("./tool");
    command.current_dir(folder.join("second"));
    assert_eq!(both_ways(|| output(&command)), "without an interpreter: ./tool\n");
}

#[test]
fn errors_name_the_step_that_failed() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut command = shell("true");
    for (directory, errno) in [
        (Path::new("/no/such/directory"), Errno::NOENT),
        (file.path(), Errno::NOTDIR),
        (Path::new(""), Errno::NOENT),
    ] {
        command.current_dir(directory);
        assert_eq!(
            both_ways(|| error(&command)),
            (SpawnStep::WorkingDirectory, errno)
        );
    }
    let mut command = Command::new(file.path());
    command.current_dir("/");
    assert_eq!(both_ways(|| error(&command)), (SpawnStep::Execute, Errno::ACCESS));
    // Nobody's group, and no number of one.
    for (group, errno) in [(i32::MAX, Errno::PERM), (-7, Errno::INVAL)] {
        let mut command = shell("true");
        command.process_group(group);
        assert_eq!(both_ways(|| error(&command)), (SpawnStep::Session, errno));
        command.new_session(true);
        let in_session = both_ways(|| error(&command));
        assert_eq!(in_session.0, SpawnStep::Session);
    }
}

#[test]
fn sessions_and_groups_are_taken() {
    let fields = "read line </proc/self/stat; set -- ${line##*)}; [ $3 = $$ ] && echo group; [ $4 = $$ ] && echo session; true";
    assert_eq!(both_ways(|| output(&shell(fields))), "");
    assert_eq!(both_ways(|| output(shell(fields).process_group(0))), "group\n");
    let text = both_ways(|| output(shell(fields).new_session(true)));
    assert_eq!(text, "group\nsession\n");
    let text = both_ways(|| output(shell(fields).new_session(true).process_group(0)));
    assert_eq!(text, "group\nsession\n");
}

/// By `closefrom`; a descriptor that may stay, or names the program, makes it a fork's.
#[test]
fn only_the_plan_reaches_a_child() {
    let file = File::open("/dev/null").unwrap();
    let inheritable = rustix::io::fcntl_dupfd_cloexec(&file, 40).unwrap();
    rustix::io::fcntl_setfd(&inheritable, rustix::io::FdFlags::empty()).unwrap();
    let number = inheritable.as_raw_fd();
    let mut command = shell(&format!("[ -e /proc/self/fd/{number} ] && echo open; true"));
    assert_eq!(both_ways(|| output(&command)), "");
    command.other_descriptors(OtherDescriptors::Inheritable);
    assert_eq!(both_ways(|| output(&command)), "open\n");

    let program = File::open("/bin/echo").unwrap();
    let command = Command::new(format!("/proc/self/fd/{}", program.as_raw_fd()));
    assert_eq!(both_ways(|| output(&command)), "\n");

    // In each other's way, at their own places, closed and the null device.
    // SAFETY: all are open during the test.
    let inherit = |number| unsafe { ChildDescriptor::inherit(number) };
    let mut command = shell("for n in 0 1 2 3 4 5 6 7; do readlink /proc/self/fd/$n || echo closed; done");
    command.descriptors([
        inherit(2),
        ChildDescriptor::Pipe,
        inherit(2),
        ChildDescriptor::Closed,
        ChildDescriptor::NullDevice,
        inherit(1),
        inherit(0),
    ]);
    both_ways(|| {
        let mut child = command.spawn().unwrap();
        let text = std::io::read_to_string(child.take_pipe(1).unwrap()).unwrap();
        assert_eq!(child.wait().unwrap(), ExitStatus::Code(0));
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        // The pipe's own number differs.
        assert!(lines.remove(1).starts_with("socket:"));
        lines
    });
}
