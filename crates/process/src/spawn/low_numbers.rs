//! Low numbers for what a child is given, in a process that has taken them all.
//!
//! Of a large table a child gets the first numbers only ([`table`]), but the ends of its pipes,
//! opened last, have the highest. So a few low numbers are reserved from the start, and stand for
//! these ends while a child is made.

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
struct Reserved {
    socket: OwnedFd,
    numbers: Vec<OwnedFd>,
    what: Stat,
}

/// With the id of the process that reserved them: in a process made by `fork(2)`, the lock may be
/// held by a thread that was not copied.
static RESERVED: OnceLock<Option<(u32, Mutex<Reserved>)>> = OnceLock::new();

/// Takes a few low descriptor numbers for later, so that a spawn with pipes takes no longer when
/// this process has many thousand descriptors open. Only the first call counts.
///
/// To be called at the start of the program (or when a plug-in is loaded), while low numbers are
/// free. Where they are not, spawns work all the same.
///
/// A program that cannot call it then may have `reserved` four by opening something. What these
/// descriptors refer to is replaced. They are closed by a second call, and where their numbers are
/// not below 1,024.
#[doc(hidden)]
pub fn hold_reserved_descriptors(reserved: Vec<OwnedFd>) {
    RESERVED.get_or_init(|| {
        let held = hold(reserved).ok()?;
        Some((process::id(), Mutex::new(held)))
    });
}

fn hold(mut numbers: Vec<OwnedFd>) -> Result<Reserved, Errno> {
    let socket = socket_with(
        AddressFamily::UNIX,
        SocketType::STREAM,
        SocketFlags::CLOEXEC,
        None,
    )?;
    table::opened(socket.as_raw_fd());
    numbers.truncate(COUNT);
    for number in &mut numbers {
        dup3(&socket, number, DupFlags::CLOEXEC)?;
    }
    for _ in numbers.len()..COUNT {
        numbers.push(fcntl_dupfd_cloexec(&socket, 3)?);
    }
    if numbers.iter().any(|number| number.as_raw_fd() >= FIRST_NUMBERS) {
        return Err(Errno::MFILE);
    }
    let what = fstat(&socket)?;
    Ok(Reserved {
        socket,
        numbers,
        what,
    })
}

/// Low numbers that stand for high ones until this is dropped.
pub(super) struct Substitutes {
    held: MutexGuard<'static, Reserved>,
    count: usize,
}

/// Replaces the high numbers among `sources` by low ones, where the table is large and there are
/// not too many.
pub(super) fn substitute(sources: &mut [RawFd]) -> Option<Substitutes> {
    let (holder, held) = RESERVED.get()?.as_ref()?;
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
    let mut substitutes = Substitutes {
        held: held.lock().unwrap_or_else(PoisonError::into_inner),
        count: 0,
    };
    if !substitutes.held.is_untouched() {
        return None;
    }
    for source in &high {
        // SAFETY: the plan's owner keeps it open during the spawn.
        let descriptor = unsafe { BorrowedFd::borrow_raw(**source) };
        let number = substitutes.held.numbers.get_mut(substitutes.count)?;
        dup3(descriptor, number, DupFlags::CLOEXEC).ok()?;
        substitutes.count += 1;
    }
    for (source, number) in high.into_iter().zip(&substitutes.held.numbers) {
        *source = number.as_raw_fd();
    }
    Some(substitutes)
}

impl Reserved {
    /// Whether all are still what they were: a program that closes descriptors which are not its
    /// own may have given their numbers to other files.
    fn is_untouched(&self) -> bool {
        self.numbers.iter().chain([&self.socket]).all(|number| {
            fstat(number).is_ok_and(|file| (file.st_dev, file.st_ino) == (self.what.st_dev, self.what.st_ino))
        })
    }
}

impl Drop for Substitutes {
    fn drop(&mut self) {
        let Reserved { socket, numbers, .. } = &mut *self.held;
        for number in numbers.iter_mut().take(self.count) {
            // Cannot fail: both are open.
            let _ = dup3(&*socket, number, DupFlags::CLOEXEC);
        }
    }
}
