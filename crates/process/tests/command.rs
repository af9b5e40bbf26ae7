//! What a command says, in the way of the standard library's.
#![cfg(target_os = "linux")]

#[path = "support/errno.rs"]
mod errno;
#[path = "support/is_alive.rs"]
mod is_alive;
#[path = "support/wait_until.rs"]
mod wait_until;

use errno::HasErrno;
use is_alive::is_alive;
use rt_process::{ChildDescriptor, Command, ExitStatus, Limit, LimitReached, Resource, SpawnStep};
use rustix::io::Errno;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::Duration;
use wait_until::wait_until;

fn text(command: &Command) -> String {
    let output = command.output().unwrap();
    assert_eq!(String::from_utf8_lossy(output.stderr()), "");
    assert!(output.success());
    String::from_utf8(output.stdout().to_vec()).unwrap()
}

#[test]
fn arguments_come_one_by_one_or_all_at_once() {
    let script = "echo \"$0 $*\"";
    let mut command = Command::new("/bin/sh");
    command
        .arg0("name")
        .arg("-c")
        .arg(script)
        .args(["zero", "one", "two"]);
    assert_eq!(text(&command), "zero one two\n");
    assert_eq!(text(command.arguments(["sh", "-c", script, "only"])), "only \n");
}

#[test]
fn variables_are_set_and_taken_out() {
    let mut command = Command::new("env");
    let path = std::env::var("PATH").unwrap();
    command
        .env_clear()
        .env("PATH", &path)
        .envs([("A", "1"), ("B", "2")]);
    assert_eq!(text(&command), format!("A=1\nB=2\nPATH={path}\n"));
    assert_eq!(
        text(command.env_remove("A").env("B", "3")),
        format!("B=3\nPATH={path}\n")
    );
    assert_eq!(
        text(command.environment(["X=1", "Y=2"]).env("X", "changed")),
        "Y=2\nX=changed\n"
    );
}

#[test]
fn the_environment_is_this_processs_if_nothing_is_said() {
    let here: Vec<_> = std::env::vars_os().collect();
    let there = text(&Command::new("env"));
    assert!(there.lines().count() >= here.len());
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", "echo ${PATH:+path} $ADDED"])
        .env("ADDED", "added");
    assert_eq!(text(&command), "path added\n");
}

#[test]
fn a_nul_byte_is_refused_wherever_it_is() {
    let mut commands: Vec<Command> = (0..6).map(|_| Command::new("true")).collect();
    commands[0] = Command::new("tr\0ue");
    commands[1].arg("a\0b");
    commands[2].env("NAME", "a\0b");
    commands[3].env("NA\0ME", "value");
    commands[4].current_dir("/\0");
    commands[5].environment(["A=\0"]);
    for command in commands {
        let error = command.spawn().unwrap_err();
        assert_eq!((error.step, error.errno()), (SpawnStep::Strings, Errno::INVAL));
        assert_eq!(io::Error::from(error).kind(), io::ErrorKind::InvalidInput);
    }
}

#[test]
fn a_nul_byte_that_was_replaced_is_forgotten() {
    let mut command = Command::new("true");
    command
        .arg("a\0b")
        .env("NAME", "\0")
        .current_dir("/\0")
        .arguments(["true"])
        .env_clear()
        .current_dir("/");
    assert!(command.status().unwrap().success());
    command.env("NAME", "\0").environment(["A=1"]);
    assert!(command.status().unwrap().success());
    command.arg("\0");
    assert!(command.status().is_err());
}

#[test]
fn an_error_becomes_one_of_the_standard_library() {
    let error = io::Error::from(Command::new("/no/such/program").spawn().unwrap_err());
    assert_eq!(
        (error.kind(), error.raw_os_error()),
        (io::ErrorKind::NotFound, Some(libc::ENOENT))
    );
}

#[test]
fn files_and_descriptors_are_given_away() {
    let mut file = tempfile::tempfile().unwrap();
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", "echo to one; echo to five >&5"])
        .stdout(file.try_clone().unwrap())
        .descriptor(5, OwnedFd::from(file.try_clone().unwrap()));
    // More than once.
    assert!(command.status().unwrap().success());
    assert!(command.status().unwrap().success());
    drop(command);
    let mut written = String::new();
    file.rewind().unwrap();
    file.read_to_string(&mut written).unwrap();
    assert_eq!(written, "to one\nto five\n".repeat(2));
}

#[test]
fn pipes_are_taken_once() {
    let mut child = Command::new("cat")
        .stdin(ChildDescriptor::Pipe)
        .stdout(ChildDescriptor::Pipe)
        .spawn()
        .unwrap();
    let mut input = child.take_stdin().unwrap();
    assert!(child.take_stdin().is_none() && child.take_stderr().is_none() && child.take_pipe(7).is_none());
    input.write_all(b"there and back").unwrap();
    input.close_write().unwrap();
    assert_eq!(
        io::read_to_string(child.take_stdout().unwrap()).unwrap(),
        "there and back"
    );
    assert_eq!(child.wait().unwrap(), ExitStatus::Code(0));
    // The child is gone: an error, no signal.
    assert_eq!(
        input.write(b"more").unwrap_err().kind(),
        io::ErrorKind::BrokenPipe
    );
}

