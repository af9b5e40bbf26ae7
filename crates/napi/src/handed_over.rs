//! The parent's ends of pipes that JavaScript got as numbers, until it has made a stream of them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};

/// The descriptors that this environment has handed over, by number, each with the cookie of its
/// socket, which the kernel gives to no other (`SO_COOKIE`).
///
/// A worker may be terminated at any moment, also between a spawn and the making of the streams:
/// nothing would close the numbers that no stream has taken yet, and a child that waits for the end
/// of its input would never end.
#[derive(Default)]
pub(crate) struct HandedOver(RefCell<HashMap<RawFd, u64>>);

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
        if let Some(cookie) = cookie(end.as_raw_fd()) {
            self.0.borrow_mut().insert(end.as_raw_fd(), cookie);
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
        for (number, its_cookie) in self.0.take() {
            if cookie(number) == Some(its_cookie) {
                // SAFETY: the number still is the socket that was handed over, and the streams that
                // might own it have been closed.
                drop(unsafe { OwnedFd::from_raw_fd(number) });
            }
        }
    }
}

/// The cookie of the socket with this number; nothing when the number is not open, or no socket.
fn cookie(number: RawFd) -> Option<u64> {
    let mut cookie = 0u64;
    let mut length = libc::socklen_t::try_from(size_of::<u64>()).ok()?;
    let destination: *mut c_void = (&raw mut cookie).cast();
    // SAFETY: the destination has the length given. The call takes any number.
    let result: c_int = unsafe {
        libc::getsockopt(
            number,
            libc::SOL_SOCKET,
            libc::SO_COOKIE,
            destination,
            &raw mut length,
        )
    };
    (result == 0).then_some(cookie)
}
