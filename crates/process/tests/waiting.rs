//! Waiting for processes, signalling them, and handing them to the reaper.
#![cfg(target_os = "linux")]

#[path = "support/errno.rs"]
mod errno;
#[path = "support/stubborn.rs"]
mod stubborn;
#[path = "support/wait_until.rs"]
mod wait_until;

use errno::HasErrno;
use rt_process::{ChildDescriptor, Command, ExitStatus, reaper};
use rustix::io::Errno;
use std::io::Read;
use std::sync::mpsc;
use std::time::{Duration, Instant};
use stubborn::stubborn;
use wait_until::wait_until;

fn sleeper() -> rt_process::Child {
    let mut command = Command::new("sleep");
    command.arguments(["sleep", "60"]);
    command
        .descriptors([const { ChildDescriptor::NullDevice }; 3])
        .spawn()
        .unwrap()
}

#[test]
fn a_wait_with_a_limit_returns_while_the_process_runs() {
    let child = sleeper();
    assert_eq!(child.try_wait().unwrap(), None);
    assert_eq!(child.wait_timeout(Duration::from_millis(20)).unwrap(), None);
    child.send_signal(9).unwrap();
    assert_eq!(
        child.wait_timeout(Duration::from_secs(60)).unwrap(),
        Some(ExitStatus::Signal(9))
    );
}

/// It ends by itself with its input, or after ten seconds.
fn reader() -> Command {
    let mut command = Command::new("timeout");
    command.args(["10", "cat"]).stdin(ChildDescriptor::Pipe);
    command
}

#[test]
fn a_wait_ends_the_input_that_nobody_took() {
    let child = reader().spawn().unwrap();
    assert_eq!(child.wait_timeout(Duration::from_millis(50)).unwrap(), None);
    assert_eq!(child.wait().unwrap(), ExitStatus::Code(0));
    assert_eq!(reader().status().unwrap(), ExitStatus::Code(0));

    let mut child = reader().spawn().unwrap();
    let input = child.take_stdin();
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| child.wait().unwrap());
        std::thread::sleep(Duration::from_millis(50));
        assert!(!waits.is_finished());
        drop(input);
        assert_eq!(waits.join().unwrap(), ExitStatus::Code(0));
    });
}

#[test]
fn a_limit_past_all_time_is_none() {
    let child = Command::new("true").spawn().unwrap();
    assert_eq!(
        child.wait_timeout(Duration::MAX).unwrap(),
        Some(ExitStatus::Code(0))
    );
}

#[test]
fn a_reaped_process_is_never_signalled() {
    let child = sleeper();
    child.send_signal(0).unwrap();
    child.send_signal(15).unwrap();
    assert_eq!(child.wait().unwrap(), ExitStatus::Signal(15));
    assert_eq!(child.send_signal(15).unwrap_err().errno(), Errno::SRCH);
    assert_eq!(child.send_signal(0).unwrap_err().errno(), Errno::SRCH);
}

#[test]
fn a_number_that_is_no_signal_is_refused() {
    let child = sleeper();
    assert_eq!(child.send_signal(1000).unwrap_err().errno(), Errno::INVAL);
    child.send_signal(9).unwrap();
    child.wait().unwrap();
}

#[test]
fn adopted_children_are_reaped_and_reported() {
    let (sender, receiver) = mpsc::channel();
    let children: Vec<_> = (0..20).map(|_| sleeper()).collect();
    for child in children {
        let pid = child.pid();
        child.send_signal(9).unwrap();
        let sender = sender.clone();
        reaper::adopt(child, move |status| sender.send((pid, status)).unwrap()).unwrap();
    }
    drop(sender);
    let reported: Vec<_> = receiver.iter().collect();
    assert_eq!(reported.len(), 20);
    for (pid, status) in reported {
        assert_eq!(status.unwrap(), ExitStatus::Signal(9));
        assert!(!std::path::Path::new(&format!("/proc/{pid}")).exists());
    }
}

/// What a callback panics with, which panics again when it is dropped.
struct Payload;

impl Drop for Payload {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "as this test wants it");
    }
}

#[test]
fn an_adopted_child_reads_the_end_of_its_input() {
    let child = reader().spawn().unwrap();
    let (sender, receiver) = mpsc::channel();
    reaper::adopt(child, move |status| sender.send(status).unwrap()).unwrap();
    let status = receiver.recv_timeout(Duration::from_secs(60)).unwrap();
    assert_eq!(status.unwrap(), ExitStatus::Code(0));
}

#[test]
fn a_panic_whose_payload_panics_leaves_the_reaper_to_the_others() {
    let (sender, receiver) = mpsc::channel();
    for panics in [true, false] {
        let child = sleeper();
        child.kill().unwrap();
        let sender = sender.clone();
        let on_exit = move |status| {
            sender.send(status).unwrap();
            if panics {
                std::panic::panic_any(Payload);
            }
        };
        reaper::adopt(child, on_exit).unwrap();
        let status = receiver.recv_timeout(Duration::from_secs(30)).unwrap();
        assert_eq!(status.unwrap(), ExitStatus::Signal(9));
    }
}

