//! Descendants that leave their parents, and are found all the same.
#![cfg(target_os = "linux")]

#[path = "support/is_alive.rs"]
mod is_alive;
#[path = "support/part.rs"]
mod part;
#[path = "support/wait_until.rs"]
mod wait_until;

use is_alive::is_alive;
use rt_process::{Child, ChildDescriptor, Command, Containment, ExitStatus};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::time::Duration;
use wait_until::wait_until;

/// Starts a script of the shell and reads a line of numbers for each process that it says it
/// starts.
fn start(script: &str, lines: usize) -> (Child, BTreeSet<i32>) {
    let mut child = Command::new("sh")
        .args(["-c", script])
        .stdout(ChildDescriptor::Pipe)
        .contain(true)
        .spawn()
        .unwrap();
    let output = BufReader::new(child.take_stdout().unwrap());
    let numbers = output
        .lines()
        .take(lines)
        .map(|line| line.unwrap().trim().parse().unwrap())
        .collect();
    (child, numbers)
}

fn wait_until_gone(pids: &BTreeSet<i32>) {
    let are_gone = || !pids.iter().any(|&pid| is_alive(pid));
    assert!(wait_until(Duration::from_secs(5), are_gone), "{pids:?}");
}

fn sorted(pids: &[i32]) -> BTreeSet<i32> {
    pids.iter().copied().collect()
}

const DAEMON: &str = "setsid sh -c 'sh -c \"echo \\$\\$; exec sleep 60\" &'; ";

#[test]
fn a_daemon_is_reached_while_the_child_runs() {
    let (child, mut pids) = start(&format!("{DAEMON} exec sleep 60"), 1);
    pids.insert(child.pid());
    // By what this machine allows.
    let kinds = [Containment::Session, Containment::ControlGroup].map(Some);
    assert!(kinds.contains(&child.containment()));
    assert_eq!(sorted(&child.send_signal_to_tree(0).unwrap().signalled), pids);
    assert_eq!(sorted(&child.kill_tree().unwrap().signalled), pids);
    assert_eq!(child.wait().unwrap(), ExitStatus::Signal(9));
    wait_until_gone(&pids);
}

#[test]
fn daemons_are_reached_when_the_child_has_ended_and_was_reaped() {
    let (child, pids) = start(&format!("{DAEMON} {DAEMON} sleep 60 & echo $!"), 3);
    assert_eq!(child.wait().unwrap(), ExitStatus::Code(0));
    assert!(pids.iter().all(|&pid| is_alive(pid)));
    assert_eq!(sorted(&child.send_signal_to_tree(0).unwrap().signalled), pids);
    assert_eq!(
        sorted(&child.send_signal_to_tree(libc::SIGTERM).unwrap().signalled),
        pids
    );
    wait_until_gone(&pids);
    assert!(child.kill_tree().unwrap().signalled.is_empty());
}

/// By the child's session, and by the session that the process leads that it has found.
#[test]
fn processes_with_another_environment_are_reached_by_their_session() {
    let in_session = "env -i sleep 60 & echo $!;";
    let in_own = "setsid sh -c 'echo $$; (env -i sleep 60 & echo $!); exec sleep 60' &";
    let (child, pids) = start(&format!("{in_session} {in_own} exec sleep 60"), 3);
    // The shell that replaced itself has its environment still.
    let mut all = pids.clone();
    all.insert(child.pid());
    // And a shell that is just ending.
    assert!(sorted(&child.kill_tree().unwrap().signalled).is_superset(&all));
    child.wait().unwrap();
    wait_until_gone(&pids);
}

#[test]
fn another_child_is_not_reached() {
    let (one, daemons_of_one) = start(DAEMON, 1);
    let (other, daemons_of_other) = start(DAEMON, 1);
    one.wait().unwrap();
    other.wait().unwrap();
    assert_eq!(sorted(&one.kill_tree().unwrap().signalled), daemons_of_one);
    wait_until_gone(&daemons_of_one);
    assert!(daemons_of_other.iter().all(|&pid| is_alive(pid)));
    assert_eq!(sorted(&other.kill_tree().unwrap().signalled), daemons_of_other);
}

#[test]
fn one_inside_of_another_belongs_to_both() {
    // The inner one is made by this crate again: by the copy of this test below.
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(part::play("starts_a_contained_daemon"));
    let mut outer = command
        .env("RT_PROCESS_CONTAINMENT_TEST", "1")
        .stdout(ChildDescriptor::Pipe)
        .contain(true)
        .spawn()
        .unwrap();
    let output = BufReader::new(outer.take_stdout().unwrap());
    let daemon: i32 = output
        .lines()
        .find_map(|line| line.unwrap().strip_prefix("daemon ")?.parse().ok())
        .unwrap();
    outer.wait().unwrap();
    assert_eq!(outer.kill_tree().unwrap().signalled, [daemon]);
    wait_until_gone(&BTreeSet::from([daemon]));
}

#[test]
#[ignore = "no test, but what the other test's child does"]
fn starts_a_contained_daemon() {
    if std::env::var_os("RT_PROCESS_CONTAINMENT_TEST").is_some() {
        let (child, daemons) = start(DAEMON, 1);
        child.wait().unwrap();
        println!("daemon {}", daemons.first().unwrap());
    }
}

#[test]
fn bad_signals_are_refused_and_nothing_is_contained_without_asking() {
    let child = Command::new("sleep").arg("60").contain(true).spawn().unwrap();
    for signal in [-1, 1000] {
        let error = child.send_signal_to_tree(signal).unwrap_err();
        assert_eq!(error.raw_os_error(), Some(libc::EINVAL));
    }
    child.kill_tree().unwrap();
    child.wait().unwrap();
    assert_eq!(Command::new("true").spawn().unwrap().containment(), None);
}
