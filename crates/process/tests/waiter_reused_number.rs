//! A child without a pidfd that was not reaped by this crate: a later process may have its number,
//! and is neither signalled nor waited for.
#![cfg(target_os = "linux")]

#[path = "support/errno.rs"]
mod errno;
#[path = "support/later_process.rs"]
mod later_process;
#[path = "support/namespace.rs"]
mod namespace;

use errno::HasErrno;
use later_process::later_process;
use namespace::in_namespace;
use rt_process::{Child, Command};
use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::time::Duration;

/// The pidfd would be in the upper half of the descriptors that this process may have.
fn child_without_pidfd() -> Child {
    let limit = getrlimit(Resource::Nofile);
    let low = Rlimit {
        current: Some(6),
        ..limit
    };
    setrlimit(Resource::Nofile, low).unwrap();
    let child = Command::new("true").spawn();
    setrlimit(Resource::Nofile, limit).unwrap();
    let child = child.unwrap();
    assert!(child.pidfd().is_none());
    child
}

#[test]
fn a_later_process_with_the_childs_number_is_spared() {
    in_namespace("inner_later_process", true);
}

/// Where the next number can be chosen, and nobody else takes it.
#[test]
#[ignore = "runs in a PID namespace, by another test"]
fn inner_later_process() {
    for reaper in ["other code", "kernel"] {
        if reaper == "kernel" {
            // SAFETY: no handler is set.
            unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
        }
        let child = child_without_pidfd();
        // The thread that stands for the pidfd sees the end.
        std::thread::sleep(Duration::from_millis(200));
        if reaper == "other code" {
            // SAFETY: the status is not asked for.
            let waited = unsafe { libc::waitpid(child.pid(), std::ptr::null_mut(), 0) };
            assert_eq!(waited, child.pid());
        }
        let later = later_process(child.pid());
        assert_eq!(child.kill().unwrap_err().errno(), Errno::SRCH, "{reaper}");
        assert_eq!(child.try_wait().unwrap_err().errno(), Errno::CHILD, "{reaper}");
        let is_spared = later.wait_timeout(Duration::from_millis(100)).unwrap().is_none();
        assert!(is_spared, "{reaper}");
    }
}