#[test]
fn a_child_is_killed_and_reaped_when_it_is_dropped() {
    let mut command = Command::new("sleep");
    command.arg("600").kill_on_drop(true);
    let child = command.spawn().unwrap();
    let state = format!("/proc/{}/stat", child.pid());
    drop(child);
    gone(&state);
    // One that has ended is left alone, as is one without the option.
    let ended = command.arg0("sleep").spawn().unwrap();
    ended.kill().unwrap();
    ended.wait().unwrap();
    drop(ended);
    let kept = Command::new("sleep").arg("600").spawn().unwrap();
    let state = format!("/proc/{}/stat", kept.pid());
    let number = kept.pid();
    drop(kept);
    assert!(std::fs::exists(&state).unwrap());
    // SAFETY: a child of this process, which nobody has reaped.
    unsafe {
        libc::kill(number, libc::SIGKILL);
        libc::waitpid(number, std::ptr::null_mut(), 0);
    }
}

#[test]
fn a_child_is_reaped_when_it_is_dropped() {
    let mut command = Command::new("sh");
    command
        .args(["-c", "read line"])
        .stdin(ChildDescriptor::Pipe)
        .reap_on_drop(true);
    let states = || {
        let mut child = command.spawn().unwrap();
        (format!("/proc/{}/stat", child.pid()), child.take_stdin())
    };
    let [(ends, its_input), (runs, kept)] = [states(), states()];
    // Both run on: the drop kills nothing.
    std::thread::sleep(Duration::from_millis(20));
    for state in [&ends, &runs] {
        assert!(!std::fs::read_to_string(state).unwrap().contains(") Z "));
    }
    drop(its_input);
    gone(&ends);
    assert!(std::fs::exists(&runs).unwrap());
    drop(kept);
    gone(&runs);
    // One that has ended before the drop.
    let ended = Command::new("true").reap_on_drop(true).spawn().unwrap();
    let state = format!("/proc/{}/stat", ended.pid());
    let has_ended = || std::fs::read_to_string(&state).unwrap().contains(") Z ");
    assert!(wait_until(Duration::from_secs(60), has_ended));
    drop(ended);
    assert!(!std::fs::exists(&state).unwrap());
}

/// Waits until a process is there no more, not even as a zombie.
fn gone(state: &str) {
    assert!(wait_until(Duration::from_secs(60), || !std::fs::exists(state).unwrap()));
}

#[test]
fn stop_asks_first_and_then_kills() {
    assert_eq!(
        sleeper().stop(Duration::from_secs(20)).unwrap(),
        ExitStatus::Signal(15)
    );

    let mut stubborn = stubborn().spawn().unwrap();
    let mut ready = [0; 6];
    stubborn.take_stdout().unwrap().read_exact(&mut ready).unwrap();
    assert_eq!(
        stubborn.stop(Duration::from_millis(50)).unwrap(),
        ExitStatus::Signal(9)
    );

    let ended = Command::new("true").spawn().unwrap();
    assert_eq!(ended.wait().unwrap(), ExitStatus::Code(0));
    assert_eq!(ended.stop(Duration::ZERO).unwrap(), ExitStatus::Code(0));
}

#[test]
fn a_child_says_what_it_used() {
    let mut command = Command::new("sh");
    let child = command
        .args(["-c", "sleep .2; i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"])
        .spawn()
        .unwrap();
    assert_eq!(child.resource_usage(), None);
    child.wait().unwrap();
    let usage = child.resource_usage().unwrap();
    assert!(usage.wall_time >= Duration::from_millis(200), "{usage:?}");
    assert!(usage.user_time + usage.system_time > Duration::ZERO, "{usage:?}");
    assert!(
        usage.user_time + usage.system_time <= usage.wall_time,
        "{usage:?}"
    );
    assert!(usage.max_resident_bytes > 100_000, "{usage:?}");
    assert!(usage.minor_page_faults > 0, "{usage:?}");
    assert!(usage.voluntary_context_switches > 0, "{usage:?}");
}

#[test]
fn the_wall_time_begins_before_the_child_does() {
    let unaccounted = |_| {
        let before = Instant::now();
        let child = Command::new("true").spawn().unwrap();
        let call = before.elapsed();
        child.wait().unwrap();
        let whole = before.elapsed();
        let counted = child.resource_usage().unwrap().wall_time;
        (whole.as_secs_f64() - counted.as_secs_f64()) / call.as_secs_f64()
    };
    // One of these is not disturbed between two of its readings of the clock.
    let least = (0..100).map(unaccounted).fold(f64::INFINITY, f64::min);
    assert!(least < 0.5, "{least} of the call is not counted");
}
