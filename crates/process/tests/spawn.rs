//! Starting processes: descriptors, environment, identity of the program, failures.
#![cfg(target_os = "linux")]

#[path = "support/errno.rs"]
mod errno;
#[path = "support/inherit.rs"]
mod inherit;

use errno::HasErrno;
use inherit::inherit;
use rt_process::{ChildDescriptor, Command, ExitStatus, SpawnStep};
use rustix::io::Errno;
use std::fs::File;
use std::io::Read;
use std::os::fd::AsRawFd;

fn shell(script: &str) -> Command {
    let mut command = Command::new("/bin/sh");
    command.arguments(["sh", "-c", script]);
    command
}

fn output(command: &mut Command, descriptor: usize) -> String {
    let mut plan = vec![ChildDescriptor::NullDevice; 3.max(descriptor + 1)];
    plan[descriptor] = ChildDescriptor::Pipe;
    let mut child = command.descriptors(plan).spawn().unwrap();
    let mut pipes = child.take_pipes();
    let mut text = String::new();
    File::from(pipes[descriptor].take().unwrap())
        .read_to_string(&mut text)
        .unwrap();
    child.wait().unwrap();
    text
}

#[test]
fn exit_codes_and_signals_are_told_apart() {
    assert_eq!(
        shell("exit 7").spawn().unwrap().wait().unwrap(),
        ExitStatus::Code(7)
    );
    assert_eq!(
        shell("kill -9 $$").spawn().unwrap().wait().unwrap(),
        ExitStatus::Signal(9)
    );
}

#[test]
fn a_missing_program_is_reported_with_its_step() {
    let failed = Command::new("/no/such/program").spawn().unwrap_err();
    assert_eq!((failed.errno(), failed.step), (Errno::NOENT, SpawnStep::Execute));
}

#[test]
fn a_missing_working_directory_is_told_apart_from_a_missing_program() {
    let failed = Command::new("true")
        .current_dir("/no/such/directory")
        .spawn()
        .unwrap_err();
    assert_eq!(
        (failed.errno(), failed.step),
        (Errno::NOENT, SpawnStep::WorkingDirectory)
    );
}

#[test]
fn the_environment_is_the_given_one() {
    let mut command = Command::new("/usr/bin/env");
    command.environment(["A=1", "B=two words"]);
    assert_eq!(output(&mut command, 1), "A=1\nB=two words\n");
}

#[test]
fn the_default_environment_is_the_live_one() {
    assert_eq!(
        output(&mut shell("printf %s \"$PATH\""), 1),
        std::env::var("PATH").unwrap()
    );
}

#[test]
fn the_search_path_is_the_childs() {
    let directory = tempfile::tempdir().unwrap();
    let tool = directory.path().join("only-there");
    std::fs::write(&tool, "#!/bin/sh\necho found\n").unwrap();
    rustix::fs::chmod(&tool, rustix::fs::Mode::RWXU).unwrap();
    let mut command = Command::new("only-there");
    command.environment([format!("PATH=/no/such:{}", directory.path().display())]);
    assert_eq!(output(&mut command, 1), "found\n");
}

#[test]
fn a_script_without_an_interpreter_line_is_run_by_the_shell_but_on_musl() {
    let directory = tempfile::tempdir().unwrap();
    let script = directory.path().join("script");
    std::fs::write(&script, "echo \"$0 has $1\"\n").unwrap();
    rustix::fs::chmod(&script, rustix::fs::Mode::RWXU).unwrap();
    let mut command = Command::new(&script);
    command.arguments(["ignored", "argument"]);
    if cfg!(target_env = "musl") {
        let failed = command.spawn().unwrap_err();
        assert_eq!((failed.errno(), failed.step), (Errno::NOEXEC, SpawnStep::Execute));
        return;
    }
    assert_eq!(
        output(&mut command, 1),
        format!("{} has argument\n", script.display())
    );
}

#[test]
fn descriptors_that_overlap_arrive_where_they_were_sent() {
    let [first, second] = ["first", "second"].map(|text| {
        let file = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut &file, text.as_bytes()).unwrap();
        std::io::Seek::rewind(&mut &file).unwrap();
        file
    });
    // Put the two files on descriptors 3 and 4 of the child, whichever numbers they have here, also
    // when they are 4 and 3.
    let mut command = shell("cat <&4; cat <&3");
    let plan = [
        ChildDescriptor::NullDevice,
        ChildDescriptor::Pipe,
        ChildDescriptor::NullDevice,
        inherit(second.as_raw_fd()),
        inherit(first.as_raw_fd()),
    ];
    let mut child = command.descriptors(plan).spawn().unwrap();
    let mut pipes = child.take_pipes();
    let text = std::io::read_to_string(File::from(pipes[1].take().unwrap())).unwrap();
    assert_eq!(child.wait().unwrap(), ExitStatus::Code(0));
    assert_eq!(text, "firstsecond");
}

#[test]
fn a_child_has_the_descriptors_of_its_plan() {
    let _open_here = [File::open("/dev/null").unwrap(), tempfile::tempfile().unwrap()];
    let mut command = Command::new("ls");
    command.arguments(["ls", "/proc/self/fd"]);
    // 3 is the directory that is listed.
    assert_eq!(output(&mut command, 1), "0\n1\n2\n3\n");
}

#[test]
fn ignored_signals_are_default_again_in_the_child() {
    // Rust's runtime ignores SIGPIPE, as Node does: bit 12 of the ignored set must be clear in the
    // child.
    let status = output(&mut shell("grep SigIgn /proc/self/status"), 1);
    let ignored = u64::from_str_radix(status.split_whitespace().nth(1).unwrap(), 16).unwrap();
    assert_eq!(ignored & 0x7fff_ffff, 0);
}

#[test]
fn a_new_session_is_led_by_the_child() {
    let mut command = shell("ps -o sid= -p $$ | tr -d ' '; echo $$");
    let text = output(command.new_session(true), 1);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], lines[1]);
}

#[test]
fn a_closed_descriptor_is_closed_although_the_parents_is_inheritable() {
    let file = File::open("/dev/null").unwrap();
    let inheritable = rustix::io::fcntl_dupfd_cloexec(&file, 5).unwrap();
    rustix::io::fcntl_setfd(&inheritable, rustix::io::FdFlags::empty()).unwrap();
    let number = usize::try_from(inheritable.as_raw_fd()).unwrap();
    let mut plan = vec![ChildDescriptor::Closed; number + 1];
    plan[1] = ChildDescriptor::Pipe;
    let mut command = shell(&format!(
        "test -e /proc/self/fd/{number} && echo open || echo closed"
    ));
    let mut child = command.descriptors(plan).spawn().unwrap();
    let mut pipes = child.take_pipes();
    let text = std::io::read_to_string(File::from(pipes[1].take().unwrap())).unwrap();
    child.wait().unwrap();
    assert_eq!(text, "closed\n");
}

#[test]
fn a_child_of_another_user_leaves_the_parent_dumpable() {
    use rustix::process::{DumpableBehavior, dumpable_behavior};
    assert_eq!(dumpable_behavior(), Ok(DumpableBehavior::Dumpable));
    match Command::new("true").uid(65534).gid(65534).spawn() {
        Ok(child) => assert_eq!(child.wait().unwrap(), ExitStatus::Code(0)),
        // Only root may do so.
        Err(failed) => assert_eq!((failed.errno(), failed.step), (Errno::PERM, SpawnStep::Identity)),
    }
    assert_eq!(dumpable_behavior(), Ok(DumpableBehavior::Dumpable));
}
