//! A child that a debugger traces: it ends, but only the debugger may reap it until it lets go
//! (`ptrace(2)`).
#![cfg(target_os = "linux")]

#[path = "support/inherit.rs"]
mod inherit;
#[path = "support/part.rs"]
mod part;

use inherit::inherit;
use rt_process::{Child, ChildDescriptor, Command, ExitStatus, Pipe, reaper};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::time::{ClockId, clock_gettime};
use std::io::{BufRead, BufReader, Read};
use std::net::Shutdown;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Set to the part that a copy of this test program plays.
const PART: &str = "RT_PROCESS_TRACED_TEST";

const SKIPPED: &str = "skipped: this system does not let processes trace each other";

/// A copy of this test program that plays a part, once it has said that it is ready. Nothing when
/// it may not.
fn play(part: &str) -> Option<(Child, BufReader<Pipe>)> {
    let mut command = copy(part);
    command.descriptors([ChildDescriptor::Pipe, ChildDescriptor::Pipe, inherit(2)]);
    let mut spawned = command.spawn().unwrap();
    let mut output = BufReader::new(spawned.take_stdout().unwrap());
    if ready(&mut output).is_some() {
        return Some((spawned, output));
    }
    spawned.wait().unwrap();
    None
}

fn copy(part: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(part::play("parts"))
        .environment([format!("{PART}={part}")]);
    command
}

/// The number of a copy, once it says that it is ready.
fn ready(output: &mut impl BufRead) -> Option<String> {
    let mut lines = output.lines().map(Result::unwrap);
    lines.find_map(|line| Some(line.split_once("ready ")?.1.to_owned()))
}

#[test]
#[ignore = "no test, but what the other tests' children do"]
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
        println!("ready {}", std::process::id());
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
    }
}

#[test]
fn a_child_that_a_debugger_holds_is_reaped_when_that_lets_go() {
    let (child, _output) = play("tracee").unwrap();
    let Some((mut tracer, _output)) = play(&child.pid().to_string()) else {
        child.send_signal(9).unwrap();
        child.wait().unwrap();
        eprintln!("{SKIPPED}");
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

#[test]
fn a_run_sleeps_while_a_debugger_holds_its_child() {
    let (own, of_child) = UnixStream::pair().unwrap();
    let run = thread::spawn(move || {
        let mut command = copy("tracee");
        let number = of_child.as_raw_fd();
        command.descriptors([inherit(number), inherit(number), inherit(2)]);
        let before = clock_gettime(ClockId::ThreadCPUTime);
        let output = command.capture().run().unwrap();
        let used = Duration::try_from(clock_gettime(ClockId::ThreadCPUTime) - before).unwrap();
        (output.status.unwrap(), used)
    });
    let mut output = BufReader::new(&own);
    let traced = play(&ready(&mut output).unwrap());
    own.shutdown(Shutdown::Write).unwrap();
    if let Some((mut tracer, _output)) = traced {
        thread::sleep(Duration::from_millis(400));
        assert!(!run.is_finished());
        drop(tracer.take_stdin());
        tracer.wait().unwrap();
        let (status, used) = run.join().unwrap();
        assert!(status.success());
        assert!(used < Duration::from_millis(100), "{used:?}");
    } else {
        eprintln!("{SKIPPED}");
        assert!(run.join().unwrap().0.success());
    }
}
