//! A guardian whose child was not reaped by this crate: a later process may have the child's
//! number, and is not taken for it.
#![cfg(target_os = "linux")]

#[path = "support/guardians.rs"]
mod guardians;
#[path = "support/is_alive.rs"]
mod is_alive;
#[path = "support/later_process.rs"]
mod later_process;
#[path = "support/namespace.rs"]
mod namespace;
#[path = "support/part.rs"]
mod part;
#[path = "support/wait_until.rs"]
mod wait_until;

use guardians::guardians_of;
use is_alive::is_alive;
use later_process::later_process;
use namespace::in_namespace;
use rt_process::{Child, ChildDescriptor, Command};
use std::fs;
use std::io::{BufRead, BufReader};
use std::time::Duration;
use wait_until::wait_until;

/// Set in the copy of this test program that plays the parent: who reaps its child.
const REAPER: &str = "RT_PROCESS_REUSED_NUMBER_TEST";
const REAPERS: [&str; 2] = ["kernel", "other code"];

/// In which what has to come comes.
const LIMIT: Duration = Duration::from_secs(30);

#[test]
#[ignore = "no test, but what the other tests' children do"]
fn parts() {
    let Ok(reaper) = std::env::var(REAPER) else {
        return;
    };
    if reaper == "kernel" {
        // SAFETY: no handler is set.
        unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
    }
    let child = Command::new("true")
        .contain(true)
        .parent_death_signal(libc::SIGKILL)
        .spawn()
        .unwrap();
    if reaper == "other code" {
        // SAFETY: the status is not asked for.
        let waited = unsafe { libc::waitpid(child.pid(), std::ptr::null_mut(), 0) };
        assert_eq!(waited, child.pid());
    }
    assert!(wait_until(LIMIT, || !exists(child.pid())));
    println!("\nchild {}", child.pid());
    std::thread::sleep(Duration::from_secs(120));
}

/// A parent, and the number of the child that it had.
fn start_parent(reaper: &str) -> (Child, i32) {
    let mut parent = Command::new(std::env::current_exe().unwrap())
        .args(part::play("parts"))
        .env(REAPER, reaper)
        .stdout(ChildDescriptor::Pipe)
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(parent.take_stdout().unwrap()).lines();
    let number = lines
        .find_map(|line| line.unwrap().strip_prefix("child ")?.parse().ok())
        .unwrap();
    (parent, number)
}

fn exists(pid: i32) -> bool {
    fs::exists(format!("/proc/{pid}")).unwrap()
}

#[test]
fn a_later_process_with_the_childs_number_is_spared() {
    in_namespace("inner_later_process", true);
}

/// Where the next number can be chosen, and nobody else takes it.
#[test]
#[ignore = "runs in a PID namespace, by another test"]
fn inner_later_process() {
    for reaper in REAPERS {
        let (parent, number) = start_parent(reaper);
        // Processes differ by when they were started, in hundredths of a second.
        std::thread::sleep(Duration::from_millis(30));
        let later = later_process(number);
        let guardians = guardians_of(parent.pid());
        parent.kill().unwrap();
        parent.wait().unwrap();
        assert!(wait_until(LIMIT, || !guardians.iter().any(|&pid| is_alive(pid))));
        let is_spared = later.wait_timeout(Duration::from_millis(100)).unwrap().is_none();
        assert!(is_spared, "{reaper}");
    }
}

#[test]
fn the_guardian_notices_by_itself_that_nothing_is_left() {
    for reaper in REAPERS {
        let (parent, _) = start_parent(reaper);
        assert!(
            wait_until(LIMIT, || guardians_of(parent.pid()).is_empty()),
            "{reaper}"
        );
    }
}
