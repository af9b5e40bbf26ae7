//! Every older way to make, watch and signal a process, forced by refusing the newer ones. Alone in
//! its file: it counts what the process has open.
#![cfg(target_os = "linux")]

#[path = "support/errno.rs"]
mod errno;
#[path = "support/left_behind.rs"]
mod left_behind;
#[path = "support/refused_calls.rs"]
mod refused_calls;

use errno::HasErrno;
use left_behind::{assert_nothing_left, open_descriptors};
use refused_calls::{Refused, always, with_argument, with_refused};
use rt_process::{
    ChildDescriptor, Command, ExitStatus, LimitReached, Resource, SpawnStep, TerminalSettings, reaper,
};
use rustix::io::Errno;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// A system: what it refuses, and what its children are watched by.
struct System {
    name: &'static str,
    refused: Vec<Refused>,
    watched_by: &'static str,
    /// Whether its processes are made by `posix_spawn(3)`, as on macOS.
    posix_spawn: bool,
}

const NO_CLONE3: Refused = always(libc::SYS_clone3, Errno::NOSYS);
const NO_PIDFD_WAIT: Refused = with_argument(libc::SYS_waitid, Errno::INVAL, 0, u32::MAX, libc::P_PIDFD);
const NO_PIDFD_SIGNAL: Refused = always(libc::SYS_pidfd_send_signal, Errno::NOSYS);
const NO_CLONED_PIDFD: Refused = without_flag(Errno::INVAL, libc::CLONE_PIDFD);
const NO_BORROWED_MEMORY: Refused = without_flag(Errno::PERM, libc::CLONE_VFORK);
#[expect(clippy::cast_possible_truncation, reason = "the kernel takes 32 bits of it")]
const NO_PEER_OF_TERMINAL: Refused = with_argument(
    libc::SYS_ioctl,
    Errno::INVAL,
    1,
    u32::MAX,
    libc::TIOCGPTPEER as u32,
);
const PIDFD: &str = "anon_inode:[pidfd]";
const EVENT: &str = "anon_inode:[eventfd]";

/// `clone` with this flag fails.
const fn without_flag(errno: Errno, flag: libc::c_int) -> Refused {
    with_argument(
        libc::SYS_clone,
        errno,
        0,
        flag.unsigned_abs(),
        flag.unsigned_abs(),
    )
}

fn systems() -> Vec<System> {
    let system = |name, refused: &[Refused], watched_by| System {
        name,
        refused: refused.to_vec(),
        watched_by,
        posix_spawn: false,
    };
    #[cfg(all(feature = "posix-spawn", target_env = "gnu"))]
    let with_posix_spawn = System {
        posix_spawn: true,
        ..system("posix_spawn", &[NO_PIDFD_WAIT, NO_PIDFD_SIGNAL], EVENT)
    };
    vec![
        system("nothing refused", &[], PIDFD),
        system("no clone3", &[NO_CLONE3], PIDFD),
        system(
            "newer calls not permitted",
            &[
                always(libc::SYS_clone3, Errno::PERM),
                always(libc::SYS_pidfd_send_signal, Errno::PERM),
            ],
            PIDFD,
        ),
        system("no wait by pidfd after clone3", &[NO_PIDFD_WAIT], PIDFD),
        system("no signal by pidfd", &[NO_PIDFD_SIGNAL], PIDFD),
        system(
            "a kernel without pidfds",
            &[NO_CLONE3, NO_PIDFD_WAIT, NO_PIDFD_SIGNAL],
            EVENT,
        ),
        system("no pidfd from clone", &[NO_CLONE3, NO_CLONED_PIDFD], EVENT),
        system("no borrowed memory", &[NO_CLONE3, NO_BORROWED_MEMORY], PIDFD),
        system(
            "neither borrowed memory nor pidfds",
            &[NO_CLONE3, NO_BORROWED_MEMORY, NO_PIDFD_WAIT, NO_PIDFD_SIGNAL],
            EVENT,
        ),
        system(
            "no ranges of descriptors",
            &[always(libc::SYS_close_range, Errno::NOSYS)],
            PIDFD,
        ),
        system("terminals opened by their paths", &[NO_PEER_OF_TERMINAL], PIDFD),
        #[cfg(all(feature = "posix-spawn", target_env = "gnu"))]
        with_posix_spawn,
    ]
}

/// A shell that uses only what is built into it.
fn shell(script: &str) -> Command {
    let mut command = Command::new("/bin/sh");
    command.arguments(["sh", "-c", script]);
    command
}

