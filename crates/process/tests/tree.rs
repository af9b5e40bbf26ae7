//! Signals to whole trees.
#![cfg(target_os = "linux")]

#[path = "support/errno.rs"]
mod errno;

use errno::HasErrno;
use rt_process::{Child, ChildDescriptor, Command, ExitStatus, tree};
use rustix::io::Errno;
use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Forks two copies of itself, and these again: 2^n - 1 processes, as fast as they can.
const BOMB: &str =
    "bomb() { [ $1 -gt 0 ] || exec sleep 60; bomb $(($1 - 1)) & bomb $(($1 - 1)) & wait; }; bomb";

/// A variable of the environment by which the processes of a test are known.
struct Mark(String);

impl Mark {
    fn new(name: &str) -> Self {
        Self(format!("RT_TREE_TEST={name}-{}", process::id()))
    }

    fn shell(&self, script: &str) -> Child {
        let mut command = Command::new("/bin/sh");
        let (name, value) = self.0.split_once('=').unwrap();
        command.args(["-c", script]).env(name, value);
        command
            .stdin(ChildDescriptor::NullDevice)
            .stdout(ChildDescriptor::Pipe)
            // In a group whose parent is elsewhere in the session, SIGTSTP stops.
            .process_group(0)
            .spawn()
            .unwrap()
    }

