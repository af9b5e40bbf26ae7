//! The system calls of a guardian, without the C library, which might take locks or allocate.

use crate::directory_entries::{Entries, Entry};
use crate::raw_result::{errno_of, unless_failed};
use std::ptr;
use std::sync::atomic::AtomicI32;
use syscalls::{Sysno, raw_syscall};

/// The kernel's signal set is one bit for each of 64 signals.
const SET_BYTES: usize = 8;

fn descriptor(result: usize) -> Option<Descriptor> {
    unless_failed(result).map(Descriptor)
}

/// A descriptor of the guardian's own.
pub(super) struct Descriptor(usize);

impl Descriptor {
    /// Opens a file to be read, by a path that ends with NUL.
    pub fn open(path: &[u8]) -> Option<Self> {
        Self::open_for(libc::O_RDONLY, path)
    }

    /// Opens a file to be written to, as above.
    pub fn open_to_write(path: &[u8]) -> Option<Self> {
        Self::open_for(libc::O_WRONLY, path)
    }

    fn open_for(access: i32, path: &[u8]) -> Option<Self> {
        if path.last() != Some(&0) {
            return None;
        }
        let flags = access | libc::O_CLOEXEC;
        // SAFETY: a C string.
        descriptor(unsafe { raw_syscall!(Sysno::openat, libc::AT_FDCWD, path.as_ptr(), flags, 0) })
    }

    /// Writes these few bytes.
    pub fn write(&self, bytes: &[u8]) {
        // SAFETY: the kernel reads so many bytes.
        unsafe { raw_syscall!(Sysno::write, self.0, bytes.as_ptr(), bytes.len()) };
    }

    pub fn open_process(pid: i32) -> Option<Self> {
        // SAFETY: takes numbers.
        descriptor(unsafe { raw_syscall!(Sysno::pidfd_open, pid, 0) })
    }

    /// Reads as much as the buffer takes; 0 at the end, or when that fails.
    pub fn read(&self, buffer: &mut [u8]) -> usize {
        // SAFETY: the kernel writes so many bytes at most.
        let result = unsafe { raw_syscall!(Sysno::read, self.0, buffer.as_mut_ptr(), buffer.len()) };
        unless_failed(result).unwrap_or(0)
    }

