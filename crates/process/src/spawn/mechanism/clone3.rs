//! The newest way: one structure says all, and the child's signal handlers are cleared by the
//! kernel.

use super::BORROWED_MEMORY;
use crate::child::Child;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::child::{instead_of_pidfd, with_pidfd, with_waiter};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::raw_result::errno_of;
use crate::spawn::child_side::{self, ChildSide};
use crate::spawn::stack::Stack;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::spawn::table;
use rustix::io::Errno;
use rustix::process::Pid;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use std::ffi::{c_int, c_void};
use std::os::fd::RawFd;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use syscalls::Sysno;

/// `CLONE_CLEAR_SIGHAND` of `clone3(2)`: the child starts with no handler of the parent. The C
/// library's constant is cut to 32 bits.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const CLEAR_SIGNAL_HANDLERS: u64 = 0x1_0000_0000;

/// `CLONE_INTO_CGROUP` of `clone3(2)` (Linux 5.7), which not all C libraries' constants have.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const INTO_CONTROL_GROUP: u64 = 0x2_0000_0000;

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn clone3(_stack: &Stack, _side: &ChildSide, _witness: Option<RawFd>) -> Result<Child, Errno> {
    Err(Errno::NOSYS)
}

/// `clone3(2)`, which needs Linux 5.5 for its signal flag. Older kernels answer `ENOSYS` or
/// `EINVAL`, and sandboxes that filter system calls by their arguments `ENOSYS` or `EPERM`, since
/// they cannot look into its structure.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) fn clone3(stack: &Stack, side: &ChildSide, witness: Option<RawFd>) -> Result<Child, Errno> {
    if witness.is_some() {
        match with_table(stack, side, witness) {
            Ok(child) if !side.has_no_table() => return Ok(child),
            Ok(child) => {
                // It has ended, and done nothing.
                let _ = child.wait();
                table::could_not_be_taken();
            }
            // There is no descriptor left for a pidfd.
            Err(Errno::MFILE | Errno::NFILE) => {}
            Err(errno) => return Err(errno),
        }
    }
    match with_table(stack, side, None) {
        Err(errno) => {
            let waiter = instead_of_pidfd(errno)?;
            with_waiter(waiter, || call(stack, side, None, 0))
        }
        child => child,
    }
}

/// With its parent's descriptor table, where there is a `witness`, of which the child takes its
/// part first, or with a copy.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn with_table(stack: &Stack, side: &ChildSide, witness: Option<RawFd>) -> Result<Child, Errno> {
    let pid = call(stack, side, witness, libc::CLONE_PIDFD)?;
    // SAFETY: the place is `side`'s, and the kernel has written there what it opened for this call;
    // nothing else owns it.
    let pidfd = unsafe { OwnedFd::from_raw_fd(*side.place_of_pidfd()) };
    table::opened(pidfd.as_raw_fd());
    Ok(with_pidfd(pid, pidfd))
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn call(stack: &Stack, side: &ChildSide, witness: Option<RawFd>, flags: c_int) -> Result<Pid, Errno> {
    side.share_table(witness);
    side.start_with_handlers(false);
    let shared = if witness.is_some() { libc::CLONE_FILES } else { 0 };
    let flags = BORROWED_MEMORY | flags | shared;
    // SAFETY: the structure is integers; all zero asks for nothing.
    let mut arguments: libc::clone_args = unsafe { std::mem::zeroed() };
    arguments.flags = u64::from(flags.unsigned_abs()) | CLEAR_SIGNAL_HANDLERS;
    arguments.pidfd = side.place_of_pidfd().addr() as u64;
    arguments.exit_signal = u64::from(libc::SIGCHLD.unsigned_abs());
    arguments.stack = stack.base().addr() as u64;
    arguments.stack_size = stack.length() as u64;
    if let Some(group) = side.control_group() {
        arguments.flags |= INTO_CONTROL_GROUP;
        arguments.cgroup = u64::from(group.unsigned_abs());
    }
    // SAFETY: the structure is complete, the stack nobody else's, `side` outlives the call, and the
    // entry never returns.
    let result = unsafe { raw_clone3(&arguments, std::ptr::from_ref(side).cast_mut().cast::<c_void>()) };
    if let Some(errno) = errno_of(result) {
        side.share_table(None);
        side.start_with_handlers(true);
        return Err(Errno::from_raw_os_error(errno));
    }
    let pid = i32::try_from(result).ok().and_then(Pid::from_raw);
    pid.ok_or(Errno::CHILD)
}

/// The system call by hand: no wrapper exists, and the child must not return into this frame, whose
/// stack is the parent's.
///
/// # Safety
/// `arguments` names a stack that nobody uses and asks for the parent to wait (`CLONE_VFORK`);
/// `side` is a valid `ChildSide`.
#[cfg(target_arch = "x86_64")]
unsafe fn raw_clone3(arguments: &libc::clone_args, side: *mut c_void) -> usize {
    let result: usize;
    // SAFETY: in the parent, the call changes the registers named here only. In the child, the
    // result is 0 and the jump leads to `run`, which never returns; the stack pointer is then
    // 16-byte aligned, as the calling convention wants at a call.
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
            inlateout("rax") Sysno::clone3 as usize => result,
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
unsafe fn raw_clone3(arguments: &libc::clone_args, side: *mut c_void) -> usize {
    let result: usize;
    // SAFETY: in the parent, the call changes x0 only. In the child, the result is 0 and the jump
    // leads to `run`, which never returns.
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
