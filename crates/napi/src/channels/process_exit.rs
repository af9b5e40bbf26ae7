//! What is held back when the process ends.

use rt_ipc::CoalescingSender;
use std::sync::{Arc, Mutex, Once, PoisonError, Weak};
use std::time::Duration;

/// How long a process that exits waits for a peer that takes nothing.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);

/// The senders whose frames are waited for.
static DRAINED: Mutex<Vec<Weak<CoalescingSender>>> = Mutex::new(Vec::new());

/// Lets all frames of a sender leave when the process exits, not only those that the socket takes
/// at once.
pub(super) fn drain_at_exit(sender: &Arc<CoalescingSender>) {
    let mut drained = DRAINED.lock().unwrap_or_else(PoisonError::into_inner);
    drained.push(Arc::downgrade(sender));
}

/// Lets what channels hold back leave when the process exits, after the last listener of `'exit'`.
/// Node runs no clean-up hook of the main thread then, and the C library runs this.
pub(super) fn flush_at_exit() {
    static REGISTER: Once = Once::new();
    REGISTER.call_once(|| {
        // SAFETY: the function may be called at any time and stays loaded: addons are linked with
        // `-z nodelete`. It fails when there is no memory; then the last frames of a turn that
        // exits may be lost.
        unsafe { libc::atexit(flush) };
    });
}

extern "C" fn flush() {
    rt_ipc::flush_all();
    let drained = std::mem::take(&mut *DRAINED.lock().unwrap_or_else(PoisonError::into_inner));
    for sender in drained.iter().filter_map(Weak::upgrade) {
        sender.drain(DRAIN_TIMEOUT);
    }
}
