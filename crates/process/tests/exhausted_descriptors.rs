//! Spawning without a free descriptor. Alone in its file: it lowers the limit of the whole process, and each test wants a process of its own (`cargo nextest`).
#![cfg(target_os = "linux")]

#[path = "support/errno.rs"]
mod errno;

use errno::HasErrno;
use rt_process::{ChildDescriptor, Command, ExitStatus, LimitReached, SpawnStep, reaper};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, WaitOptions, getrlimit, setrlimit, wait};
use std::fs::File;
use std::sync::mpsc::channel;
use std::time::Duration;

fn open_descriptors() -> Vec<String> {
    std::fs::read_dir("/proc/self/fd")
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

fn limit_to_64() {
    let limit = Rlimit {
        current: Some(64),
        ..getrlimit(Resource::Nofile)
    };
    setrlimit(Resource::Nofile, limit).unwrap();
}

#[test]
fn more_children_than_descriptors() {
    limit_to_64();
    let mut command = Command::new("sleep");
    command
        .arg("600")
        .descriptors([const { ChildDescriptor::NullDevice }; 3]);
    let mut children: Vec<_> = (0..150).map(|_| command.spawn().unwrap()).collect();
    // Half of the descriptors are left to the program.
    assert!(open_descriptors().len() < 40);
    assert!(children[0].pidfd().is_some());
    let last = children.pop().unwrap();
    assert!(last.pidfd().is_none());
    assert_eq!(last.try_wait().unwrap(), None);
    assert_eq!(last.wait_timeout(Duration::from_millis(5)).unwrap(), None);
    last.send_signal(0).unwrap();
    let ended = last.exit_descriptor().unwrap();
    let is_readable =
        |timeout: &Timespec| poll(&mut [PollFd::new(&ended, PollFlags::IN)], Some(timeout)).unwrap();
    assert_eq!(is_readable(&Timespec::default()), 0);
    last.kill().unwrap();
    let a_minute = Timespec {
        tv_sec: 60,
        tv_nsec: 0,
    };
    assert_eq!(is_readable(&a_minute), 1);
    assert_eq!(last.wait().unwrap(), ExitStatus::Signal(9));
    assert_eq!(last.send_signal(0).unwrap_err().errno(), Errno::SRCH);
    // Adopted ones are reaped too.
    let (sender, reaped) = channel();
    for child in children {
        child.kill().unwrap();
        let sender = sender.clone();
        reaper::adopt(child, move |status| sender.send(status.unwrap()).unwrap()).unwrap();
    }
    drop(sender);
    assert_eq!(
        reaped
            .iter()
            .filter(|&status| status == ExitStatus::Signal(9))
            .count(),
        149
    );
    assert_eq!(wait(WaitOptions::NOHANG).unwrap_err(), Errno::CHILD);
}

#[test]
fn a_run_without_a_descriptor_for_the_child() {
    limit_to_64();
    let held: Vec<File> = (0..45).map(|_| File::open("/dev/null").unwrap()).collect();
    let run = |script: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stderr(ChildDescriptor::NullDevice);
        command
            .capture()
            .timeout(Duration::from_millis(300))
            .run()
            .unwrap()
    };
    let output = run("echo text; exit 3");
    assert_eq!(output.stdout(), b"text\n");
    assert_eq!(output.status.unwrap(), ExitStatus::Code(3));
    // The end of the pipe comes before that of the child, or never in time.
    for script in ["exec >&-; exec sleep 60", "exec sleep 60"] {
        let output = run(script);
        assert_eq!(output.limit, Some(LimitReached::Timeout));
        assert_eq!(output.status.unwrap(), ExitStatus::Signal(15));
    }
    drop(held);
}

#[test]
fn a_spawn_that_runs_out_of_descriptors_leaves_none_behind_and_no_child() {
    limit_to_64();
    // Every number of free descriptors that is not enough for the pipes.
    let mut held: Vec<File> = std::iter::from_fn(|| File::open("/dev/null").ok()).collect();
    let mut command = Command::new("true");
    command.descriptors([const { ChildDescriptor::Pipe }; 4]);
    for _free in 0..8 {
        let failed = command.spawn().unwrap_err();
        assert_eq!((failed.errno(), failed.step), (Errno::MFILE, SpawnStep::Pipes));
        drop(failed);
        assert_eq!(wait(WaitOptions::NOHANG).unwrap_err(), Errno::CHILD);
        held.pop();
    }
    let before = open_descriptors();
    // There is none left for a pidfd.
    let spawned = command.spawn().unwrap();
    assert!(spawned.pidfd().is_none());
    assert_eq!(spawned.wait().unwrap(), ExitStatus::Code(0));
    drop(spawned);
    assert_eq!(open_descriptors(), before);

    // A plan that is longer than the limit allows descriptors.
    let mut plan = vec![const { ChildDescriptor::Closed }; 70];
    plan[69] = ChildDescriptor::NullDevice;
    let failed = command.descriptors(plan).spawn().unwrap_err();
    assert_eq!(
        (failed.errno(), failed.step),
        (Errno::BADF, SpawnStep::Descriptors)
    );
    assert_eq!(open_descriptors(), before);
    assert_eq!(wait(WaitOptions::NOHANG).unwrap_err(), Errno::CHILD);
}