    /// The processes that have the mark and have not ended.
    fn alive(&self) -> HashSet<i32> {
        let mut alive = HashSet::new();
        for entry in fs::read_dir("/proc").unwrap().flatten() {
            let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
                continue;
            };
            let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
            if environment
                .split(|&byte| byte == 0)
                .any(|pair| pair == self.0.as_bytes())
            {
                alive.insert(pid);
            }
        }
        alive
    }

    fn wait_for(&self, count: usize) {
        let begun = Instant::now();
        while self.alive().len() < count {
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "{} of {count}",
                self.alive().len()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn assert_gone(&self) {
        let begun = Instant::now();
        while !self.alive().is_empty() {
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "left: {:?}",
                self.alive()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Sends `SIGKILL` to a tree of which all processes are there, and returns how many it reached.
fn kills_all(name: &str, script: &str, count: usize) -> Duration {
    let mark = Mark::new(name);
    let root = mark.shell(script);
    mark.wait_for(count);
    let alive = mark.alive();
    let begun = Instant::now();
    let reached = root.kill_tree().unwrap();
    let took = begun.elapsed();
    assert_eq!(reached.signalled.iter().copied().collect::<HashSet<_>>(), alive);
    assert_eq!(reached.signalled.last(), Some(&root.pid()));
    assert_eq!(reached.refused, []);
    assert_eq!(root.wait().unwrap(), ExitStatus::Signal(9));
    mark.assert_gone();
    took
}

#[test]
fn a_tree_that_is_fifty_deep() {
    let script = "deep() { [ $1 -gt 1 ] || exec sleep 60; deep $(($1 - 1)) & wait; }; deep 50";
    kills_all("deep", script, 50);
}

#[test]
fn a_tree_that_is_five_hundred_wide() {
    let took = kills_all("wide", "for i in $(seq 500); do sleep 60 & done; wait", 501);
    eprintln!("500 processes: {took:?}");
}

fn rounds(default: usize) -> usize {
    std::env::var("RT_TREE_ROUNDS").map_or(default, |rounds| rounds.parse().unwrap())
}

#[test]
fn nothing_of_a_fork_bomb_survives() {
    let mark = Mark::new("bomb");
    let bystander = Command::new("sleep").arg("600").spawn().unwrap();
    for round in 0..rounds(20) {
        let root = mark.shell(&format!("{BOMB} 6"));
        std::thread::sleep(Duration::from_micros(
            u64::try_from(round).unwrap() * 977 % 40_000,
        ));
        let reached = root.kill_tree().unwrap();
        assert!(!reached.signalled.is_empty());
        assert_eq!(root.wait().unwrap(), ExitStatus::Signal(9));
        mark.assert_gone();
    }
    assert_eq!(bystander.try_wait().unwrap(), None);
    bystander.stop(Duration::from_secs(10)).unwrap();
}

#[test]
fn a_signal_that_can_be_caught_is_caught_by_all() {
    let mark = Mark::new("caught");
    let script = "trap 'echo caught; exit 7' TERM; (trap 'echo caught; exit' TERM; echo ready; \
                  while :; do sleep .05; done) & echo ready; while :; do sleep .05; done";
    let mut root = mark.shell(script);
    let mut lines = BufReader::new(root.take_stdout().unwrap())
        .lines()
        .map(Result::unwrap);
    assert_eq!(lines.by_ref().take(2).collect::<Vec<_>>(), ["ready", "ready"]);
    let reached = root.send_signal_to_tree(libc::SIGTERM).unwrap();
    assert!(reached.signalled.len() >= 2, "{reached:?}");
    assert_eq!(lines.collect::<Vec<_>>(), ["caught", "caught"]);
    assert_eq!(root.wait().unwrap(), ExitStatus::Code(7));
    mark.assert_gone();
}

fn state(pid: i32) -> char {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    stat[stat.rfind(')').unwrap() + 2..].chars().next().unwrap()
}

fn wait_until(is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn signals_that_stop_leave_the_tree_stopped() {
    for signal in [libc::SIGSTOP, libc::SIGTSTP] {
        let mark = Mark::new(&format!("stopped{signal}"));
        let root = mark.shell("sleep 60 & sleep 60 & wait");
        mark.wait_for(3);
        let reached = root.send_signal_to_tree(signal).unwrap();
        wait_until(|| reached.signalled.iter().all(|&pid| state(pid) == 'T'));
        root.send_signal_to_tree(libc::SIGCONT).unwrap();
        wait_until(|| reached.signalled.iter().all(|&pid| state(pid) == 'S'));
        root.kill_tree().unwrap();
        root.wait().unwrap();
        mark.assert_gone();
    }
}

#[test]
fn signal_zero_lists_the_tree_and_stops_nothing() {
    let mark = Mark::new("listed");
    let root = mark.shell("sleep 60 & kill -STOP $!; sleep 60 & wait");
    mark.wait_for(3);
    let reached = root.send_signal_to_tree(0).unwrap();
    assert_eq!(
        reached.signalled.iter().copied().collect::<HashSet<_>>(),
        mark.alive()
    );
    let stopped = reached.signalled.iter().filter(|&&pid| state(pid) == 'T');
    assert_eq!(stopped.count(), 1);
    root.kill_tree().unwrap();
    root.wait().unwrap();
    mark.assert_gone();
}

#[test]
fn what_has_ended_and_what_cannot_be_is_not_signalled() {
    let child = Command::new("true").spawn().unwrap();
    child.wait_timeout(Duration::ZERO).unwrap();
    child.wait().unwrap();
    assert_eq!(child.kill_tree().unwrap(), tree::Reached::default());
    assert_eq!(
        tree::send_signal(child.pid(), 0).unwrap_err().errno(),
        Errno::SRCH
    );

    let zombie = Command::new("true").spawn().unwrap();
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(zombie.kill_tree().unwrap(), tree::Reached::default());
    zombie.wait().unwrap();

    for pid in [0, -1, i32::MIN, 1, i32::try_from(process::id()).unwrap()] {
        assert_eq!(
            tree::send_signal(pid, 9).unwrap_err().errno(),
            Errno::INVAL,
            "{pid}"
        );
    }
    let running = Command::new("sleep").arg("60").spawn().unwrap();
    for signal in [-1, 65, i32::MAX] {
        assert_eq!(
            running.send_signal_to_tree(signal).unwrap_err().errno(),
            Errno::INVAL
        );
    }
    assert_eq!(running.try_wait().unwrap(), None);
    running.stop(Duration::from_secs(10)).unwrap();
}

/// On a thread that is another user's: only that thread is.
#[test]
fn a_tree_of_another_user_is_not_signalled() {
    // SAFETY: takes nothing.
    if unsafe { libc::geteuid() } != 0 {
        eprintln!("skipped: needs root");
        return;
    }
    let mark = Mark::new("other");
    let root = mark.shell("sleep 60 & wait");
    mark.wait_for(2);
    let pid = root.pid();
    let error = std::thread::spawn(move || {
        // SAFETY: changes the identity of this thread only, which ends soon.
        unsafe { libc::syscall(libc::SYS_setresuid, 65534, 65534, 65534) };
        tree::send_signal(pid, libc::SIGKILL).unwrap_err().errno()
    });
    assert_eq!(error.join().unwrap(), Errno::PERM);
    assert!(mark.alive().iter().all(|&pid| state(pid) != 'T'));
    root.kill_tree().unwrap();
    root.wait().unwrap();
    mark.assert_gone();
}

/// Runs one of the ignored tests of this file in a PID namespace of its own, with a shell as PID 1
/// if `has_shell`, which reaps orphans.
fn in_namespace(name: &str, has_shell: bool) {
    let own = std::env::current_exe().unwrap();
    let mut command = Command::new("unshare");
    command.args(["--pid", "--fork", "--mount-proc"]);
    if has_shell {
        command.args(["sh", "-c", r#""$0" "$@"; exit $?"#]);
    }
    let output = command
        .arg(own)
        .args(["--exact", name, "--ignored"])
        .output()
        .unwrap();
    assert_passed(output.stdout(), output.stderr());
}

fn assert_passed(stdout: &[u8], stderr: &[u8]) {
    let text = String::from_utf8_lossy(stdout).into_owned() + &String::from_utf8_lossy(stderr);
    if text.contains("unshare: ") || text.contains("umount: ") {
        eprintln!("skipped: no namespaces here: {text}");
        return;
    }
    assert!(text.contains("1 passed"), "{text}");
}

#[test]
fn as_the_first_process_of_a_namespace() {
    in_namespace("inner_first_process", false);
}

#[test]
#[ignore = "runs in a PID namespace, by another test"]
fn inner_first_process() {
    assert_eq!(process::id(), 1);
    kills_all("first", "(sleep 60 & wait) & sleep 60 & wait", 4);
}

#[test]
fn numbers_that_are_reused_are_not_hit() {
    in_namespace("inner_reused_numbers", true);
}

/// With so few numbers that each comes again within a second.
#[test]
#[ignore = "runs in a PID namespace, by another test"]
fn inner_reused_numbers() {
    // Of this namespace alone since Linux 6.14; before, the numbers of the whole system would be
    // few.
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let mut versions = release
        .split(['.', '-'])
        .map(|number| number.parse::<u32>().unwrap_or(0));
    if (versions.next(), versions.next()) >= (Some(6), Some(14)) {
        fs::write("/proc/sys/kernel/pid_max", "400").unwrap();
    }
    let start = |program: &str, argument: &str| Command::new(program).arg(argument).spawn().unwrap();
    let bystanders: Vec<Child> = (0..20).map(|_| start("sleep", "600")).collect();
    let mark = Mark::new("reused");
    let script = "for i in 1 2 3 4 5 6 7 8; do (sleep .02; true) & sleep .01; done; sleep 60 & wait";
    for round in 0..rounds(20) {
        let root = mark.shell(script);
        let over = AtomicBool::new(false);
        let churned = std::thread::scope(|scope| {
            let churn = scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    // A signal that was meant for another would end it.
                    assert_eq!(start("true", "").wait().unwrap(), ExitStatus::Code(0));
                }
            });
            std::thread::sleep(Duration::from_millis(u64::try_from(round).unwrap() * 7 % 120));
            let reached = root.kill_tree();
            over.store(true, Ordering::Relaxed);
            churn.join().map(|()| reached)
        });
        churned.unwrap().unwrap();
        assert_eq!(root.wait().unwrap(), ExitStatus::Signal(9));
        mark.assert_gone();
    }
    for bystander in bystanders {
        assert_eq!(bystander.try_wait().unwrap(), None);
        bystander.stop(Duration::from_secs(10)).unwrap();
    }
}

#[test]
fn without_proc_nothing_is_signalled() {
    let own = std::env::current_exe().unwrap();
    let script = format!(
        "umount -l /proc && exec '{}' --exact inner_without_proc --ignored",
        own.display()
    );
    let output = Command::new("unshare")
        .args(["--mount", "sh", "-c", &script])
        .output()
        .unwrap();
    assert_passed(output.stdout(), output.stderr());
}

#[test]
#[ignore = "runs without /proc, by another test"]
fn inner_without_proc() {
    let child = Command::new("sleep").arg("60").spawn().unwrap();
    assert_eq!(child.kill_tree().unwrap_err().errno(), Errno::NOSYS);
    assert_eq!(child.try_wait().unwrap(), None);
    child.stop(Duration::from_secs(10)).unwrap();
}
