//! A tree when the process has no free descriptor: an error, and never a part of the tree. The test
//! lowers a limit of the process, so it has a file of its own.
#![cfg(target_os = "linux")]

#[path = "support/errno.rs"]
mod errno;

use errno::HasErrno;
use rt_process::Command;
use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, setrlimit};
use std::fs::File;
use std::io::Read;

#[test]
#[cfg_attr(miri, ignore = "Miri starts no processes")]
fn nothing_is_reached_rather_than_a_part() {
    let mut child = Command::new("sh")
        .args(["-c", "sleep 60 & sleep 60 & echo started; wait"])
        .stdout(rt_process::ChildDescriptor::Pipe)
        .spawn()
        .unwrap();
    let mut started = [0; 8];
    child.take_pipe(1).unwrap().read_exact(&mut started).unwrap();
    let limit = Some(64);
    let limits = Rlimit {
        current: limit,
        maximum: limit,
    };
    setrlimit(Resource::Nofile, limits).unwrap();
    let mut files: Vec<File> = std::iter::from_fn(|| File::open("/dev/null").ok()).collect();
    let mut outcomes = Vec::new();
    while outcomes.last() != Some(&Ok(3)) && files.pop().is_some() {
        let reached = child.send_signal_to_tree(0);
        outcomes.push(
            reached
                .map(|reached| reached.signalled.len())
                .map_err(|error| error.errno()),
        );
    }
    drop(files);
    let killed = child.kill_tree().unwrap().signalled.len();
    child.wait().unwrap();
    assert_eq!(killed, 3);
    // One descriptor for each process, and one to read their files.
    assert_eq!(outcomes.pop(), Some(Ok(3)));
    assert!(!outcomes.is_empty());
    assert!(
        outcomes.iter().all(|outcome| *outcome == Err(Errno::MFILE)),
        "{outcomes:?}"
    );
}
