//! Waiting for a descriptor.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

/// The longest that one call waits: macOS takes milliseconds that an `int` can hold.
const LONGEST_POLL: Duration = Duration::from_secs(24 * 60 * 60);

/// How long one `poll(2)` waits when so much time is left. Where that is less than all of it, the
/// caller is to wait again.
pub(crate) fn poll_timeout(left: Duration) -> Option<Timespec> {
    Timespec::try_from(left.min(LONGEST_POLL)).ok()
}

/// Sleeps until the descriptor is readable, or until `deadline`. Whether it is readable.
pub(super) fn wait_readable(descriptor: &impl AsFd, deadline: Option<Instant>) -> Result<bool, Errno> {
    loop {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let timeout = left.and_then(poll_timeout);
        match poll(&mut [PollFd::new(descriptor, PollFlags::IN)], timeout.as_ref()) {
            Ok(0) if left.is_some_and(|left| left <= LONGEST_POLL) => return Ok(false),
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => return Ok(true),
            Err(errno) => return Err(errno),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::os::unix::net::UnixStream;

    #[test]
    #[cfg_attr(miri, ignore = "Miri does not know poll(2)")]
    fn a_deadline_may_be_months_away() {
        let (socket, mut peer) = UnixStream::pair().unwrap();
        peer.write_all(b"1").unwrap();
        let deadline = Instant::now() + 90 * LONGEST_POLL;
        assert_eq!(wait_readable(&socket, Some(deadline)), Ok(true));
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri does not know poll(2)")]
    fn a_deadline_that_has_come_is_kept() {
        let (socket, _peer) = UnixStream::pair().unwrap();
        let deadline = Instant::now() + Duration::from_millis(10);
        assert_eq!(wait_readable(&socket, Some(deadline)), Ok(false));
        assert!(deadline <= Instant::now());
    }
}
