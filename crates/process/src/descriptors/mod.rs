//! The descriptor plan: what each descriptor of the child is, and which others reach the child.

mod connected_plan;
pub(crate) mod inherited;
#[cfg(target_os = "linux")]
mod one_way;
#[cfg_attr(target_os = "macos", path = "../macos/socket_pair.rs")]
mod socket_pair;

pub(crate) use connected_plan::{ConnectedPlan, LEAVE_CLOSED, NOT_PLANNED, OPEN_NULL_DEVICE};
use inherited::InheritedDescriptor;
use rustix::io::fcntl_dupfd_cloexec;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd, RawFd};
use std::sync::Arc;

/// What one descriptor of the child is.
///
/// An [`OwnedFd`] or a [`File`] becomes one by `into()`.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum ChildDescriptor {
    /// As nothing was said. For 0, 1 and 2: this process's descriptor of that number, and in
    /// [`Command::capture`](crate::Command::capture) the null device (or, with input, a pipe) for
    /// 0, and pipes for 1 and 2. Elsewhere: what [`OtherDescriptors`] says, by default not open.
    #[default]
    Default,
    /// The null device, `/dev/null`: read-only as descriptor 0, read-write elsewhere.
    NullDevice,
    /// Not open. At 0, 1 and 2 the null device takes its place: many programs fail, or worse, with
    /// a standard descriptor closed.
    Closed,
    /// One end of a new pair of connected Unix sockets;
    /// [`Child::take_pipe`](crate::Child::take_pipe) gives the other.
    ///
    /// It carries bytes both ways, as libuv's pipes do. But a socket cannot be opened by its path:
    /// a child that opens `/dev/stdin`, `/dev/stdout` or `/proc/self/fd/1` gets `ENXIO`. And a
    /// child whose write waits when the other end is closed gets `ECONNRESET` once, and no
    /// `SIGPIPE`. One that wants its standard output to be a pipe of `pipe(2)` is given an end
    /// of one ([`std::io::pipe`]), or is run by [`Command::capture`](crate::Command::capture),
    /// which on Linux makes such pipes where nothing is said of descriptors 0, 1 and 2.
    Pipe,
    /// The same, with larger buffers than a pair of sockets has otherwise: a small message takes
    /// far more of them than its length.
    Channel,
    /// The descriptor of this process that has a number, from [`ChildDescriptor::inherit`].
    ///
    /// Of what is descriptor 0, 1 or 2 of the child, `O_NONBLOCK` is cleared, as by libuv: programs
    /// expect these to block. It is a flag of the open file, so that this process's descriptors of
    /// that block as well from then on. So with `Owned` and `Default`.
    Inherit(InheritedNumber),
    /// This descriptor, which is closed here with the last command that has it.
    Owned(Arc<OwnedFd>),
}

/// The number of a descriptor of this process that a child is to have, whoever owns it: see
/// [`ChildDescriptor::inherit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InheritedNumber(RawFd);

impl InheritedNumber {
    pub(crate) const fn get(self) -> RawFd {
        self.0
    }
}

impl ChildDescriptor {
    /// The descriptor of this process that has this number when the child is spawned. It stays this
    /// process's. A number that is not open then is an error of the spawn (`EBADF`), a negative one
    /// too (`EINVAL`).
    ///
    /// ```
    /// use rt_process::{ChildDescriptor, Command};
    ///
    /// let mut command = Command::new("sh");
    /// // SAFETY: standard error is open as long as this process.
    /// command.args(["-c", "echo to stderr"]).stdout(unsafe { ChildDescriptor::inherit(2) });
    /// assert!(command.status()?.success());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Safety
    /// At every spawn of a command that has it, the descriptor of this number is one that the child
    /// may have, by the rules of [`std::os::fd`]: its owner lends it to the command, and it has not
    /// been closed, by which its number may have become another's. [`ChildDescriptor::duplicate`]
    /// needs no such promise.
    #[must_use]
    pub const unsafe fn inherit(number: RawFd) -> Self {
        Self::Inherit(InheritedNumber(number))
    }

    /// The same open file as `descriptor`, which the command then has a descriptor of its own of,
    /// until it is dropped.
    ///
    /// ```
    /// use rt_process::{ChildDescriptor, Command};
    ///
    /// let log = tempfile::tempfile()?;
    /// let mut command = Command::new("sh");
    /// command.args(["-c", "echo one; echo two >&2"]);
    /// command.stdout(ChildDescriptor::duplicate(&log)?).stderr(ChildDescriptor::duplicate(&log)?);
    /// assert!(command.status()?.success());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// `EMFILE` of `fcntl(2)`, when there is no free descriptor.
    pub fn duplicate(descriptor: impl AsFd) -> io::Result<Self> {
        Ok(fcntl_dupfd_cloexec(descriptor, 3)?.into())
    }
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

/// Which of the parent's descriptors that the plan does not name, or for which it says
/// [`ChildDescriptor::Default`], reach the child.
///
/// Whatever is chosen, a descriptor that has its close-on-exec flag set does not reach the child,
/// and it makes no difference that other threads open and close descriptors meanwhile: the child
/// marks them in its own table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OtherDescriptors {
    /// None reaches the child.
    #[default]
    Closed,
    /// Those reach it that this process was given by its own starter: a job server's pipe
    /// (`make -j`), the sockets of a service manager (`LISTEN_FDS`), a shell's `3<file` and
    /// `<(command)`. What this process opened itself does not, whether it set the close-on-exec
    /// flag or not.
    ///
    /// Which these are is remembered by
    /// [`remember_inherited_descriptors`](crate::remember_inherited_descriptors), or else at the
    /// first spawn that asks.
    Inherited,
    /// All reach it: only the close-on-exec flag counts, as by `execve(2)` itself and in
    /// [`std::process`]. A descriptor that another thread has just opened without that flag reaches
    /// the child too, and keeps a file or the end of a pipe open there.
    Inheritable,
}

/// Whether this process has a descriptor of this number.
pub(crate) fn is_open(number: RawFd) -> bool {
    // SAFETY: takes any number, and changes nothing.
    unsafe { libc::fcntl(number, libc::F_GETFD) >= 0 }
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
