//! Signals to whole trees, in namespaces of their own: as PID 1, with few numbers, without `/proc`.
#![cfg(target_os = "linux")]

#[path = "support/errno.rs"]
mod errno;
#[path = "support/marked_tree.rs"]
mod marked_tree;
#[path = "support/namespace.rs"]
mod namespace;

use errno::HasErrno;
use marked_tree::{Mark, kills_all, rounds};
use namespace::{assert_passed, in_namespace};
use rt_process::{Child, Command, ExitStatus};
use rustix::io::Errno;
use std::fs;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

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
