//! A system whose `clone(2)` copies the memory although it is to be borrowed, as qemu's user mode
//! does: a tracer takes the flags out of the calls. Alone in its file: the program starts itself
//! again, under that tracer.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

#[path = "support/errno.rs"]
mod errno;

use errno::HasErrno;
use rt_process::{Command, ExitStatus, SpawnStep};
use rustix::io::Errno;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    apply_filter,
};
use std::collections::BTreeMap;
use std::mem::MaybeUninit;
use std::os::unix::process::CommandExt;
use std::ptr;

const TRACED: &str = "RT_TEST_TRACED";
const BORROWED: u64 = (libc::CLONE_VM | libc::CLONE_VFORK).unsigned_abs() as u64;

#[test]
#[cfg_attr(miri, ignore = "Miri starts no processes")]
fn failures_are_reported_where_clone_copies_the_memory() {
    if std::env::var_os(TRACED).is_some() {
        spawn_under_the_tracer();
    } else {
        trace();
    }
}

/// In the traced program: `clone3` is missing, and the tracer sees each `clone` that borrows.
fn spawn_under_the_tracer() {
    apply(
        libc::SYS_clone3,
        &[],
        SeccompAction::Errno(libc::ENOSYS.unsigned_abs()),
    );
    let borrows = SeccompCmpOp::MaskedEq(BORROWED);
    let condition = SeccompCondition::new(0, SeccompCmpArgLen::Dword, borrows, BORROWED).unwrap();
    let rule = SeccompRule::new(vec![condition]).unwrap();
    apply(libc::SYS_clone, &[rule], SeccompAction::Trace(0));
    for _ in 0..2 {
        let failed = Command::new("/no/such/program").spawn().unwrap_err();
        assert_eq!((failed.errno(), failed.step), (Errno::NOENT, SpawnStep::Execute));
        let mut shell = Command::new("/bin/sh");
        let child = shell.arguments(["sh", "-c", "exit 3"]).spawn().unwrap();
        assert_eq!(child.wait().unwrap(), ExitStatus::Code(3));
    }
}

fn apply(call: libc::c_long, rules: &[SeccompRule], action: SeccompAction) {
    let calls = BTreeMap::from([(call, rules.to_vec())]);
    let arch = std::env::consts::ARCH.try_into().unwrap();
    let filter = SeccompFilter::new(calls, SeccompAction::Allow, action, arch).unwrap();
    apply_filter(&BpfProgram::try_from(filter).unwrap()).unwrap();
}

/// Starts this program again, which is stopped at each call that is to borrow memory, and lets it
/// go on with a call that does not.
fn trace() {
    let mut program = std::process::Command::new(std::env::current_exe().unwrap());
    program.env(TRACED, "1");
    // SAFETY: a system call, which is all that happens in the child here.
    unsafe {
        program.pre_exec(|| match libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0) {
            0 => Ok(()),
            _ => Err(std::io::Error::last_os_error()),
        });
    }
    let traced = libc::pid_t::try_from(program.spawn().unwrap().id()).unwrap();
    let (mut copied, mut is_new) = (0, true);
    let status = loop {
        let mut status = 0;
        // SAFETY: the status is written to a local variable. The program's threads are waited for
        // too, which are traced as well.
        let stopped = unsafe { libc::waitpid(-1, &raw mut status, libc::__WALL) };
        assert!(stopped > 0, "{}", std::io::Error::last_os_error());
        if !libc::WIFSTOPPED(status) {
            if stopped == traced {
                break status;
            }
            continue;
        }
        if is_new {
            let options = libc::PTRACE_O_TRACESECCOMP | libc::PTRACE_O_TRACECLONE | libc::PTRACE_O_EXITKILL;
            // SAFETY: the tracee is stopped; no memory of ours is named.
            unsafe { libc::ptrace(libc::PTRACE_SETOPTIONS, stopped, 0, options) };
            is_new = false;
        }
        let event = status >> 16;
        if event == libc::PTRACE_EVENT_SECCOMP && without_borrowed_memory(stopped) {
            copied += 1;
        }
        // Only a signal that was sent goes on to the program, not what tells of a stop.
        let signal = match libc::WSTOPSIG(status) {
            libc::SIGTRAP | libc::SIGSTOP => 0,
            signal => signal,
        };
        // SAFETY: the tracee is stopped; no memory of ours is named.
        unsafe { libc::ptrace(libc::PTRACE_CONT, stopped, 0, signal) };
    };
    assert!(
        libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0,
        "{status:#x}"
    );
    assert_eq!(copied, 1, "it is found out once");
}

/// Takes the flags out of the call at which the tracee is stopped.
fn without_borrowed_memory(stopped: libc::pid_t) -> bool {
    let mut registers = MaybeUninit::<libc::user_regs_struct>::uninit();
    // SAFETY: the tracee is stopped; the kernel fills the structure.
    let got = unsafe {
        libc::ptrace(
            libc::PTRACE_GETREGS,
            stopped,
            ptr::null_mut::<u8>(),
            registers.as_mut_ptr(),
        )
    };
    assert_eq!(got, 0);
    // SAFETY: it was filled.
    let mut registers = unsafe { registers.assume_init() };
    if registers.orig_rax != libc::SYS_clone.unsigned_abs() || registers.rdi & BORROWED != BORROWED {
        return false;
    }
    registers.rdi &= !BORROWED;
    // SAFETY: the tracee is stopped; the structure is complete.
    let set = unsafe {
        libc::ptrace(
            libc::PTRACE_SETREGS,
            stopped,
            ptr::null_mut::<u8>(),
            &raw const registers,
        )
    };
    set == 0
}
