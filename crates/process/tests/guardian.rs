//! What a child contains ends with this process, whatever ends it: by a process that waits for it.
#![cfg(target_os = "linux")]

#[path = "support/guardians.rs"]
mod guardians;
#[path = "support/is_alive.rs"]
mod is_alive;
#[path = "support/part.rs"]
mod part;
#[path = "support/wait_until.rs"]
mod wait_until;

use guardians::guardians_of;
use is_alive::is_alive;
use rt_process::{Child, ChildDescriptor, Command, ExitStatus, SpawnStep};
use std::fs;
use std::io::{BufRead, BufReader};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use wait_until::wait_until;

/// Set in the copy of this test program that plays the parent: the name of its part.
const PART: &str = "RT_PROCESS_GUARDIAN_TEST";

/// A child with a child, a daemon, one without its environment in its session, and one that takes
/// no signal that can be ignored. Each has a part in its arguments by which the test knows it.
fn script(mark: &str) -> String {
    let sleep = format!("sh -c 'trap \"\" TERM HUP INT; echo ready; sleep 60; : {mark}'");
    format!(
        "{sleep} & setsid {sleep} & (setsid sh -c \"{} & \") & env -i {sleep} & {sleep}; : {mark}",
        sleep.replace('"', "\\\"")
    )
}

fn contained(script: &str) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", script])
        .stdout(ChildDescriptor::Pipe)
        .contain(true)
        .parent_death_signal(libc::SIGKILL);
    command
}

fn wait_for_lines(child: &mut Child, count: usize) {
    let lines = BufReader::new(child.take_stdout().unwrap()).lines();
    assert_eq!(
        lines
            .take(count)
            .filter(|line| line.as_ref().unwrap() == "ready")
            .count(),
        count
    );
}

/// The processes that have this in their arguments and have not ended.
fn named(mark: &str) -> Vec<i32> {
    let is_named = |pid: &i32| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        line.windows(mark.len()).any(|part| part == mark.as_bytes()) && is_alive(*pid)
    };
    let entries = fs::read_dir("/proc").unwrap();
    let numbers = entries.filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok());
    numbers.filter(is_named).collect()
}

fn own_pid() -> i32 {
    i32::try_from(std::process::id()).unwrap()
}

/// Plays the parent in a copy of this test program, which says `guarded` when its tree is there.
fn start_parent(part: &str, mark: &str) -> Child {
    let mut parent = Command::new(std::env::current_exe().unwrap())
        .args(part::play("parts"))
        .env(PART, part)
        .env("RT_MARK", mark)
        .stdout(ChildDescriptor::Pipe)
        .stderr(ChildDescriptor::NullDevice)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(parent.take_stdout().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "guarded"));
    parent
}

#[test]
#[ignore = "no test, but what the other test's child does"]
fn parts() {
    let Ok(part) = std::env::var(PART) else {
        return;
    };
    let script = script(&std::env::var("RT_MARK").unwrap());
    // From a thread that ends.
    let thread = std::thread::spawn(move || {
        let mut child = contained(&script).spawn().unwrap();
        wait_for_lines(&mut child, 5);
        child
    });
    let _child = thread.join().unwrap();
    if part == "changes identity" {
        // SAFETY: takes a number.
        assert_eq!(unsafe { libc::setuid(65534) }, 0);
    }
    println!("guarded");
    match part.as_str() {
        "exit" => std::process::exit(0),
        "abort" => std::process::abort(),
        _ => std::thread::sleep(Duration::from_secs(60)),
    }
}

/// One waits for any child, and some count the guardians of this process.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Processes that were started later and that nobody contains, in this session and in one of their
/// own, and a child of the first process.
fn bystanders() -> [Child; 3] {
    let start = |program: &str, session: bool| {
        let mut command = Command::new("sh");
        command
            .args(["-c", program])
            .new_session(session)
            .kill_on_drop(true);
        command.spawn().unwrap()
    };
    [
        start("exec sleep 60", false),
        start("exec sleep 60", true),
        start("(setsid sleep 3 &); exec sleep 60", true),
    ]
}

fn are_alive(children: &[Child]) {
    for child in children {
        assert_eq!(child.wait_timeout(Duration::from_millis(5)).unwrap(), None);
    }
}

