//! Waiting for what nobody tells of.

use std::time::{Duration, Instant};

/// Looks every millisecond whether it is so. Whether it was before the limit.
#[must_use]
pub fn wait_until(limit: Duration, is_so: impl Fn() -> bool) -> bool {
    let begun = Instant::now();
    while !is_so() {
        if begun.elapsed() > limit {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    true
}
