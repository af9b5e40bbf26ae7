//! Signals to whole trees.
#![cfg(target_os = "linux")]

#[path = "support/errno.rs"]
mod errno;
#[path = "support/marked_tree.rs"]
mod marked_tree;
#[path = "support/wait_until.rs"]
mod wait_until;

use errno::HasErrno;
use marked_tree::{Mark, kills_all, rounds};
use rt_process::{Command, ExitStatus, tree};
use rustix::io::Errno;
use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process;
use std::time::Duration;
use wait_until::wait_until;

/// Forks two copies of itself, and these again: 2^n - 1 processes, as fast as they can.
const BOMB: &str =
    "bomb() { [ $1 -gt 0 ] || exec sleep 60; bomb $(($1 - 1)) & bomb $(($1 - 1)) & wait; }; bomb";

#[test]
fn a_tree_that_is_fifty_deep() {
    let script = "deep() { [ $1 -gt 1 ] || exec sleep 60; deep $(($1 - 1)) & wait; }; deep 50";
    kills_all("deep", script, 50);
}

#[test]
fn a_tree_that_is_five_hundred_wide() {
    let took = kills_all("wide", "for i in $(seq 500); do sleep 60 & done; wait", 501);
    eprintln!("500 processes: {took:?}");
}

#[test]
fn nothing_of_a_fork_bomb_survives() {
    let mark = Mark::new("bomb");
    let bystander = Command::new("sleep").arg("600").spawn().unwrap();
    for round in 0..rounds(20) {
        let root = mark.shell(&format!("{BOMB} 6"));
        std::thread::sleep(Duration::from_micros(
            u64::try_from(round).unwrap() * 977 % 40_000,
        ));
        let reached = root.kill_tree().unwrap();
        assert!(!reached.signalled.is_empty());
        assert_eq!(root.wait().unwrap(), ExitStatus::Signal(9));
        mark.assert_gone();
    }
    assert_eq!(bystander.try_wait().unwrap(), None);
    bystander.stop(Duration::from_secs(10)).unwrap();
}

#[test]
fn a_signal_that_can_be_caught_is_caught_by_all() {
    let mark = Mark::new("caught");
    let script = "trap 'echo caught; exit 7' TERM; (trap 'echo caught; exit' TERM; echo ready; \
                  while :; do sleep .05; done) & echo ready; while :; do sleep .05; done";
    let mut root = mark.shell(script);
    let mut lines = BufReader::new(root.take_stdout().unwrap())
        .lines()
        .map(Result::unwrap);
    assert_eq!(lines.by_ref().take(2).collect::<Vec<_>>(), ["ready", "ready"]);
    let reached = root.send_signal_to_tree(libc::SIGTERM).unwrap();
    assert!(reached.signalled.len() >= 2, "{reached:?}");
    assert_eq!(lines.collect::<Vec<_>>(), ["caught", "caught"]);
    assert_eq!(root.wait().unwrap(), ExitStatus::Code(7));
    mark.assert_gone();
}

fn state(pid: i32) -> char {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    stat[stat.rfind(')').unwrap() + 2..].chars().next().unwrap()
}

fn wait_until_so(is_so: impl Fn() -> bool) {
    assert!(wait_until(Duration::from_secs(20), is_so));
}

#[test]
fn signals_that_stop_leave_the_tree_stopped() {
    for signal in [libc::SIGSTOP, libc::SIGTSTP] {
        let mark = Mark::new(&format!("stopped{signal}"));
        let root = mark.shell("sleep 60 & sleep 60 & wait");
        mark.wait_for(3);
        let reached = root.send_signal_to_tree(signal).unwrap();
        wait_until_so(|| reached.signalled.iter().all(|&pid| state(pid) == 'T'));
        root.send_signal_to_tree(libc::SIGCONT).unwrap();
        wait_until_so(|| reached.signalled.iter().all(|&pid| state(pid) == 'S'));
        root.kill_tree().unwrap();
        root.wait().unwrap();
        mark.assert_gone();
    }
}

#[test]
fn signal_zero_lists_the_tree_and_stops_nothing() {
    let mark = Mark::new("listed");
    let root = mark.shell("sleep 60 & kill -STOP $!; sleep 60 & wait");
    let alive = mark.wait_for(3);
    let reached = root.send_signal_to_tree(0).unwrap();
    assert_eq!(reached.signalled.iter().copied().collect::<HashSet<_>>(), alive);
    let stopped = || reached.signalled.iter().filter(|&&pid| state(pid) == 'T').count();
    wait_until_so(|| stopped() == 1);
    root.kill_tree().unwrap();
    root.wait().unwrap();
    mark.assert_gone();
}

#[test]
fn what_has_ended_and_what_cannot_be_is_not_signalled() {
    let child = Command::new("true").spawn().unwrap();
    child.wait_timeout(Duration::ZERO).unwrap();
    child.wait().unwrap();
    assert_eq!(child.kill_tree().unwrap(), tree::Reached::default());
    assert_eq!(
        tree::send_signal(child.pid(), 0).unwrap_err().errno(),
        Errno::SRCH
    );

    let zombie = Command::new("true").spawn().unwrap();
    wait_until_so(|| state(zombie.pid()) == 'Z');
    assert_eq!(zombie.kill_tree().unwrap(), tree::Reached::default());
    zombie.wait().unwrap();

    for pid in [0, -1, i32::MIN, 1, i32::try_from(process::id()).unwrap()] {
        assert_eq!(
            tree::send_signal(pid, 9).unwrap_err().errno(),
            Errno::INVAL,
            "{pid}"
        );
    }
    let running = Command::new("sleep").arg("60").spawn().unwrap();
    for signal in [-1, 65, i32::MAX] {
        assert_eq!(
            running.send_signal_to_tree(signal).unwrap_err().errno(),
            Errno::INVAL
        );
    }
    assert_eq!(running.try_wait().unwrap(), None);
    running.stop(Duration::from_secs(10)).unwrap();
}

/// On a thread that is another user's: only that thread is.
#[test]
fn a_tree_of_another_user_is_not_signalled() {
    // SAFETY: takes nothing.
    if unsafe { libc::geteuid() } != 0 {
        eprintln!("skipped: needs root");
        return;
    }
    let mark = Mark::new("other");
    let root = mark.shell("sleep 60 & wait");
    mark.wait_for(2);
    let pid = root.pid();
    let error = std::thread::spawn(move || {
        // SAFETY: changes the identity of this thread only, which ends soon.
        unsafe { libc::syscall(libc::SYS_setresuid, 65534, 65534, 65534) };
        tree::send_signal(pid, libc::SIGKILL).unwrap_err().errno()
    });
    assert_eq!(error.join().unwrap(), Errno::PERM);
    assert!(mark.alive().iter().all(|&pid| state(pid) != 'T'));
    root.kill_tree().unwrap();
    root.wait().unwrap();
    mark.assert_gone();
}
