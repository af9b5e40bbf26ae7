//! The signals that a child ignores and blocks, by each way to make a process.
#![cfg(target_os = "linux")]

#[path = "support/refused_calls.rs"]
mod refused_calls;

use refused_calls::{Refused, always, with_refused};
use rt_process::Command;
use rustix::io::Errno;

/// The bit of a signal.
const fn bit(signal: i32) -> u64 {
    1 << (signal - 1)
}

extern "C" fn ignore(_: libc::c_int) {}

/// Ignores one signal and handles two, in the whole process, and blocks two in this thread.
fn change_signals() {
    // SAFETY: the handler does nothing, and the set is made before it is used.
    unsafe {
        let handler = ignore as extern "C" fn(libc::c_int) as libc::sighandler_t;
        libc::signal(libc::SIGHUP, libc::SIG_IGN);
        libc::signal(libc::SIGUSR2, handler);
        libc::signal(libc::SIGRTMIN(), handler);
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGUSR1);
        libc::sigaddset(&raw mut set, libc::SIGUSR2);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const set, std::ptr::null_mut());
    }
}

const ARGUMENTS: [&str; 2] = ["^Sig[BI]", "/proc/self/status"];

/// The signals from 1 to 31 that the child blocks, and that it ignores.
fn sets(output: &[u8]) -> (u64, u64) {
    let mut sets = std::str::from_utf8(output).unwrap().lines().map(|line| {
        let digits = line.split_whitespace().nth(1).unwrap();
        u64::from_str_radix(digits, 16).unwrap() & 0x7fff_ffff
    });
    (sets.next().unwrap(), sets.next().unwrap())
}

fn check() {
    change_signals();
    let blocked = bit(libc::SIGUSR1) | bit(libc::SIGUSR2);
    for death_signal in [false, true] {
        for (keeps, expected) in [(false, (0, 0)), (true, (blocked, bit(libc::SIGHUP)))] {
            let mut command = Command::new("grep");
            command.keep_signals(keeps);
            if death_signal {
                command.parent_death_signal(libc::SIGKILL);
            }
            let output = command.args(ARGUMENTS).output().unwrap();
            assert_eq!(
                sets(output.stdout()),
                expected,
                "keeps: {keeps}, another thread: {death_signal}"
            );
        }
    }
}

/// What the standard library does.
fn check_standard_library() {
    change_signals();
    let output = std::process::Command::new("grep")
        .args(ARGUMENTS)
        .output()
        .unwrap();
    let blocked = bit(libc::SIGUSR1) | bit(libc::SIGUSR2);
    assert_eq!(sets(&output.stdout), (blocked, bit(libc::SIGHUP)));
}

#[test]
fn they_are_reset_or_those_of_the_thread_that_asks() {
    std::thread::spawn(check).join().unwrap();
    std::thread::spawn(check_standard_library).join().unwrap();
    let refused: [&[Refused]; 2] = [
        &[always(libc::SYS_clone3, Errno::NOSYS)],
        &[
            always(libc::SYS_clone3, Errno::NOSYS),
            refused_calls::with_argument(libc::SYS_clone, Errno::PERM, 0, VFORK, VFORK),
        ],
    ];
    for calls in refused {
        with_refused(calls, check);
    }
}

const VFORK: u32 = libc::CLONE_VFORK.unsigned_abs();

#[cfg(all(target_env = "gnu", feature = "posix-spawn"))]
#[test]
fn so_they_are_by_posix_spawn() {
    rt_process::force_posix_spawn(true);
    std::thread::spawn(check).join().unwrap();
    rt_process::force_posix_spawn(false);
}
