//! What a test leaves behind in its process.

use crate::open_descriptors::open_descriptors;
use rustix::io::Errno;
use rustix::process::{WaitOptions, wait};
use std::time::{Duration, Instant};

/// Checks that the process has the descriptors of `before` again, and no child. Threads that wait
/// for processes may need a moment to close theirs.
pub fn assert_nothing_left(before: &[(i32, String)], what: &str) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while open_descriptors() != before && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(open_descriptors(), before, "{what}");
    assert_eq!(wait(WaitOptions::NOHANG).unwrap_err(), Errno::CHILD, "{what}");
}