#[test]
fn one_pipe_carries_bytes_both_ways() {
    let mut child = Command::new("/bin/sh")
        .args(["-c", "read line <&3; echo got $line >&3"])
        .descriptor(3, ChildDescriptor::Pipe)
        .spawn()
        .unwrap();
    let mut pipe = child.take_pipe(3).unwrap();
    pipe.write_all(b"a line\n").unwrap();
    assert_eq!(io::read_to_string(&pipe).unwrap(), "got a line\n");
    child.wait().unwrap();
}

#[test]
fn what_is_not_said_is_captured_and_what_is_said_is_kept() {
    let file = File::open("/dev/null").unwrap();
    let script = "cat; echo out; echo err >&2; [ /proc/self/fd/2 -ef /dev/null ] && echo null";
    let mut command = Command::new("/bin/sh");
    command.args(["-c", script]).stderr(file);
    let output = command.capture().input(b"in\n").run().unwrap();
    assert_eq!(
        (output.stdout(), output.stderr()),
        (&b"in\nout\nnull\n"[..], &b""[..])
    );
    assert!(output.usage.unwrap().max_resident_bytes > 0);
    assert_eq!(command.output().unwrap().stdout(), b"out\nnull\n");
}

#[test]
fn a_limit_ends_the_whole_group() {
    let mut command = Command::new("/bin/sh");
    // The shell's child keeps the shell waiting; it would live on if the shell alone were ended.
    command.args(["-c", "sleep 60 & echo $!; wait"]).process_group(0);
    let limit = Duration::from_millis(300);
    let output = command
        .capture()
        .timeout(limit)
        .kill_signal(9)
        .kill_group(true)
        .run()
        .unwrap();
    assert_eq!(
        (output.status.as_ref().unwrap(), output.limit),
        (&ExitStatus::Signal(9), Some(LimitReached::Timeout))
    );
    let sleeper: i32 = String::from_utf8_lossy(output.stdout()).trim().parse().unwrap();
    // Somebody else reaps it.
    assert!(wait_until(Duration::from_secs(30), || !is_alive(sleeper)));
}

#[test]
fn a_process_group_is_joined() {
    let first = Command::new("sleep").arg("60").process_group(0).spawn().unwrap();
    let second = Command::new("sleep")
        .arg("60")
        .process_group(first.pid())
        .spawn()
        .unwrap();
    assert_eq!(
        second.kill_group().unwrap_err().errno(),
        Errno::SRCH,
        "it does not lead it"
    );
    first.kill_group().unwrap();
    for child in [&first, &second] {
        assert_eq!(child.wait().unwrap(), ExitStatus::Signal(9));
    }
    let error = Command::new("true").process_group(-5).spawn().unwrap_err();
    assert_eq!((error.step, error.errno()), (SpawnStep::Session, Errno::INVAL));
}

#[test]
fn a_status_tells_code_and_signal_apart() {
    let [code, signal] =
        ["exit 3", "kill -9 $$"].map(|script| Command::new("sh").args(["-c", script]).status().unwrap());
    assert_eq!(
        (code.code(), code.signal(), code.to_string()),
        (Some(3), None, "exit code 3".to_owned())
    );
    assert_eq!(
        (signal.code(), signal.signal(), signal.to_string()),
        (None, Some(9), "signal 9".to_owned())
    );
}

#[test]
fn a_descriptor_that_was_given_away_stays_closed_in_other_children() {
    let file = File::open("/dev/null").unwrap();
    let number = file.as_raw_fd();
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &format!("[ -e /proc/self/fd/{number} ] && echo open; true")]);
    assert_eq!(text(command.descriptor(number, file)), "open\n");
}

#[test]
fn a_status_can_be_asked_for_again() {
    let output = Command::new("sh").args(["-c", "exit 3"]).output().unwrap();
    assert_eq!(output.status().unwrap(), ExitStatus::Code(3));
    assert_eq!(output.status().unwrap().code(), Some(3));
    assert!(output.status.is_ok());
}

/// As the standard library's: both may be used after a panic.
#[test]
fn children_are_safe_to_unwind() {
    const fn safe<T: std::panic::UnwindSafe + std::panic::RefUnwindSafe>() {}
    safe::<std::process::Child>();
    safe::<rt_process::Child>();
    safe::<Command>();
}

/// What may grow is no part of a type: a slice, and values that only functions make.
#[test]
fn limits_and_resources_may_become_more() {
    let all: &'static [Resource] = Resource::ALL;
    assert!(all.contains(&Resource::Stack));
    assert_eq!(Limit::new(Some(1), None), Limit::soft(1));
    assert_eq!(Limit::new(None, Some(1)), Limit::hard(1));
}
