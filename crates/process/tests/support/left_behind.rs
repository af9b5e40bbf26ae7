//! What a test leaves behind in its process.

use rustix::io::Errno;
use rustix::process::{WaitOptions, wait};
use std::time::{Duration, Instant};

/// The descriptors that are open, and what they stand for.
pub fn open_descriptors() -> Vec<String> {
    let mut open: Vec<String> = std::fs::read_dir("/proc/self/fd")
        .unwrap()
        .filter_map(|entry| {
            let path = entry.unwrap().path();
            // The directory that is being read is not there any more.
            let target = std::fs::read_link(&path).ok()?;
            Some(format!("{} {}", path.display(), target.display()))
        })
        .filter(|entry| !entry.ends_with("/fd"))
        .collect();
    open.sort();
    open
}

/// Checks that the process has the descriptors of `before` again, and no child. Threads that wait
/// for processes may need a moment to close theirs.
pub fn assert_nothing_left(before: &[String], what: &str) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while open_descriptors() != before && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(open_descriptors(), before, "{what}");
    assert_eq!(wait(WaitOptions::NOHANG).unwrap_err(), Errno::CHILD, "{what}");
}
