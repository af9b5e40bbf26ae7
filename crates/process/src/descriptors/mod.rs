//! The descriptor plan: what each descriptor of the child is, and what becomes of those that the plan does not name.

mod connected_plan;
pub(crate) mod inherited;

pub(crate) use connected_plan::{ConnectedPlan, LEAVE_CLOSED, OPEN_NULL_DEVICE};
use inherited::InheritedDescriptor;
use std::fs::File;
use std::os::fd::{OwnedFd, RawFd};
use std::sync::Arc;

/// What one descriptor of the child is.
///
/// An [`OwnedFd`] or a [`File`] becomes one by `into()`.
#[derive(Clone, Debug, Default)]
pub enum ChildDescriptor {
    /// As nothing was said. For 0, 1 and 2: this process's descriptor of that number, and in [`Command::capture`](crate::Command::capture) the null device (or, with input,
    /// a pipe) for 0, and pipes for 1 and 2. Elsewhere: not open.
    #[default]
    Default,
    /// The null device, `/dev/null`: read-only as descriptor 0, read-write elsewhere.
    NullDevice,
    /// Not open. At 0, 1 and 2 the null device takes its place: many programs fail, or worse, with a standard descriptor closed.
    Closed,
    /// One end of a new pair of connected Unix sockets; [`Child::take_pipe`](crate::Child::take_pipe) gives the other.
    Pipe,
    /// The same, with room for more small messages than a pair of sockets has otherwise: each takes far more of it than its length.
    Channel,
    /// The descriptor of this process that has this number when the child is spawned. It stays this process's.
    Inherit(RawFd),
    /// This descriptor, which is closed here with the last command that has it.
    Owned(Arc<OwnedFd>),
}

impl From<OwnedFd> for ChildDescriptor {
    fn from(descriptor: OwnedFd) -> Self {
        Self::Owned(Arc::new(descriptor))
    }
}

impl From<File> for ChildDescriptor {
    fn from(file: File) -> Self {
        OwnedFd::from(file).into()
    }
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
