//! Whole runs whose limits end a process group.
#![cfg(target_os = "linux")]

#[path = "support/is_alive.rs"]
mod is_alive;
#[path = "support/part.rs"]
mod part;
#[path = "support/wait_until.rs"]
mod wait_until;

use is_alive::is_alive;
use rt_process::{Command, ExitStatus, LimitReached, Output};
use std::time::{Duration, Instant};
use wait_until::wait_until;

/// Set in the copy of this test program that is run: whether others stay in the group.
const OTHERS: &str = "RT_PROCESS_GROUP_TEST";

/// So much is written at once that a limit is passed.
const MOST: usize = 1000;

fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    command
}

#[test]
fn a_process_that_leads_no_group_gets_the_signal() {
    let started = Instant::now();
    let finished = shell("exec sleep 60")
        .capture()
        .timeout(Duration::from_millis(50))
        .kill_group(true)
        .run()
        .unwrap();
    assert_eq!(finished.limit, Some(LimitReached::Timeout));
    assert_eq!(finished.status.unwrap(), ExitStatus::Signal(15));
    assert_eq!(finished.kill_error.unwrap().raw_os_error(), Some(libc::ESRCH));
    assert!(started.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_process_that_leads_no_group_and_ignores_the_signal_is_killed() {
    let started = Instant::now();
    let finished = shell("trap '' TERM; echo; for i in $(seq 600); do sleep .1; done")
        .capture()
        .max_output(0)
        .kill_after(Duration::from_millis(100))
        .kill_group(true)
        .run()
        .unwrap();
    assert_eq!(finished.status.unwrap(), ExitStatus::Signal(9));
    assert!(finished.force_killed);
    assert!(started.elapsed() < Duration::from_secs(30));
}

#[test]
#[ignore = "no test, but what the other test's child does"]
fn parts() {
    let Ok(others) = std::env::var(OTHERS) else {
        return;
    };
    let sleep = |group| {
        let mut command = Command::new("sleep");
        command.arg("60").descriptors([]).process_group(group);
        command.parent_death_signal(libc::SIGKILL).spawn().unwrap()
    };
    let own = i32::try_from(std::process::id()).unwrap();
    let _stays = (others == "yes").then(|| sleep(own));
    let leader = sleep(0);
    // SAFETY: takes numbers.
    assert_eq!(unsafe { libc::setpgid(0, leader.pid()) }, 0);
    println!("{:MOST$}", "moved");
    std::thread::sleep(Duration::from_secs(60));
}

/// A process that leads a group, leaves it, and then passes a limit.
fn end_what_has_left_its_group(others: &str) -> Output {
    Command::new(std::env::current_exe().unwrap())
        .args(part::play("parts"))
        .env(OTHERS, others)
        .process_group(0)
        .capture()
        .max_output(MOST)
        .kill_group(true)
        .run()
        .unwrap()
}

#[test]
fn a_process_that_has_left_its_group_gets_the_signal() {
    let started = Instant::now();
    let alone = end_what_has_left_its_group("no");
    assert_eq!(alone.status.unwrap(), ExitStatus::Signal(15));
    assert_eq!(alone.kill_error.unwrap().raw_os_error(), Some(libc::ESRCH));
    let with_others = end_what_has_left_its_group("yes");
    assert_eq!(with_others.status.unwrap(), ExitStatus::Signal(15));
    assert!(with_others.kill_error.is_none());
    assert!(started.elapsed() < Duration::from_secs(50));
}

/// Since Linux 6.9, the group is named by the pidfd of the process that has led it.
#[test]
fn what_is_left_of_the_group_gets_the_signal() {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let mut numbers = release
        .split(['.', '-'])
        .map(|number| number.parse::<u32>().unwrap_or(0));
    if (numbers.next(), numbers.next()) < (Some(6), Some(9)) {
        println!("skipped: Linux {release}");
        return;
    }
    // It writes when the leader, whose number it is given, has ended and was reaped.
    let orphan = "while kill -0 $1 2>/dev/null; do sleep .01; done; printf %-2000d $$; exec sleep 60";
    let finished = shell(&format!("sh -c '{orphan}' sh $$ &"))
        .process_group(0)
        .capture()
        .max_output(MOST)
        .kill_signal(libc::SIGKILL)
        .kill_group(true)
        .run()
        .unwrap();
    assert_eq!(finished.limit, Some(LimitReached::Output));
    assert_eq!(finished.status.as_ref().unwrap(), &ExitStatus::Code(0));
    assert!(finished.kill_error.is_none());
    let pid = String::from_utf8_lossy(finished.stdout()).trim().parse().unwrap();
    // Who takes it over reaps it in its own time.
    assert!(wait_until(Duration::from_secs(30), || !is_alive(pid)));
}
