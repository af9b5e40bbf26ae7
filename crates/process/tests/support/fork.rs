//! A process made by `fork(2)`, which has the memory of the test, but not its threads.

use std::time::Duration;

/// Forks, and says whether `works` did in the new process, which is given a minute.
pub fn works_in_fork(works: fn() -> bool) -> bool {
    // SAFETY: the child uses memory and locks that no other thread of these tests has then, but
    // those that this crate must not rely on.
    let pid = unsafe { libc::fork() };
    if pid == 0 {
        let works = std::panic::catch_unwind(works).unwrap_or(false);
        // SAFETY: ends the child without the destructors and the buffers of the parent.
        unsafe { libc::_exit(i32::from(!works)) };
    }
    let mut status = 0;
    for _ in 0..60_000 {
        // SAFETY: a child of this process, and a place for its status.
        let waited = unsafe { libc::waitpid(pid, &raw mut status, libc::WNOHANG) };
        if waited != 0 {
            return (waited, status) == (pid, 0);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    // SAFETY: the child was not reaped.
    unsafe { libc::kill(pid, libc::SIGKILL) };
    false
}
