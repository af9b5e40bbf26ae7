//! A handler of the parent's never runs in a child that was made without `clone3`, which clears
//! them. Alone in its file: the thread that starts such children must be one that refuses calls.
#![cfg(target_os = "linux")]

#[expect(dead_code, reason = "not all of it is used here")]
#[path = "support/refused_calls.rs"]
mod refused_calls;

use refused_calls::{always, with_refused};
use rt_process::{Command, ExitStatus};
use rustix::io::Errno;
use std::sync::atomic::{AtomicBool, Ordering};

static HANDLED: AtomicBool = AtomicBool::new(false);

extern "C" fn note(_: libc::c_int) {
    HANDLED.store(true, Ordering::Relaxed);
}

#[test]
fn a_real_time_signal_has_its_default_action_in_the_child() {
    let signal = libc::SIGRTMIN() + 1;
    // SAFETY: the handler stores to an atomic.
    unsafe { libc::signal(signal, note as extern "C" fn(libc::c_int) as libc::sighandler_t) };
    let calls = [
        always(libc::SYS_clone3, Errno::NOSYS),
        // The child takes its parent for gone, and sends itself the signal of that.
        always(libc::SYS_getppid, Errno::NOSYS),
    ];
    let status = with_refused(&calls, || {
        let mut command = Command::new("true");
        command
            .parent_death_signal(signal)
            .spawn()
            .unwrap()
            .wait()
            .unwrap()
    });
    assert!(
        !HANDLED.load(Ordering::Relaxed),
        "the child shares the parent's memory"
    );
    if let Some(status) = status {
        assert_eq!(status, ExitStatus::Signal(signal));
    }
}
