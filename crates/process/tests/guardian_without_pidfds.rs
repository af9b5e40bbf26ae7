//! What a child contains ends with this process also where the system makes no pidfds, and no
//! process without a signal of its end: the guardian does without. Each case is a copy of this test
//! program, since its calls are refused from the start.
#![cfg(target_os = "linux")]

#[path = "support/guardians.rs"]
mod guardians;
#[path = "support/is_alive.rs"]
mod is_alive;
#[path = "support/part.rs"]
mod part;
#[path = "support/refused_calls.rs"]
mod refused_calls;
#[path = "support/wait_until.rs"]
mod wait_until;

use guardians::guardians_of;
use is_alive::is_alive;
use refused_calls::{Refused, always, with_argument, with_refused};
use rt_process::{Child, ChildDescriptor, Command};
use rustix::io::Errno;
use std::io::{BufRead, BufReader};
use std::time::Duration;
use wait_until::wait_until;

/// Set in the copy of this test program: the number of its system.
const SYSTEM: &str = "RT_PROCESS_GUARDIAN_SYSTEM";

/// In which what has to come comes.
const LIMIT: Duration = Duration::from_secs(10);

/// A child and a daemon of its own session, each of which prints its identifier.
const TREE: &str = "one='echo $$; exec sleep 60'; setsid sh -c \"$one\" & eval \"$one\"";

const NO_CLONED_PIDFD: Refused = {
    let flag = libc::CLONE_PIDFD.unsigned_abs();
    with_argument(libc::SYS_clone, Errno::INVAL, 0, flag, flag)
};
const NO_PIDFD_WAIT: Refused = with_argument(libc::SYS_waitid, Errno::INVAL, 0, u32::MAX, libc::P_PIDFD);

const NO_CLONE3: Refused = always(libc::SYS_clone3, Errno::NOSYS);
/// `clone` of a process, not of a thread, without a signal of its end.
const NO_SILENT_END: Refused = {
    let bits = libc::CLONE_VM.unsigned_abs() | 0xff;
    with_argument(libc::SYS_clone, Errno::INVAL, 0, bits, 0)
};

/// As before Linux 5.4, as where `clone` makes no pidfd, and as under qemu's user mode; the last is
/// as this kernel.
const SYSTEMS: [&[Refused]; 4] = [
    &[NO_CLONE3, NO_PIDFD_WAIT],
    &[NO_CLONE3, NO_CLONED_PIDFD],
    &[NO_CLONE3, NO_CLONED_PIDFD, NO_SILENT_END],
    &[],
];

#[test]
#[ignore = "no test, but what the other tests' children do"]
fn parts() {
    let Ok(system) = std::env::var(SYSTEM) else {
        return;
    };
    let refused = SYSTEMS[system.parse::<usize>().unwrap()];
    let started = with_refused(refused, || {
        let mut child = contained("sh", &["-c", TREE]).spawn().unwrap();
        let lines = BufReader::new(child.take_stdout().unwrap()).lines();
        let pids: Vec<_> = lines.take(2).map(Result::unwrap).collect();
        // The guardian of a child that could not be started goes.
        let mut failed = contained("true", &[]);
        failed.current_dir("/no/such/directory").spawn().unwrap_err();
        assert!(wait_until(LIMIT, || guardians() == 1), "{}", guardians());
        (child, pids)
    });
    match started {
        Some((_child, pids)) => println!("\npids {}", pids.join(" ")),
        None => println!("\nno filters"),
    }
    std::thread::sleep(Duration::from_secs(60));
}

fn contained(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdout(ChildDescriptor::Pipe)
        .contain(true)
        .parent_death_signal(libc::SIGKILL);
    command
}

/// How many guardians this process has.
fn guardians() -> usize {
    guardians_of(i32::try_from(std::process::id()).unwrap()).len()
}

fn start_parent(system: usize) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(part::play("parts"))
        .env(SYSTEM, system.to_string())
        .stdout(ChildDescriptor::Pipe)
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}

#[test]
fn the_tree_ends_with_its_parent_on_every_system() {
    for system in 0..SYSTEMS.len() {
        let mut parent = start_parent(system);
        let mut lines = BufReader::new(parent.take_stdout().unwrap())
            .lines()
            .map(Result::unwrap);
        let said = lines
            .find(|line| line.starts_with("pids ") || line == "no filters")
            .unwrap();
        let Some(pids) = said.strip_prefix("pids ") else {
            return;
        };
        let pids: Vec<i32> = pids.split(' ').map(|pid| pid.parse().unwrap()).collect();
        assert_eq!(pids.len(), 2);
        assert!(pids.iter().all(|&pid| is_alive(pid)), "{system}: {pids:?}");
        parent.kill().unwrap();
        parent.wait().unwrap();
        assert!(
            wait_until(LIMIT, || !pids.iter().any(|&pid| is_alive(pid))),
            "{system}: {pids:?}"
        );
    }
}