fn sleeper() -> Command {
    let mut command = Command::new("sleep");
    command
        .arguments(["sleep", "60"])
        .descriptors([const { ChildDescriptor::NullDevice }; 3]);
    command
}

fn children_get_their_plan(name: &str) {
    let mut command =
        shell("read line; echo got $line; echo from five >&5; [ -e /proc/self/fd/4 ] || echo closed; exit 3");
    command.descriptors([
        ChildDescriptor::Pipe,
        ChildDescriptor::Pipe,
        ChildDescriptor::NullDevice,
        ChildDescriptor::NullDevice,
        ChildDescriptor::Closed,
        ChildDescriptor::Pipe,
    ]);
    let mut child = command.spawn().unwrap();
    let mut pipes = child.take_pipes();
    File::from(pipes[0].take().unwrap())
        .write_all(b"a line\n")
        .unwrap();
    let texts = [1, 5].map(|position| {
        let mut text = String::new();
        File::from(pipes[position].take().unwrap())
            .read_to_string(&mut text)
            .unwrap();
        text
    });
    assert_eq!(texts, ["got a line\nclosed\n", "from five\n"], "{name}");
    assert_eq!(child.wait().unwrap(), ExitStatus::Code(3), "{name}");
    assert!(child.resource_usage().unwrap().max_resident_bytes > 0, "{name}");
}

fn failures_are_reported(name: &str) {
    let mut no_directory = shell("true");
    no_directory.current_dir("/no/such/directory");
    let mut missing = Command::new("/no/such/program");
    // A plan that is longer than the number of any descriptor that the parent has.
    missing.descriptors([const { ChildDescriptor::NullDevice }; 40]);
    for (command, step) in [
        (no_directory, SpawnStep::WorkingDirectory),
        (missing, SpawnStep::Execute),
    ] {
        let failed = command.spawn().unwrap_err();
        assert_eq!((failed.errno(), failed.step), (Errno::NOENT, step), "{name}");
    }
}

fn children_are_watched_and_signalled(name: &str, watched_by: &str) {
    let child = sleeper().spawn().unwrap();
    let watched = std::fs::read_link(format!(
        "/proc/self/fd/{}",
        child.exit_descriptor().unwrap().as_raw_fd()
    ))
    .unwrap();
    assert_eq!(watched.to_str(), Some(watched_by), "{name}");
    assert_eq!(child.try_wait().unwrap(), None, "{name}");
    assert_eq!(
        child.wait_timeout(Duration::from_millis(5)).unwrap(),
        None,
        "{name}"
    );
    child.send_signal(0).expect(name);
    assert_eq!(
        child.send_signal(1000).unwrap_err().errno(),
        Errno::INVAL,
        "{name}"
    );
    assert_eq!(
        child.send_signal_to_group(15).unwrap_err().errno(),
        Errno::SRCH,
        "{name}: it leads no group"
    );
    assert_eq!(child.resource_usage(), None, "{name}");
    child.send_signal(15).expect(name);
    for _ in 0..2 {
        assert_eq!(child.wait().unwrap(), ExitStatus::Signal(15), "{name}");
    }
    let is_gone = || {
        for signal in [0, 15] {
            assert_eq!(
                child.send_signal(signal).unwrap_err().errno(),
                Errno::SRCH,
                "{name}"
            );
        }
        assert_eq!(child.kill_group().unwrap_err().errno(), Errno::SRCH, "{name}");
    };
    is_gone();
    if watched_by == EVENT {
        // The kernel is not even asked by number, which may be a later process's.
        with_refused(&[always(libc::SYS_kill, Errno::PERM)], is_gone);
    }
}

fn a_group_is_signalled(name: &str) {
    let child = sleeper().new_session(true).spawn().unwrap();
    child.send_signal_to_group(9).expect(name);
    assert_eq!(
        child.wait_timeout(Duration::from_secs(60)).unwrap(),
        Some(ExitStatus::Signal(9)),
        "{name}"
    );
    assert_eq!(
        child.send_signal_to_group(9).unwrap_err().errno(),
        Errno::SRCH,
        "{name}"
    );
}

