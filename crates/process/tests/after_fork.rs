//! A process made by `fork(2)`, which has this crate's memory, but not its threads.
#![cfg(target_os = "linux")]

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
        // SAFETY: the child uses memory and locks that no other thread of this test has then: the
        // harness waits.
        let pid = unsafe { libc::fork() };
        if pid == 0 {
            let works = std::panic::catch_unwind(use_threads).unwrap_or(false);
            // SAFETY: ends the child without the destructors and the buffers of the parent.
            unsafe { libc::_exit(i32::from(!works)) };
        }
        let mut status = 0;
        let mut waited = 0;
        for _ in 0..600 {
            // SAFETY: a child of this process, and a place for its status.
            waited = unsafe { libc::waitpid(pid, &raw mut status, libc::WNOHANG) };
            if waited != 0 {
                break;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        if waited == 0 {
            // SAFETY: the child was not reaped.
            unsafe { libc::kill(pid, libc::SIGKILL) };
        }
        assert_eq!((waited, status), (pid, 0));
    }
    assert!(use_threads());
}
