//! What is held back when the process ends.

use std::sync::Once;

/// Lets what channels hold back leave when the process exits, after the last listener of `'exit'`. Node runs no clean-up hook of the main thread then, and the C
/// library runs this.
pub(super) fn flush_at_exit() {
    static REGISTER: Once = Once::new();
    REGISTER.call_once(|| {
        // SAFETY: the function may be called at any time and stays loaded: addons are linked with `-z nodelete`. It fails when there is no memory; then the
        // last frames of a turn that exits may be lost.
        unsafe { libc::atexit(flush) };
    });
}

extern "C" fn flush() {
    rt_ipc::flush_all();
}
