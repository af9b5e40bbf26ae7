//! Waits for a descriptor, for a limited time.

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, Result};

/// The longest that one call waits: macOS takes milliseconds that an `int` can hold.
const LONGEST_POLL: Duration = Duration::from_secs(24 * 60 * 60);

/// Waits until one of `what` may be done, or until `deadline`; however long without one. Whether it
/// may be. A signal does not make the wait longer.
pub(crate) fn ready_before(
    descriptor: impl AsFd,
    what: PollFlags,
    deadline: Option<Instant>,
) -> Result<bool> {
    loop {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let timeout = left.and_then(|left| Timespec::try_from(left.min(LONGEST_POLL)).ok());
        match poll(&mut [PollFd::new(&descriptor, what)], timeout.as_ref()) {
            Ok(0) if left.is_some_and(|left| left > LONGEST_POLL) => {}
            Err(Errno::INTR) => {}
            ready => return ready.map(|count| count > 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::net::UnixStream;

    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "Miri does not know poll(2)")]
    fn a_deadline_may_be_months_away() {
        let (socket, mut peer) = UnixStream::pair().unwrap();
        peer.write_all(b"1").unwrap();
        let deadline = Instant::now() + 90 * LONGEST_POLL;
        assert_eq!(ready_before(&socket, PollFlags::IN, Some(deadline)), Ok(true));
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri does not know poll(2)")]
    fn a_deadline_that_has_come_is_kept() {
        let (socket, _peer) = UnixStream::pair().unwrap();
        let deadline = Instant::now() + Duration::from_millis(10);
        assert_eq!(ready_before(&socket, PollFlags::IN, Some(deadline)), Ok(false));
        assert!(deadline <= Instant::now());
    }
}
