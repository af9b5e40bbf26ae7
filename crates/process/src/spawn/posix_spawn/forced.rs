//! Tests that force `posix_spawn(3)` on Linux, where it is no mechanism of its own.

use std::cell::Cell;
use std::sync::LazyLock;

thread_local! {
    static BY_THREAD: Cell<bool> = const { Cell::new(false) };
}

/// `RT_PROCESS_MECHANISM=posix_spawn`, to run all that there is over it.
static BY_ENVIRONMENT: LazyLock<bool> =
    LazyLock::new(|| std::env::var_os("RT_PROCESS_MECHANISM").is_some_and(|name| name == "posix_spawn"));

/// Makes this thread's spawns use `posix_spawn(3)`, and a fork for what that cannot do. The
/// children are watched by threads, without pidfds.
///
/// For the tests of this crate alone: it is there with the feature `posix-spawn`.
#[doc(hidden)]
pub fn force_posix_spawn(forced: bool) {
    BY_THREAD.set(forced);
}

pub(in crate::spawn) fn is_forced() -> bool {
    BY_THREAD.try_with(Cell::get).unwrap_or_default() || *BY_ENVIRONMENT
}
