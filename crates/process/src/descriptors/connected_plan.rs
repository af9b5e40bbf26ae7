//! The pipes that a descriptor plan takes, and the numbers that the child's side works on.

use super::ChildDescriptor;
use super::socket_pair::socket_pair;
use crate::error::{SpawnError, SpawnStep};
use rustix::io::Errno;
use rustix::net::sockopt;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

/// In the numbers that the child's side reads: open the null device here.
pub(crate) const OPEN_NULL_DEVICE: RawFd = -1;
/// In the numbers that the child's side reads: leave this descriptor closed.
pub(crate) const LEAVE_CLOSED: RawFd = -2;

/// Both ends of the pipes of one spawn, and the numbers that the child's side needs.
pub(crate) struct ConnectedPlan {
    /// The parent's ends, by the child's descriptor.
    pub parent_ends: Vec<Option<OwnedFd>>,
    /// Where each descriptor of the child comes from: a descriptor of the parent, or one of the two
    /// constants.
    pub sources: Vec<RawFd>,
    /// Keeps the child's ends open until the child has them.
    child_ends: Vec<OwnedFd>,
}

impl ConnectedPlan {
    /// # Errors
    /// `EBADF` for a descriptor of the parent that is not open, `EMFILE` and `ENFILE` when there is
    /// none free for a pipe.
    pub fn new(plan: &[ChildDescriptor]) -> Result<Self, SpawnError> {
        // Before a pipe is made: its ends take free numbers, and the child would get one of them in
        // place of what is not there.
        for descriptor in plan {
            match *descriptor {
                // No number of a descriptor, such as that of a stream that is closed.
                ChildDescriptor::Inherit(number) if number.get() < 0 => {
                    return Err(SpawnError::at(SpawnStep::Descriptors, Errno::INVAL));
                }
                ChildDescriptor::Inherit(number) if !is_open(number.get()) => {
                    return Err(SpawnError::at(SpawnStep::Descriptors, Errno::BADF));
                }
                _ => {}
            }
        }
        let mut connected = Self {
            parent_ends: Vec::with_capacity(plan.len()),
            sources: Vec::with_capacity(plan.len()),
            child_ends: Vec::new(),
        };
        for (position, descriptor) in plan.iter().enumerate() {
            let mut parent_end = None;
            let source = match descriptor {
                ChildDescriptor::Default if position < 3 => standard(position),
                ChildDescriptor::NullDevice => OPEN_NULL_DEVICE,
                ChildDescriptor::Closed if position < 3 => OPEN_NULL_DEVICE,
                ChildDescriptor::Default | ChildDescriptor::Closed => LEAVE_CLOSED,
                ChildDescriptor::Inherit(number) => number.get(),
                ChildDescriptor::Owned(descriptor) => descriptor.as_raw_fd(),
                ChildDescriptor::Pipe | ChildDescriptor::Channel => {
                    let (parent, child) =
                        socket_pair().map_err(|errno| SpawnError::at(SpawnStep::Pipes, errno))?;
                    if matches!(descriptor, ChildDescriptor::Channel) {
                        enlarge(&parent);
                        enlarge(&child);
                    }
                    let number = child.as_raw_fd();
                    connected.child_ends.push(child);
                    parent_end = Some(parent);
                    number
                }
            };
            connected.sources.push(source);
            connected.parent_ends.push(parent_end);
        }
        Ok(connected)
    }

    /// Closes the child's ends in the parent: a reader sees the end of a stream only when every
    /// copy of its writing end is closed.
    pub fn into_parent_ends(self) -> Vec<Option<OwnedFd>> {
        drop(self.child_ends);
        self.parent_ends
    }
}

/// This process's standard descriptor, or the null device when that is closed.
fn standard(position: usize) -> RawFd {
    match RawFd::try_from(position) {
        Ok(number) if is_open(number) => number,
        _ => OPEN_NULL_DEVICE,
    }
}

/// What a channel's ends ask for, in bytes; the kernel keeps its own account of what that holds,
/// and doubles it (`socket(7)`). More gains nothing: the bytes that wait would not fit the
/// processor's caches.
const CHANNEL_BUFFER: usize = 212_992;

/// The kernel allows this much by default; where it does not, the buffer stays as it is.
fn enlarge(end: &OwnedFd) {
    let _ = sockopt::set_socket_send_buffer_size(end, CHANNEL_BUFFER);
}

fn is_open(descriptor: RawFd) -> bool {
    // SAFETY: takes any number, and changes nothing.
    unsafe { libc::fcntl(descriptor, libc::F_GETFD) >= 0 }
}
