//! Low numbers for what a child is given, in a process that has taken them all.
//!
//! Of a large table a child gets the first numbers only ([`table`]), but the ends of its pipes, opened last, have the highest. So a few low numbers are held from the start, and
//! lent to these ends while a child is made.

use super::table::{self, FIRST_NUMBERS};
use rustix::fs::{Stat, fstat};
use rustix::io::{DupFlags, Errno, dup3, fcntl_dupfd_cloexec};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socket_with};
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::process;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Standard input, output and error, and a channel.
const COUNT: usize = 4;

/// A socket that nobody uses, and more descriptors of it: none of another file has the same inode.
struct Held {
    socket: OwnedFd,
    numbers: Vec<OwnedFd>,
    what: Stat,
}

/// With the process that holds them: in one made by `fork(2)`, a thread that is not there may have the lock.
static HELD: OnceLock<Option<(u32, Mutex<Held>)>> = OnceLock::new();

/// Takes a few low descriptor numbers for later, so that a spawn with pipes takes no longer when this process has many thousand descriptors open. Only the first call counts.
///
/// To be called at the start of the program (or when a plug-in is loaded), while low numbers are free. Where they are not, spawns work all the same.
pub fn hold_low_descriptors() {
    HELD.get_or_init(|| hold().ok().map(|held| (process::id(), Mutex::new(held))));
}

fn hold() -> Result<Held, Errno> {
    let socket = socket_with(
        AddressFamily::UNIX,
        SocketType::STREAM,
        SocketFlags::CLOEXEC,
        None,
    )?;
    let numbers = (0..COUNT)
        .map(|_| fcntl_dupfd_cloexec(&socket, 3))
        .collect::<Result<Vec<_>, _>>()?;
    if numbers.iter().any(|number| number.as_raw_fd() >= FIRST_NUMBERS) {
        return Err(Errno::MFILE);
    }
    let what = fstat(&socket)?;
    Ok(Held {
        socket,
        numbers,
        what,
    })
}

/// While this lives, low numbers stand for high ones.
pub(super) struct Lent {
    held: MutexGuard<'static, Held>,
    count: usize,
}

/// Replaces the high numbers among `sources` by low ones, where the table is large and there are not too many.
pub(super) fn lend(sources: &mut [RawFd]) -> Option<Lent> {
    let (holder, held) = HELD.get()?.as_ref()?;
    if !table::is_large() || *holder != process::id() {
        return None;
    }
    let high = sources
        .iter_mut()
        .filter(|source| **source >= FIRST_NUMBERS)
        .collect::<Vec<_>>();
    if high.is_empty() || high.len() > COUNT {
        return None;
    }
    let mut lent = Lent {
        held: held.lock().unwrap_or_else(PoisonError::into_inner),
        count: 0,
    };
    if !lent.held.is_untouched() {
        return None;
    }
    for source in &high {
        // SAFETY: the plan's owner keeps it open during the spawn.
        let descriptor = unsafe { BorrowedFd::borrow_raw(**source) };
        let number = lent.held.numbers.get_mut(lent.count)?;
        dup3(descriptor, number, DupFlags::CLOEXEC).ok()?;
        lent.count += 1;
    }
    for (source, number) in high.into_iter().zip(&lent.held.numbers) {
        *source = number.as_raw_fd();
    }
    Some(lent)
}

impl Held {
    /// Whether all are still what they were: a program that closes descriptors which are not its own may have given their numbers to other files.
    fn is_untouched(&self) -> bool {
        self.numbers.iter().chain([&self.socket]).all(|number| {
            fstat(number).is_ok_and(|file| (file.st_dev, file.st_ino) == (self.what.st_dev, self.what.st_ino))
        })
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let Held { socket, numbers, .. } = &mut *self.held;
        for number in numbers.iter_mut().take(self.count) {
            // Cannot fail: both are open.
            let _ = dup3(&*socket, number, DupFlags::CLOEXEC);
        }
    }
}
