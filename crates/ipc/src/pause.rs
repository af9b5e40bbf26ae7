//! How long a writer waits for which the kernel has no memory.

use std::time::Duration;

/// How often a pause is twice the one before: the longest has 32 milliseconds.
const DOUBLED: u32 = 5;

/// How long to wait before the next attempt, after so many pauses. Nothing says when there is
/// memory again.
pub(crate) fn pause(pauses: u32) -> Duration {
    Duration::from_millis(1 << pauses.min(DOUBLED))
}
