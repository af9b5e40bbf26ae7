//! Trees of processes that a test can find and count.

use rt_process::{Child, ChildDescriptor, Command, ExitStatus};
use std::collections::HashSet;
use std::fs;
use std::process;
use std::time::{Duration, Instant};

/// A variable of the environment by which the processes of a test are known.
pub struct Mark(String);

impl Mark {
    pub fn new(name: &str) -> Self {
        Self(format!("RT_TREE_TEST={name}-{}", process::id()))
    }

    pub fn shell(&self, script: &str) -> Child {
        let mut command = Command::new("/bin/sh");
        let (name, value) = self.0.split_once('=').unwrap();
        command.args(["-c", script]).env(name, value);
        command
            .stdin(ChildDescriptor::NullDevice)
            .stdout(ChildDescriptor::Pipe)
            // In a group whose parent is elsewhere in the session, SIGTSTP stops.
            .process_group(0)
            .spawn()
            .unwrap()
    }

    /// The processes that have the mark and have not ended.
    pub fn alive(&self) -> HashSet<i32> {
        let mut alive = HashSet::new();
        for entry in fs::read_dir("/proc").unwrap().flatten() {
            let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
                continue;
            };
            let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
            if environment
                .split(|&byte| byte == 0)
                .any(|pair| pair == self.0.as_bytes())
            {
                alive.insert(pid);
            }
        }
        alive
    }

    /// Waits until there are `count`, and returns them. A process that is about to execute another
    /// program has no environment for a moment, so to look again may find fewer.
    pub fn wait_for(&self, count: usize) -> HashSet<i32> {
        let begun = Instant::now();
        loop {
            let alive = self.alive();
            if alive.len() >= count {
                return alive;
            }
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "{} of {count}",
                alive.len()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn assert_gone(&self) {
        let begun = Instant::now();
        while !self.alive().is_empty() {
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "left: {:?}",
                self.alive()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Sends `SIGKILL` to a tree of `count` processes once all are there, and returns how long that
/// took.
pub fn kills_all(name: &str, script: &str, count: usize) -> Duration {
    let mark = Mark::new(name);
    let root = mark.shell(script);
    let alive = mark.wait_for(count);
    let begun = Instant::now();
    let reached = root.kill_tree().unwrap();
    let took = begun.elapsed();
    assert_eq!(reached.signalled.iter().copied().collect::<HashSet<_>>(), alive);
    assert_eq!(reached.signalled.last(), Some(&root.pid()));
    assert_eq!(reached.refused, []);
    assert_eq!(root.wait().unwrap(), ExitStatus::Signal(9));
    mark.assert_gone();
    took
}

/// How often a test repeats: `RT_TREE_ROUNDS`, or `default`.
pub fn rounds(default: usize) -> usize {
    std::env::var("RT_TREE_ROUNDS").map_or(default, |rounds| rounds.parse().unwrap())
}
