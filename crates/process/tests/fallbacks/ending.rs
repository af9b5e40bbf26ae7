//! Watching children, signals, limits, and the reaper.

use crate::errno::HasErrno;
use crate::programs::{shell, sleeper};
use crate::refused_calls::{always, with_refused};
use crate::systems::EVENT;
use rt_process::{ChildDescriptor, ExitStatus, LimitReached, reaper};
use rustix::io::Errno;
use std::os::fd::AsRawFd;
use std::sync::mpsc;
use std::time::{Duration, Instant};

pub fn children_are_watched_and_signalled(name: &str, watched_by: &str) {
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

pub fn a_group_is_signalled(name: &str) {
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

pub fn whole_runs_keep_their_limits(name: &str) {
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

pub fn the_reaper_takes_children(name: &str) {
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