fn signals_are_default_again(name: &str) {
    // Rust's runtime ignores SIGPIPE.
    let script =
        "while read key value; do case $key in SigIgn:|SigBlk:) echo $value;; esac; done </proc/self/status";
    let mut command = shell(script);
    command.descriptors([const { ChildDescriptor::Pipe }; 2]);
    let mut child = command.spawn().unwrap();
    let mut pipes = child.take_pipes();
    let text = std::io::read_to_string(File::from(pipes[1].take().unwrap())).unwrap();
    child.wait().unwrap();
    assert_eq!(text.lines().count(), 2, "{name}");
    for set in text.lines() {
        assert_eq!(u64::from_str_radix(set, 16).unwrap() & 0x7fff_ffff, 0, "{name}");
    }
}

fn children_are_set_up(name: &str) {
    let mut command = shell(
        "umask; ulimit -Sn; ulimit -Hn; while read key value; do [ $key = NoNewPrivs: ] && echo $value; done </proc/self/status",
    );
    let output = command
        .umask(0o27)
        .limit(Resource::OpenFiles, 30)
        .no_new_privileges(true)
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8_lossy(output.stdout()),
        "0027\n30\n30\n1\n",
        "{name}"
    );
    let failed = command.limit(Resource::OpenFiles, u64::MAX).spawn().unwrap_err();
    let step = SpawnStep::Limit(Resource::OpenFiles);
    assert_eq!((failed.errno(), failed.step), (Errno::PERM, step), "{name}");
}

fn children_have_terminals(name: &str) {
    let mut command = shell("tty; echo to it >/dev/tty; [ -e /proc/self/fd/3 ] || echo no other");
    let mut child = command.terminal(TerminalSettings::new()).spawn().expect(name);
    let terminal = child.take_terminal().unwrap();
    let text = std::io::read_to_string(&terminal).unwrap();
    let path = terminal.path().to_str().unwrap();
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [path, "to it", "no other"],
        "{name}"
    );
    assert!(child.wait().unwrap().success(), "{name}");
}

fn whole_runs_keep_their_limits(name: &str) {
    let mut command = sleeper();
    let run = command
        .stdout(ChildDescriptor::Pipe)
        .capture()
        .timeout(Duration::from_millis(20))
        .run();
    let output = run.unwrap();
    assert_eq!(output.status.unwrap(), ExitStatus::Signal(15), "{name}");
    assert_eq!(output.limit, Some(LimitReached::Timeout), "{name}");

    let stubborn = shell("trap '' TERM; for i in $(seq 600); do sleep .1; done");
    let run = stubborn
        .capture()
        .timeout(Duration::from_secs(1))
        .kill_after(Duration::from_millis(20))
        .run();
    assert_eq!(run.unwrap().status.unwrap(), ExitStatus::Signal(9), "{name}");

    let leaves_one = shell("sleep 10 & echo started");
    let started = Instant::now();
    let run = leaves_one
        .capture()
        .close_grace(Duration::from_millis(20))
        .run()
        .unwrap();
    assert_eq!((run.stdout(), run.is_cut), (&b"started\n"[..], true), "{name}");
    assert!(started.elapsed() < Duration::from_secs(9), "{name}");
}

fn the_reaper_takes_children(name: &str) {
    let (sender, receiver) = mpsc::channel();
    for _ in 0..5 {
        let child = sleeper().spawn().unwrap();
        child.send_signal(9).unwrap();
        let sender = sender.clone();
        reaper::adopt(child, move |status| sender.send(status).unwrap()).unwrap();
    }
    drop(sender);
    let reported: Result<Vec<_>, _> = receiver.iter().collect();
    assert_eq!(reported.unwrap(), [ExitStatus::Signal(9); 5], "{name}");
}

#[test]
fn children_are_the_same_on_every_system() {
    // The reaper and its descriptor stay.
    let first = sleeper().spawn().unwrap();
    first.send_signal(9).unwrap();
    let (sender, receiver) = mpsc::channel();
    reaper::adopt(first, Box::new(move |_| sender.send(()).unwrap())).unwrap();
    receiver.recv().unwrap();

    let before = open_descriptors();
    for System {
        name,
        refused,
        watched_by,
        posix_spawn,
    } in systems()
    {
        with_refused(&refused, || {
            // The thread ends with this.
            #[cfg(all(feature = "posix-spawn", target_env = "gnu"))]
            rt_process::force_posix_spawn(posix_spawn);
            let _ = posix_spawn;
            children_get_their_plan(name);
            failures_are_reported(name);
            children_are_watched_and_signalled(name, watched_by);
            a_group_is_signalled(name);
            signals_are_default_again(name);
            children_are_set_up(name);
            children_have_terminals(name);
            whole_runs_keep_their_limits(name);
            the_reaper_takes_children(name);
        });
        assert_nothing_left(&before, name);
    }
}
