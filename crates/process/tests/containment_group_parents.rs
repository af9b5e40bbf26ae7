//! Contained children whose parent is killed, or may not make control groups: the parent is a copy
//! of this test program.
#![cfg(target_os = "linux")]

#[path = "support/control_groups.rs"]
#[expect(dead_code, reason = "not all of it is used here")]
mod control_groups;
#[path = "support/is_alive.rs"]
mod is_alive;
#[path = "support/part.rs"]
mod part;
#[path = "support/wait_until.rs"]
mod wait_until;

use control_groups::{DAEMON, LIMIT, alone, contained, daemon, group_of, groups_made_by, numbers};
use is_alive::is_alive;
use rt_process::{Child, ChildDescriptor, Command, ExitStatus};
use std::fs;
use std::io::{BufRead, BufReader};
use wait_until::wait_until;

/// Set in the copy of this test program that plays a part: its name.
const PART: &str = "RT_PROCESS_GROUPS_TEST";

/// Starts a copy of this test program that plays a part, under `unshare` with these options.
fn play(part: &str, options: &[&str], prepare: &str) -> Command {
    let mut command = Command::new("unshare");
    let test = std::env::current_exe().unwrap();
    command
        .args(options)
        .args(["sh", "-c", &format!("{prepare} exec \"$@\"")])
        .arg("sh")
        .arg(test)
        .args(part::play("parts"))
        .env(PART, part)
        .stdout(ChildDescriptor::Pipe);
    command
}

#[test]
#[ignore = "no test, but what the other tests' children do"]
fn parts() {
    let Ok(part) = std::env::var(PART) else {
        return;
    };
    // From a session, the daemon would escape.
    let started = if part == "session" { "echo $$;" } else { DAEMON };
    let mut command = contained(&format!("{started} exec sleep 60"));
    if part == "guarded" {
        command.parent_death_signal(libc::SIGKILL);
    }
    let mut child = command.spawn().unwrap();
    println!("kind {:?}", child.containment().unwrap());
    if part == "session" {
        numbers(&mut child, 1);
        assert!(child.kill_tree().unwrap().signalled.contains(&child.pid()));
        return;
    }
    println!("pid {}", daemon(&mut child));
    println!("pid {}", child.pid());
    println!("parent {}", std::process::id());
    // SAFETY: signals this process.
    unsafe { libc::raise(libc::SIGKILL) };
}

fn said(child: &mut Child, what: &str) -> Vec<String> {
    let lines = BufReader::new(child.take_stdout().unwrap()).lines();
    lines
        .map(Result::unwrap)
        .inspect(|line| println!("{line}"))
        .filter(|line| what.is_empty() || line.starts_with(what))
        .collect()
}

#[test]
fn without_a_hierarchy_that_can_be_written_to_the_session_serves() {
    let Some(_alone) = alone() else { return };
    // SAFETY: asks for a number.
    if unsafe { libc::geteuid() } != 0 {
        eprintln!("skipped: needs root");
        return;
    }
    for prepare in [
        "mount -t tmpfs none /sys/fs/cgroup &&",
        "for place in $(grep -o '/[^ ]* [^ ]* [^-]*- cgroup2 ' /proc/self/mountinfo | cut -d ' ' -f 2); do \
         mount -o remount,bind,ro $place || exit 1; done;",
    ] {
        let mut child = play("session", &["-m"], prepare).spawn().unwrap();
        assert_eq!(said(&mut child, "kind "), ["kind Session"]);
        assert_eq!(child.wait().unwrap(), ExitStatus::Code(0));
    }
}

#[test]
fn a_group_that_cannot_be_made_or_entered_is_done_without() {
    let Some(_alone) = alone() else { return };
    let group =
        group_of(i32::try_from(std::process::id()).unwrap()).join(format!("rt-test-{}", std::process::id()));
    let place = group.display();
    for setting in [
        // `ENOSPC` of mkdir, and `EOPNOTSUPP` of clone.
        "echo 0 > $group/cgroup.max.descendants",
        "echo threaded > $group/cgroup.type",
    ] {
        fs::create_dir(&group).unwrap();
        let prepare = format!("group={place}; {setting} && echo $$ > $group/cgroup.procs &&");
        let mut child = play("session", &[], &prepare).spawn().unwrap();
        assert_eq!(said(&mut child, "kind "), ["kind Session"], "{setting}");
        assert_eq!(child.wait().unwrap(), ExitStatus::Code(0));
        // What the child has killed may still be ending, and a group of its own must not be left.
        assert!(wait_until(LIMIT, || fs::remove_dir(&group).is_ok()));
    }
}

#[test]
fn all_in_the_group_ends_with_a_parent_that_asks_for_it() {
    let Some(_alone) = alone() else { return };
    for _ in 0..5 {
        let (pids, parent) = end_of_a_parent("guarded");
        assert!(wait_until(LIMIT, || !pids.iter().any(|&pid| is_alive(pid))));
        assert!(wait_until(LIMIT, || groups_made_by(parent).is_empty()));
    }
}

#[test]
fn what_a_killed_parent_leaves_behind_is_removed_by_another_process() {
    let Some(_alone) = alone() else { return };
    let (pids, parent) = end_of_a_parent("left");
    assert!(pids.iter().all(|&pid| is_alive(pid)));
    assert_eq!(groups_made_by(parent).len(), 1);
    Command::new("true")
        .contain(true)
        .spawn()
        .unwrap()
        .wait()
        .unwrap();
    assert_eq!(groups_made_by(parent).len(), 1);
    for &pid in &pids {
        // SAFETY: takes numbers.
        unsafe { libc::kill(pid, libc::SIGKILL) };
    }
    assert!(wait_until(LIMIT, || !pids.iter().any(|&pid| is_alive(pid))));
    assert!(wait_until(LIMIT, || {
        Command::new("true")
            .contain(true)
            .spawn()
            .unwrap()
            .wait()
            .unwrap();
        groups_made_by(parent).is_empty()
    }));
}

/// The processes that a parent has started that is killed, and its own number.
fn end_of_a_parent(part: &str) -> (Vec<i32>, u32) {
    let mut parent = play(part, &[], "").spawn().unwrap();
    let lines = said(&mut parent, "");
    parent.wait().unwrap();
    let numbers = |what: &str| -> Vec<i32> {
        let lines = lines.iter().filter_map(|line| line.strip_prefix(what));
        lines.map(|number| number.parse().unwrap()).collect()
    };
    assert!(lines.contains(&"kind ControlGroup".to_owned()));
    let pids = numbers("pid ");
    assert_eq!(pids.len(), 2);
    (pids, numbers("parent ")[0].unsigned_abs())
}
