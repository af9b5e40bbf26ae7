//! A child that a debugger traces: it ends, but only the debugger may reap it until it lets go
//! (`ptrace(2)`).
#![cfg(target_os = "linux")]

#[path = "support/part.rs"]
mod part;

use rt_process::{Child, ChildDescriptor, Command, ExitStatus, Pipe, reaper};
use rustix::event::{PollFd, PollFlags, poll};
use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc;
use std::time::Duration;

/// Set to the part that a copy of this test program plays.
const PART: &str = "RT_PROCESS_TRACED_TEST";

/// A copy of this test program that plays a part, once it has said that it is ready. Nothing when
/// it may not.
fn play(part: &str) -> Option<(Child, BufReader<Pipe>)> {
    let program = std::env::current_exe().unwrap();
    let mut command = Command::new(&program);
    command
        .args(part::play("parts"))
        .environment([format!("{PART}={part}")])
        .descriptors([ChildDescriptor::Pipe, ChildDescriptor::Pipe, inherit(2)]);
    let mut spawned = command.spawn().unwrap();
    let mut output = BufReader::new(spawned.take_stdout().unwrap());
    let mut line = String::new();
    while output.read_line(&mut line).unwrap() > 0 {
        if line.contains("ready") {
            return Some((spawned, output));
        }
        line.clear();
    }
    spawned.wait().unwrap();
    None
}

#[test]
#[ignore = "no test, but what the other test's children do"]
fn parts() {
    let Ok(part) = std::env::var(PART) else {
        return;
    };
    // SAFETY: takes and gives numbers only.
    let refused = unsafe {
        if let Ok(tracee) = part.parse::<libc::pid_t>() {
            libc::ptrace(libc::PTRACE_SEIZE, tracee, 0, 0) != 0
        } else {
            // Where only ancestors may trace, this lets others. Systems without such a rule do not
            // know the call, and need it not.
            libc::prctl(libc::PR_SET_PTRACER, libc::PR_SET_PTRACER_ANY, 0, 0, 0);
            false
        }
    };
    if !refused {
        println!("ready");
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
    }
}

#[test]
fn a_child_that_a_debugger_holds_is_reaped_when_that_lets_go() {
    let (child, _output) = play("tracee").unwrap();
    let Some((mut tracer, _output)) = play(&child.pid().to_string()) else {
        child.send_signal(9).unwrap();
        child.wait().unwrap();
        eprintln!("skipped: this system does not let processes trace each other");
        return;
    };
    child.send_signal(9).unwrap();
    let descriptor = child.exit_descriptor().unwrap();
    poll(&mut [PollFd::new(&descriptor, PollFlags::IN)], None).unwrap();
    assert_eq!(
        child.try_wait().unwrap(),
        None,
        "it has ended, but is the tracer's"
    );

    let (sender, receiver) = mpsc::channel();
    reaper::adopt(child, move |status| sender.send(status).unwrap()).unwrap();
    assert!(receiver.recv_timeout(Duration::from_millis(50)).is_err());
    drop(tracer.take_stdin());
    tracer.wait().unwrap();
    assert_eq!(
        receiver.recv_timeout(Duration::from_secs(60)).unwrap().unwrap(),
        ExitStatus::Signal(9)
    );
}

/// The tests keep what they lend open.
fn inherit(number: i32) -> ChildDescriptor {
    // SAFETY: as above; some tests want the error of a number that is not open.
    unsafe { ChildDescriptor::inherit(number) }
}
