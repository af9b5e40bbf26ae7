//! A process made by `fork(2)`, which has this crate's memory, but not its thread.
#![cfg(target_os = "linux")]

use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::Duration;

use rt_ipc::{CoalescingSender, Departure};

fn pair() -> (Arc<CoalescingSender>, UnixStream) {
    let (ours, theirs) = UnixStream::pair().unwrap();
    (CoalescingSender::new(Arc::new(OwnedFd::from(ours))), theirs)
}

/// Whether frames that are held back leave although nobody flushes them.
fn all_leaves((sender, mut theirs): (Arc<CoalescingSender>, UnixStream)) -> bool {
    for _ in 0..20 {
        let queue = |queue: &mut rt_ipc::Queue<OwnedFd>| {
            queue.append(1, |bytes| {
                bytes.push(b'1');
                Ok(())
            })
        };
        sender.send(Departure::Coalesced, queue).unwrap();
    }
    theirs.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    theirs.read_exact(&mut [0; 20]).is_ok()
}

#[test]
fn what_is_held_back_leaves_in_a_forked_process() {
    assert!(all_leaves(pair()));
    let inherited = pair();
    // SAFETY: the child uses memory and locks that no other thread of this test has then: the
    // harness waits.
    let pid = unsafe { libc::fork() };
    if pid == 0 {
        let works = std::panic::catch_unwind(|| all_leaves(pair()) && all_leaves(inherited));
        // SAFETY: ends the child without the destructors and the buffers of the parent.
        unsafe { libc::_exit(i32::from(!works.unwrap_or(false))) };
    }
    let mut status = 0;
    // SAFETY: a child of this process, and a place for its status.
    let waited = unsafe { libc::waitpid(pid, &raw mut status, 0) };
    assert_eq!((waited, status), (pid, 0));
    assert!(all_leaves(pair()));
}
