//! A process made by `fork(2)`, which has this crate's memory, but not its threads.
#![cfg(target_os = "linux")]

#[path = "support/fork.rs"]
mod fork;

use fork::works_in_fork;
use rt_process::{Command, ExitStatus, reaper};
use std::sync::mpsc::channel;
use std::time::Duration;

/// Uses every thread of this crate.
fn use_threads() -> bool {
    let mut command = Command::new("true");
    command.parent_death_signal(9);
    let is_ended = command.status().is_ok_and(ExitStatus::success);
    let (sender, reaped) = channel();
    let child = command.spawn().unwrap();
    reaper::adopt(child, move |status| sender.send(status.is_ok()).unwrap()).unwrap();
    is_ended && reaped.recv_timeout(Duration::from_secs(30)) == Ok(true)
}

#[test]
fn it_gets_threads_of_its_own() {
    assert!(use_threads());
    for _ in 0..3 {
        assert!(works_in_fork(use_threads));
    }
    assert!(use_threads());
}