    /// Shows `look` the entries of this directory (`getdents64(2)`) until it has found something,
    /// and returns that.
    pub fn find_entry<T>(
        &self,
        buffer: &mut [u8],
        mut look: impl FnMut(Entry<'_>) -> Option<T>,
    ) -> Option<T> {
        loop {
            // SAFETY: the kernel writes so many bytes at most.
            let result =
                unsafe { raw_syscall!(Sysno::getdents64, self.0, buffer.as_mut_ptr(), buffer.len()) };
            // None at the end.
            let length = unless_failed(result).filter(|&length| length > 0)?;
            let found = Entries(buffer.get(..length)?).find_map(&mut look);
            if found.is_some() {
                return found;
            }
        }
    }

    /// Sends a signal to the process that this is a pidfd of. Whether it was sent.
    pub fn send(&self, signal: i32) -> bool {
        // SAFETY: takes numbers, and a null pointer for what the kernel fills in.
        let result = unsafe { raw_syscall!(Sysno::pidfd_send_signal, self.0, signal, ptr::null::<u8>(), 0) };
        unless_failed(result).is_some()
    }
}

impl Drop for Descriptor {
    fn drop(&mut self) {
        // SAFETY: this value's own.
        unsafe { raw_syscall!(Sysno::close, self.0) };
    }
}

pub(super) fn futex_wait(word: &AtomicI32, expected: i32, milliseconds: i64) {
    let timeout = time(milliseconds);
    // SAFETY: the kernel reads the word and the time.
    unsafe {
        raw_syscall!(
            Sysno::futex,
            word.as_ptr(),
            libc::FUTEX_WAIT,
            expected,
            &raw const timeout,
            0,
            0
        );
    }
}

pub(super) fn futex_wake(word: &AtomicI32) {
    // SAFETY: the kernel looks for who waits for this word.
    unsafe { raw_syscall!(Sysno::futex, word.as_ptr(), libc::FUTEX_WAKE, i32::MAX, 0, 0, 0) };
}

/// Waits for a signal that is blocked. Returns who sent it; `None` when none came in time, or the
/// signal that only ends the wait, which is blocked too.
pub(super) fn wait_for_signal(signal: i32, wake: i32, milliseconds: i64) -> Option<i32> {
    let set = 1u64 << (signal - 1) | 1u64 << (wake - 1);
    let timeout = time(milliseconds);
    // SAFETY: integers and pointers that nobody follows: all zero is a value.
    let mut information: libc::siginfo_t = unsafe { std::mem::zeroed() };
    // SAFETY: the kernel reads the set and the time, and fills the structure. A process sent it, so
    // the field is there.
    unsafe {
        let result = raw_syscall!(
            Sysno::rt_sigtimedwait,
            &raw const set,
            &raw mut information,
            &raw const timeout,
            SET_BYTES
        );
        let taken = unless_failed(result)? == signal.unsigned_abs() as usize;
        taken.then(|| information.si_pid())
    }
}

pub(super) fn sleep(milliseconds: i64) {
    let duration = time(milliseconds);
    // SAFETY: the kernel reads the time; what is left of it is not asked for.
    unsafe { raw_syscall!(Sysno::nanosleep, &raw const duration, ptr::null_mut::<u8>()) };
}

const fn time(milliseconds: i64) -> libc::timespec {
    libc::timespec {
        tv_sec: milliseconds / 1000,
        tv_nsec: milliseconds % 1000 * 1_000_000,
    }
}

/// Takes a name that others see, a session of its own, and the signal of the parent's death.
pub(super) fn set_apart(name: &std::ffi::CStr, signal: i32) {
    // SAFETY: the calls change what concerns this process only; the name is a C string.
    unsafe {
        raw_syscall!(Sysno::prctl, libc::PR_SET_NAME, name.as_ptr());
        // What kills the group of the parent spares the guardian.
        raw_syscall!(Sysno::setsid);
        raw_syscall!(Sysno::prctl, libc::PR_SET_PDEATHSIG, signal);
    }
}

/// Whether no process has this number, not even one that has ended and was not reaped.
pub(super) fn is_gone(pid: i32) -> bool {
    // SAFETY: takes numbers; nothing is sent.
    let result = unsafe { raw_syscall!(Sysno::kill, pid, 0) };
    errno_of(result) == Some(libc::ESRCH)
}

pub(super) fn own_pid() -> i32 {
    // SAFETY: asks for a number.
    i32::try_from(unsafe { raw_syscall!(Sysno::getpid) }).unwrap_or(0)
}

pub(super) fn parent() -> i32 {
    // SAFETY: asks for a number.
    i32::try_from(unsafe { raw_syscall!(Sysno::getppid) }).unwrap_or(0)
}

/// Closes all descriptors.
pub(super) fn close_all() {
    // SAFETY: this process uses none of them.
    unsafe {
        if unless_failed(raw_syscall!(Sysno::close_range, 0, u32::MAX, 0)).is_some() {
            return;
        }
        // Unknown before Linux 5.9, or refused by a sandbox.
        let mut limit: libc::rlimit = std::mem::zeroed();
        raw_syscall!(
            Sysno::prlimit64,
            0,
            libc::RLIMIT_NOFILE,
            ptr::null::<u8>(),
            &raw mut limit
        );
        for number in 0..limit.rlim_cur.min(1 << 20) {
            raw_syscall!(Sysno::close, number);
        }
    }
}

/// Removes a directory by a path that ends with NUL. Whether that was done.
pub(super) fn remove_directory(path: &[u8]) -> bool {
    // SAFETY: a C string.
    path.last() == Some(&0)
        && unless_failed(unsafe {
            raw_syscall!(Sysno::unlinkat, libc::AT_FDCWD, path.as_ptr(), libc::AT_REMOVEDIR)
        })
        .is_some()
}

/// # Safety
/// Nothing in that range is used any more.
pub(super) unsafe fn unmap(start: usize, length: usize) {
    // SAFETY: the caller's promise.
    unsafe { raw_syscall!(Sysno::munmap, start, length) };
}

pub(super) fn exit() -> ! {
    loop {
        // SAFETY: ends this process.
        unsafe { raw_syscall!(Sysno::exit_group, 0) };
    }
}