#[test]
fn nothing_of_the_tree_is_left_whatever_ends_the_parent() {
    let _alone = alone();
    let rounds: u32 = std::env::var("RT_ORPHANS_COUNT").map_or(3, |count| count.parse().unwrap());
    let mut longest = Duration::ZERO;
    for round in 0..rounds {
        for part in ["exit", "abort", "SIGTERM", "SIGKILL"] {
            let mark = format!("tree-{}-{round}-{part}", std::process::id());
            let parent = start_parent(part, &mark);
            let pid = parent.pid();
            let bystanders = bystanders();
            match part {
                "SIGTERM" => parent.send_signal(libc::SIGTERM).unwrap(),
                "SIGKILL" => parent.kill().unwrap(),
                _ => {}
            }
            parent.wait().unwrap();
            let begun = Instant::now();
            assert!(
                wait_until(Duration::from_secs(2), || named(&mark).is_empty()),
                "{mark}: {:?}",
                named(&mark)
            );
            longest = longest.max(begun.elapsed());
            assert!(wait_until(Duration::from_secs(2), || guardians_of(pid).is_empty()));
            are_alive(&bystanders);
        }
    }
    println!("longest: {longest:?}");
}

#[test]
fn a_parent_that_has_changed_identity_is_followed_too() {
    let _alone = alone();
    // SAFETY: asks for a number.
    if unsafe { libc::geteuid() } != 0 {
        println!("skipped: only root can change identity");
        return;
    }
    let mark = format!("tree-{}-identity", std::process::id());
    let parent = start_parent("changes identity", &mark);
    parent.kill().unwrap();
    parent.wait().unwrap();
    assert!(
        wait_until(Duration::from_secs(5), || named(&mark).is_empty()),
        "{:?}",
        named(&mark)
    );
}

#[test]
fn the_guardian_is_small_and_is_seen_by_nobody_who_waits() {
    let _alone = alone();
    let mark = format!("tree-{}-small", std::process::id());
    // So much that a copy of it would be seen.
    let memory = vec![1u8; 64 << 20];
    let mut child = contained(&script(&mark)).spawn().unwrap();
    wait_for_lines(&mut child, 5);
    let guardians = guardians_of(own_pid());
    let [guardian] = guardians[..] else {
        panic!("{guardians:?}");
    };
    let directory = format!("/proc/{guardian}");
    let descriptors = || fs::read_dir(format!("{directory}/fd")).unwrap().count();
    let kibibytes = || -> u64 {
        let status = fs::read_to_string(format!("{directory}/status")).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        line.unwrap().trim_end_matches(" kB").trim().parse().unwrap()
    };
    // While it gives back memory it reads about it.
    assert!(wait_until(Duration::from_secs(2), || descriptors() == 0));
    assert!(
        wait_until(Duration::from_secs(2), || kibibytes() < 2048),
        "{} KiB",
        kibibytes()
    );
    assert_eq!(
        memory.iter().map(|&byte| usize::from(byte)).sum::<usize>(),
        64 << 20
    );
    // Who waits for any child gets the child, and then nothing.
    child.kill_tree().unwrap();
    let mut status = 0;
    // SAFETY: the kernel writes the status.
    unsafe {
        assert_eq!(libc::waitpid(-1, &raw mut status, 0), child.pid());
        assert_eq!(libc::waitpid(-1, &raw mut status, 0), -1);
    }
    assert_eq!(child.wait().unwrap_err().raw_os_error(), Some(libc::ECHILD));
    // It goes when nothing is left.
    assert!(wait_until(Duration::from_secs(5), || guardians_of(own_pid()).is_empty()));
    // It is not left as a zombie either.
    assert!(wait_until(Duration::from_secs(2), || !fs::exists(&directory).unwrap()));
    assert!(named(&mark).is_empty());
}

#[test]
fn it_goes_at_once_with_a_child_that_leaves_nothing() {
    let _alone = alone();
    let mut most = 0;
    for _ in 0..30 {
        let child = contained("true").spawn().unwrap();
        assert!(child.wait().unwrap().success());
        most = most.max(guardians_of(own_pid()).len());
    }
    assert!(most < 20, "{most} at a time");
    assert!(wait_until(Duration::from_secs(5), || guardians_of(own_pid()).is_empty()));
}

#[test]
fn it_stays_while_a_daemon_does_and_goes_when_the_child_cannot_be_started() {
    let _alone = alone();
    let daemon = "exec 3<&0; setsid sh -c 'echo ready; read line' <&3 & ";
    let mut child = contained(daemon).stdin(ChildDescriptor::Pipe).spawn().unwrap();
    let input = child.take_stdin();
    wait_for_lines(&mut child, 1);
    assert_eq!(child.wait().unwrap(), ExitStatus::Code(0));
    // The guardian has looked at once, and a few times since.
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(guardians_of(own_pid()).len(), 1);
    drop(input);
    assert!(wait_until(Duration::from_secs(6), || guardians_of(own_pid()).is_empty()));

    let error = contained("true")
        .current_dir("/no/such/directory")
        .spawn()
        .unwrap_err();
    assert_eq!(error.step, SpawnStep::WorkingDirectory);
    let bystanders = bystanders();
    assert!(wait_until(Duration::from_secs(2), || guardians_of(own_pid()).is_empty()));
    are_alive(&bystanders);
}
