//! Threads of this crate's own.

use rustix::io::Errno;
use std::mem::MaybeUninit;
use std::ptr;

/// Starts a thread that takes no signals: those that are sent to the process are for the program's own threads.
///
/// # Errors
/// `EAGAIN` when the system has no room for another thread.
pub(crate) fn start(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), Errno> {
    std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(|| {
            block_signals();
            work();
        })
        .map(drop)
        .map_err(|_| Errno::AGAIN)
}

/// Blocks all signals, but for the two that the C library keeps for itself: its `setuid` waits until every thread has taken one. The thread that started this
/// one may have blocked them for the length of a spawn.
fn block_signals() {
    let mut all = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: the set is filled before it is used; the null pointer asks for no old mask.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), ptr::null_mut());
    }
}
