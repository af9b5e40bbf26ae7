//! The descriptor plan: what each descriptor of the child is, and what becomes of those that the plan does not name.

mod connected_plan;
pub(crate) mod inherited;

pub(crate) use connected_plan::{ConnectedPlan, LEAVE_CLOSED, OPEN_NULL_DEVICE};
use inherited::InheritedDescriptor;
use std::os::fd::RawFd;

/// What one descriptor of the child is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildDescriptor {
    /// The null device, `/dev/null`: read-only as descriptor 0, read-write elsewhere.
    NullDevice,
    /// Not open. At 0, 1 and 2 the null device takes its place: many programs fail, or worse, with a standard descriptor closed.
    Closed,
    /// One end of a new pair of connected Unix sockets; [`Spawned::pipes`](crate::Spawned::pipes) holds the other.
    Pipe,
    /// This descriptor of the parent, which stays the parent's.
    Inherit(RawFd),
}

/// What becomes of the parent's descriptors that the plan does not name.
///
/// Whatever is chosen, a descriptor that has its close-on-exec flag set does not reach the child, and it makes no difference that other threads open
/// and close descriptors meanwhile: the child marks them in its own table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OtherDescriptors {
    /// None reaches the child.
    #[default]
    Closed,
    /// Those reach it that this process was given by its own starter: a job server's pipe (`make -j`), the sockets of a service manager
    /// (`LISTEN_FDS`), a shell's `3<file` and `<(command)`. What this process opened itself does not, whether it set the close-on-exec flag or not.
    ///
    /// Which these are is remembered by [`remember_inherited_descriptors`](crate::remember_inherited_descriptors), or else at the first spawn that asks.
    Inherited,
    /// All reach it: only the close-on-exec flag counts, as by `execve(2)` itself and in [`std::process`]. A descriptor that another thread has just
    /// opened without that flag reaches the child too, and keeps a file or the end of a pipe open there.
    Inheritable,
}

impl OtherDescriptors {
    /// The descriptors that may stay; `None` when all may.
    pub(crate) fn kept(self) -> Option<&'static [InheritedDescriptor]> {
        match self {
            Self::Closed => Some(&[]),
            Self::Inherited => Some(inherited::remembered()),
            Self::Inheritable => None,
        }
    }
}
