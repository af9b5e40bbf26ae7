//! Children in control groups of their own, where this process may make them (`cgroups(7)`).

use crate::is_alive::is_alive;
use crate::wait_until::wait_until;
use rt_process::{Child, ChildDescriptor, Command, Containment};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// In which what has to come comes.
pub const LIMIT: Duration = Duration::from_secs(10);

/// Two forks, a session of its own, and another environment: of what `session` goes by, nothing is
/// left.
pub const DAEMON: &str = r#"(setsid env -i sh -c 'sh -c "echo \$\$; exec sleep 60" & sleep 0.1' &); "#;

pub fn contained(script: &str) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", script])
        .stdout(ChildDescriptor::Pipe)
        .contain(true);
    command
}

/// Each test counts the groups of this process.
static ALONE: Mutex<()> = Mutex::new(());

/// `None` where this process may make no groups.
pub fn alone() -> Option<MutexGuard<'static, ()>> {
    let guard = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let child = Command::new("true").contain(true).spawn().unwrap();
    child.wait().unwrap();
    if child.containment() == Some(Containment::ControlGroup) {
        return Some(guard);
    }
    eprintln!("skipped: this process may make no control groups");
    None
}

/// The directory of a process's group: of the mounts, the last that has it.
pub fn group_of(pid: i32) -> PathBuf {
    let groups = fs::read_to_string(format!("/proc/{pid}/cgroup")).unwrap();
    let path = groups.lines().find_map(|line| line.strip_prefix("0::/")).unwrap();
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
    mounts
        .lines()
        .filter(|line| line.contains(" - cgroup2 "))
        .filter_map(|line| line.split(' ').nth(4))
        .map(|mount| PathBuf::from(mount).join(path))
        .find(|directory| directory.join("cgroup.procs").exists())
        .unwrap()
}

/// The groups that a process has made.
pub fn groups_made_by(pid: u32) -> Vec<String> {
    let own = i32::try_from(std::process::id()).unwrap();
    let prefix = format!("rt-contained-{pid}-");
    let entries = fs::read_dir(group_of(own)).unwrap();
    entries
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter(|name| name.starts_with(&prefix))
        .collect()
}

pub fn own_groups() -> Vec<String> {
    groups_made_by(std::process::id())
}

pub fn numbers(child: &mut Child, count: usize) -> Vec<i32> {
    let lines = BufReader::new(child.take_stdout().unwrap()).lines();
    let numbers = lines.map(|line| line.unwrap().trim().parse().unwrap());
    numbers.take(count).collect()
}

pub fn session_of(pid: i32) -> i32 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let (_, fields) = stat.rsplit_once(") ").unwrap();
    fields.split(' ').nth(3).unwrap().parse().unwrap()
}

/// The daemon that this child has started, once it has lost parent and leader of its session.
pub fn daemon(child: &mut Child) -> i32 {
    let [daemon] = numbers(child, 1)[..] else {
        panic!("no number");
    };
    assert!(wait_until(LIMIT, || !is_alive(session_of(daemon))));
    daemon
}
