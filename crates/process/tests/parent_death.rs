//! A child that is to end with its parent.
#![cfg(target_os = "linux")]

#[path = "support/errno.rs"]
mod errno;
#[path = "support/is_alive.rs"]
mod is_alive;
#[path = "support/part.rs"]
mod part;
#[path = "support/wait_until.rs"]
mod wait_until;

use errno::HasErrno;
use is_alive::is_alive;
use rt_process::{ChildDescriptor, Command, ExitStatus, SpawnStep};
use rustix::io::Errno;
use std::io::{BufRead, BufReader};
use std::time::Duration;
use wait_until::wait_until;

/// Set in the copy of this test program that plays the parent.
const PART: &str = "RT_PROCESS_PARENT_DEATH_TEST";

#[test]
#[ignore = "no test, but what the other test's child does"]
fn parts() {
    if std::env::var_os(PART).is_none() {
        return;
    }
    // From a thread that ends: the kernel would take that for the parent's death.
    let sleeper = std::thread::spawn(|| {
        let mut command = Command::new("sleep");
        command
            .arg("60")
            .stdin(ChildDescriptor::NullDevice)
            .stdout(ChildDescriptor::NullDevice);
        command.parent_death_signal(libc::SIGKILL).spawn().unwrap()
    });
    let sleeper = sleeper.join().unwrap();
    assert_eq!(sleeper.wait_timeout(Duration::from_millis(100)).unwrap(), None);
    println!("sleeper {}", sleeper.pid());
    std::thread::sleep(Duration::from_secs(60));
}

#[test]
#[ignore = "no test, but what the other test's child does"]
fn spawns_without_end() {
    if std::env::var_os(PART).is_none() {
        return;
    }
    println!("begun");
    loop {
        let _ = Command::new("sleep")
            .arg("60")
            .descriptors([])
            .parent_death_signal(libc::SIGKILL)
            .spawn();
    }
}

/// The processes that have this variable in their environment, and have not ended.
fn marked(variable: &str) -> Vec<String> {
    let alive = |pid: &String| {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment
            .windows(variable.len())
            .any(|window| window == variable.as_bytes())
    };
    std::fs::read_dir("/proc")
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
        .filter(alive)
        .collect()
}

/// Between the clone and the exec too.
#[test]
fn nothing_is_left_of_a_parent_that_is_killed_while_it_spawns() {
    let rounds = std::env::var("RT_ORPHANS_COUNT").map_or(50, |count| count.parse().unwrap());
    for round in 0..rounds {
        let mark = format!("RT_SPAWNING_{}_{round}", std::process::id());
        let mut parent = Command::new(std::env::current_exe().unwrap())
            .args(part::play("spawns_without_end"))
            .env(PART, "1")
            .env(&mark, "1")
            .stdout(ChildDescriptor::Pipe)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(parent.take_stdout().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap() == "begun"));
        std::thread::sleep(Duration::from_micros(round * 37 % 3000));
        parent.kill().unwrap();
        assert_eq!(parent.wait().unwrap(), ExitStatus::Signal(9));
        assert!(
            wait_until(Duration::from_secs(1), || marked(&mark).is_empty()),
            "round {round}: {:?}",
            marked(&mark)
        );
    }
}

#[test]
fn it_ends_when_the_parent_does_and_not_before() {
    let mut parent = Command::new(std::env::current_exe().unwrap())
        .args(part::play("parts"))
        .env(PART, "1")
        .stdout(ChildDescriptor::Pipe)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(parent.take_stdout().unwrap()).lines();
    let sleeper = lines
        .find_map(|line| line.unwrap().strip_prefix("sleeper ")?.parse().ok())
        .unwrap();
    assert!(is_alive(sleeper));
    parent.kill().unwrap();
    assert_eq!(parent.wait().unwrap(), ExitStatus::Signal(9));
    // Whoever takes it over reaps it.
    assert!(wait_until(Duration::from_secs(30), || !is_alive(sleeper)));
}

#[test]
fn a_number_that_is_no_signal_is_refused() {
    let error = Command::new("true")
        .parent_death_signal(1000)
        .spawn()
        .unwrap_err();
    assert_eq!(
        (error.step, error.errno()),
        (SpawnStep::ParentDeathSignal, Errno::INVAL)
    );
    let status = Command::new("true").parent_death_signal(9).status().unwrap();
    assert_eq!(status, ExitStatus::Code(0));
}
