//! The ways to make a process, the best first.

mod clone;
mod clone3;
mod fork;

use super::child_side::ChildSide;
use super::stack::Stack;
use crate::child::Child;
use clone::clone;
use clone3::clone3;
use fork::fork;
use rustix::io::Errno;
use std::ffi::c_int;
use std::os::fd::RawFd;

/// Sharing memory and stopping the parent make the cost independent of the parent's size.
const BORROWED_MEMORY: c_int = libc::CLONE_VM | libc::CLONE_VFORK;

type Mechanism<'a> = &'a dyn Fn(&Stack, &ChildSide) -> Result<Child, Errno>;

/// Starts a child that runs `side`, in the best way with its parent's descriptor table when there
/// is a `witness` to tell that from a copy. Returns when the child has executed its program or
/// exited.
///
/// (`posix_spawn(3)` is no way of its own: the C libraries make it of the same `clone(2)`, and it
/// is refused where that is. Where tests force it, a fork does what it cannot.)
pub(super) fn make(stack: &Stack, side: &ChildSide, witness: Option<RawFd>) -> Result<Child, Errno> {
    #[cfg(all(feature = "posix-spawn", target_env = "gnu"))]
    if super::posix_spawn::is_forced() {
        return match side.control_group() {
            Some(_) => Err(Errno::NOSYS),
            None => fork(stack, side),
        };
    }
    let mut refused = Errno::NOSYS;
    let best = |stack: &_, side: &_| clone3(stack, side, witness);
    if side.control_group().is_some() {
        // The only one that can start a process in another group.
        return best(stack, side);
    }
    for mechanism in [&best as Mechanism<'_>, &clone, &fork] {
        match mechanism(stack, side) {
            // What kernels and sandboxes say to what they do not know or allow.
            Err(errno @ (Errno::NOSYS | Errno::PERM | Errno::INVAL)) => refused = errno,
            result => return result,
        }
    }
    Err(refused)
}
