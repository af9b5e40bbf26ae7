//! The pipes that a descriptor plan takes, and the numbers that the child's side works on.

#[cfg(target_os = "linux")]
use super::one_way::one_way;
use super::socket_pair::socket_pair;
use super::{ChildDescriptor, is_open};
use crate::error::{SpawnError, SpawnStep};
use rustix::io::Errno;
use rustix::net::sockopt;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

/// In the numbers that the child's side reads: open the null device here.
pub(crate) const OPEN_NULL_DEVICE: RawFd = -1;
/// In the numbers that the child's side reads: leave this descriptor closed.
pub(crate) const LEAVE_CLOSED: RawFd = -2;
/// In the numbers that the child's side reads: this descriptor is none of the plan.
pub(crate) const NOT_PLANNED: RawFd = -3;

/// Both ends of the pipes of one spawn, and the numbers that the child's side needs.
pub(crate) struct ConnectedPlan {
    /// The parent's ends, by the child's descriptor.
    pub parent_ends: Vec<Option<OwnedFd>>,
    /// Where each descriptor of the child comes from: a descriptor of the parent, or one of the
    /// three constants.
    pub sources: Vec<RawFd>,
    /// Keeps the child's ends open until the child has them.
    child_ends: Vec<OwnedFd>,
}

impl ConnectedPlan {
    /// On Linux, the pipes of the descriptors that `is_one_way` names are those of `pipe(2)`.
    ///
    /// # Errors
    /// `EBADF` for a descriptor of the parent that is not open, `EMFILE` and `ENFILE` when there is
    /// none free for a pipe.
    pub fn new(plan: &[ChildDescriptor], is_one_way: [bool; 3]) -> Result<Self, SpawnError> {
        // Before a pipe is made: its ends take free numbers, and the child would get one of them in
        // place of what is not there.
        let mut sources = Vec::with_capacity(plan.len());
        for (position, descriptor) in plan.iter().enumerate() {
            sources.push(source_without_pipes(position, descriptor)?);
        }
        let mut parent_ends = Vec::with_capacity(plan.len());
        let mut child_ends = Vec::new();
        for (position, (descriptor, source)) in plan.iter().zip(&mut sources).enumerate() {
            if !matches!(descriptor, ChildDescriptor::Pipe | ChildDescriptor::Channel) {
                parent_ends.push(None);
                continue;
            }
            let ends = match is_one_way.get(position) {
                #[cfg(target_os = "linux")]
                Some(true) => one_way(position == 0),
                _ => socket_pair(),
            };
            let (parent, child) = ends.map_err(|errno| SpawnError::at(SpawnStep::Pipes, errno))?;
            if matches!(descriptor, ChildDescriptor::Channel) {
                enlarge(&parent);
                enlarge(&child);
            }
            *source = child.as_raw_fd();
            parent_ends.push(Some(parent));
            child_ends.push(child);
        }
        Ok(Self {
            parent_ends,
            sources,
            child_ends,
        })
    }

    /// Closes the child's ends in the parent: a reader sees the end of a stream only when every
    /// copy of its writing end is closed.
    pub fn into_parent_ends(self) -> Vec<Option<OwnedFd>> {
        drop(self.child_ends);
        self.parent_ends
    }
}

/// Where a descriptor comes from; of a pipe or channel, which is not made yet, nothing.
fn source_without_pipes(position: usize, descriptor: &ChildDescriptor) -> Result<RawFd, SpawnError> {
    Ok(match descriptor {
        ChildDescriptor::Default if position < 3 => standard(position),
        ChildDescriptor::NullDevice => OPEN_NULL_DEVICE,
        ChildDescriptor::Closed if position < 3 => OPEN_NULL_DEVICE,
        ChildDescriptor::Default => NOT_PLANNED,
        ChildDescriptor::Closed | ChildDescriptor::Pipe | ChildDescriptor::Channel => LEAVE_CLOSED,
        // No number of a descriptor, such as that of a stream that is closed.
        ChildDescriptor::Inherit(number) if number.get() < 0 => {
            return Err(SpawnError::at(SpawnStep::Descriptors, Errno::INVAL));
        }
        ChildDescriptor::Inherit(number) if !is_open(number.get()) => {
            return Err(SpawnError::at(SpawnStep::Descriptors, Errno::BADF));
        }
        ChildDescriptor::Inherit(number) => number.get(),
        ChildDescriptor::Owned(descriptor) => descriptor.as_raw_fd(),
    })
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
