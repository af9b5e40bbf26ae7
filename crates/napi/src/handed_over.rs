//! The parent's ends of pipes that JavaScript got as numbers, until it has made a stream of them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};

/// A socket's inode is its own while it is open, and given to another one only when 2^32 have been
/// made in between.
type Identity = (libc::dev_t, libc::ino_t);

/// The descriptors that this environment has handed over, by number, each with the socket that
/// is open there.
///
/// A worker may be terminated at any moment, also between a spawn and the making of the streams:
/// nothing would close the numbers that no stream has taken yet, and a child that waits for the end
/// of its input would never end.
#[derive(Default)]
pub(crate) struct HandedOver(RefCell<HashMap<RawFd, Identity>>);

impl HandedOver {
    /// Hands over the parent's ends, by the child's descriptor: writes their numbers where there is
    /// one.
    pub fn hand_over(&self, pipes: Vec<Option<OwnedFd>>, places: &mut [RawFd]) {
        for (end, place) in pipes.into_iter().zip(places) {
            if let Some(end) = end {
                *place = self.hand_over_one(end);
            }
        }
    }

    /// Hands over one end, and returns its number.
    pub fn hand_over_one(&self, end: OwnedFd) -> RawFd {
        if let Some(identity) = identity(end.as_raw_fd()) {
            self.0.borrow_mut().insert(end.as_raw_fd(), identity);
        }
        end.into_raw_fd()
    }

    /// Forgets a number that has an owner in Rust again.
    pub fn forget(&self, number: RawFd) {
        self.0.borrow_mut().remove(&number);
    }

    /// Closes what nobody has taken. To be called when the environment's streams are closed: what
    /// is open then belongs to none.
    pub fn close_untaken(&self) {
        for (number, handed_over) in self.0.take() {
            if identity(number) == Some(handed_over) {
                // SAFETY: the number still is the socket that was handed over, and the streams that
                // might own it have been closed.
                drop(unsafe { OwnedFd::from_raw_fd(number) });
            }
        }
    }
}

/// The device and inode of the socket with this number; nothing when the number is not open, or no
/// socket: a file that is opened twice has them twice.
///
/// Not the cookie of the socket (`SO_COOKIE`), which qemu's user mode does not know, and a sandbox
/// may not.
fn identity(number: RawFd) -> Option<Identity> {
    let mut status = MaybeUninit::<libc::stat>::uninit();
    // SAFETY: the destination has the size of a `stat`. The call takes any number.
    if unsafe { libc::fstat(number, status.as_mut_ptr()) } != 0 {
        return None;
    }
    // SAFETY: the call has succeeded, and so has written all of it.
    let status = unsafe { status.assume_init() };
    (status.st_mode & libc::S_IFMT == libc::S_IFSOCK).then_some((status.st_dev, status.st_ino))
}
