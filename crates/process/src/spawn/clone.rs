//! Creating the process: a child that borrows the parent's memory while the parent's thread waits for its exec or exit.

use super::child_side::{self, ChildSide};
use super::stack::Stack;
use crate::child::Child;
use rustix::io::Errno;
use rustix::process::Pid;
use std::ffi::{c_int, c_void};
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use syscalls::Sysno;

/// Sharing memory and stopping the parent make the cost independent of the parent's size; the pidfd names this child for good.
const FLAGS: c_int = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD;

/// `CLONE_CLEAR_SIGHAND` of `clone3(2)`: the child starts with no handler of the parent. The C library's constant is cut to 32 bits.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const CLEAR_SIGNAL_HANDLERS: u64 = 0x1_0000_0000;

/// Starts a child that runs `side` on `stack`. Returns when the child has executed its program or exited.
///
/// `clone3(2)` (Linux 5.5 for its signal flag) is tried first. Older kernels answer ENOSYS or EINVAL, and sandboxes that filter system calls by
/// their arguments answer ENOSYS or EPERM since they cannot look into its structure: then `clone(2)` serves.
pub(super) fn clone(stack: &Stack, side: &ChildSide) -> Result<Child, Errno> {
    match clone3(stack, side) {
        Err(Errno::NOSYS | Errno::PERM | Errno::INVAL) => clone_of_c_library(stack, side),
        result => result,
    }
}

/// Whether the kernel can wait for a pidfd (Linux 5.4). An older one ignores that `clone(2)` is asked for a pidfd, and the child would run without.
fn waits_for_pidfds() -> bool {
    // SAFETY: no process is waited for, as no descriptor has this number; nothing is written through the null pointers.
    let result = unsafe {
        libc::waitid(
            libc::P_PIDFD,
            libc::id_t::MAX >> 1,
            std::ptr::null_mut(),
            libc::WEXITED | libc::WNOHANG,
        )
    };
    // EINVAL says that the kernel does not know what to wait for; EBADF that there is no such descriptor.
    result >= 0 || std::io::Error::last_os_error().raw_os_error() != Some(libc::EINVAL)
}

fn child_of(pid: c_int, pidfd: RawFd) -> Result<Child, Errno> {
    let pid = Pid::from_raw(pid).ok_or(Errno::CHILD)?;
    // SAFETY: the kernel opened this descriptor for the child just made, and nobody else knows it.
    Ok(Child::new(pid, unsafe { OwnedFd::from_raw_fd(pidfd) }))
}

extern "C" fn entry(side: *mut c_void) -> c_int {
    // SAFETY: `clone` below passes a `ChildSide`, in a new process with all signals blocked.
    unsafe { child_side::run(side) }
}

/// What serves where `clone3(2)` does not. `ENOSYS` on kernels before Linux 5.4, before any process is made.
pub(super) fn clone_of_c_library(stack: &Stack, side: &ChildSide) -> Result<Child, Errno> {
    if !waits_for_pidfds() {
        return Err(Errno::NOSYS);
    }
    let mut pidfd: RawFd = -1;
    // SAFETY: the stack's top is aligned and nobody else uses it; `side` outlives the call, which returns after the child has left this memory.
    let pid = unsafe {
        libc::clone(
            entry,
            stack.top(),
            FLAGS | libc::SIGCHLD,
            std::ptr::from_ref(side).cast_mut().cast::<c_void>(),
            &raw mut pidfd,
        )
    };
    if pid < 0 {
        let error = std::io::Error::last_os_error();
        return Err(Errno::from_io_error(&error).unwrap_or(Errno::AGAIN));
    }
    child_of(pid, pidfd)
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn clone3(_stack: &Stack, _side: &ChildSide) -> Result<Child, Errno> {
    Err(Errno::NOSYS)
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn clone3(stack: &Stack, side: &ChildSide) -> Result<Child, Errno> {
    let mut pidfd: RawFd = -1;
    // SAFETY: the structure is integers; all zero asks for nothing.
    let mut arguments: libc::clone_args = unsafe { std::mem::zeroed() };
    arguments.flags = u64::from(FLAGS.cast_unsigned()) | CLEAR_SIGNAL_HANDLERS;
    arguments.pidfd = (&raw mut pidfd).addr() as u64;
    arguments.exit_signal = u64::from(libc::SIGCHLD.cast_unsigned());
    arguments.stack = stack.base().addr() as u64;
    arguments.stack_size = stack.length() as u64;
    // SAFETY: the structure is complete, the stack nobody else's, `side` outlives the call, and the entry never returns.
    let result = unsafe { raw_clone3(&arguments, std::ptr::from_ref(side).cast_mut().cast::<c_void>()) };
    if result < 0 {
        return Err(Errno::from_raw_os_error(
            i32::try_from(-result).unwrap_or(libc::EINVAL),
        ));
    }
    child_of(i32::try_from(result).unwrap_or(0), pidfd)
}

/// The system call by hand: no wrapper exists, and the child must not return into this frame, whose stack is the parent's.
///
/// # Safety
/// `arguments` names a stack that nobody uses and asks for the parent to wait (`CLONE_VFORK`); `side` is a valid `ChildSide`.
#[cfg(target_arch = "x86_64")]
unsafe fn raw_clone3(arguments: &libc::clone_args, side: *mut c_void) -> isize {
    let result: isize;
    // SAFETY: in the parent, the call changes the registers named here only. In the child, the result is 0 and the jump leads to `run`, which
    // never returns; the stack pointer is then 16-byte aligned, as the calling convention wants at a call.
    unsafe {
        std::arch::asm!(
            "syscall",
            "test rax, rax",
            "jnz 2f",
            "xor ebp, ebp",
            "mov rdi, r12",
            "call r13",
            "ud2",
            "2:",
            inlateout("rax") (Sysno::clone3 as usize).cast_signed() => result,
            in("rdi") std::ptr::from_ref(arguments),
            in("rsi") size_of::<libc::clone_args>(),
            in("r12") side,
            in("r13") child_side::run as unsafe extern "C" fn(*mut c_void) -> !,
            lateout("rcx") _,
            lateout("r11") _,
        );
    }
    result
}

/// As on `x86_64`.
///
/// # Safety
/// As on `x86_64`.
#[cfg(target_arch = "aarch64")]
unsafe fn raw_clone3(arguments: &libc::clone_args, side: *mut c_void) -> isize {
    let result: isize;
    // SAFETY: in the parent, the call changes x0 only. In the child, the result is 0 and the jump leads to `run`, which never returns.
    unsafe {
        std::arch::asm!(
            "svc 0",
            "cbnz x0, 2f",
            "mov x29, xzr",
            "mov x30, xzr",
            "mov x0, x20",
            "blr x21",
            "brk #1",
            "2:",
            inlateout("x0") std::ptr::from_ref(arguments) => result,
            in("x1") size_of::<libc::clone_args>(),
            in("x8") Sysno::clone3 as usize,
            in("x20") side,
            in("x21") child_side::run as unsafe extern "C" fn(*mut c_void) -> !,
        );
    }
    result
}
