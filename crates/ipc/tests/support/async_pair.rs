//! Both ends of a channel on the event loop of tokio.

use rt_ipc::{AsyncChannel, Format};
use std::os::fd::OwnedFd;

pub fn pair(format: Format) -> (AsyncChannel, AsyncChannel) {
    let (parent, child_end) = AsyncChannel::pair(format).unwrap();
    (
        parent,
        AsyncChannel::new(OwnedFd::from(child_end), format).unwrap(),
    )
}
