//! A process made by `fork(2)` while another thread starts a child of another identity.
#![cfg(target_os = "linux")]

#[path = "support/fork.rs"]
mod fork;

use fork::works_in_fork;
use rt_process::{Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};

fn starts_one() -> bool {
    // SAFETY: asks for a number.
    let own = unsafe { libc::getuid() };
    Command::new("true")
        .uid(own)
        .status()
        .is_ok_and(ExitStatus::success)
}

#[test]
fn it_starts_children_of_another_identity() {
    let is_over = AtomicBool::new(false);
    let works = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                assert!(starts_one());
            }
        });
        let works = (0..100).all(|_| works_in_fork(starts_one));
        is_over.store(true, Ordering::Relaxed);
        works
    });
    assert!(works);
}
