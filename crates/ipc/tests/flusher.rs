//! How often the thread that bounds the delay runs. Alone in its file: there is one in a process.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use rt_ipc::{CoalescingSender, Departure, flush_all};

const TURNS: u64 = 25;

/// How often the thread has gone to sleep: `voluntary_ctxt_switches` of proc(5). None before it is
/// started.
fn switches() -> Option<u64> {
    let flusher = fs::read_dir("/proc/self/task").unwrap().find_map(|task| {
        let task = task.unwrap().path();
        let name = fs::read_to_string(task.join("comm")).unwrap();
        (name.trim() == "rt-flusher").then_some(task)
    })?;
    let status = fs::read_to_string(flusher.join("status")).unwrap();
    let count = status
        .lines()
        .find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
    Some(count.unwrap().trim().parse().unwrap())
}

fn turn(sender: &Arc<CoalescingSender>, frames: usize) {
    for position in 0..frames {
        let departure = if position == 0 {
            Departure::AtOnce
        } else {
            Departure::Coalesced
        };
        sender
            .send(departure, |queue| {
                queue.append(2, |bytes| {
                    bytes.extend_from_slice(b"1\n");
                    Ok(())
                })
            })
            .unwrap();
    }
    sender.flush().unwrap();
}

/// How often the thread goes to sleep during turns of so many frames, 40 ms apart.
fn during(sender: &Arc<CoalescingSender>, frames: usize) -> u64 {
    let before = switches().unwrap_or(0);
    for _ in 0..TURNS {
        turn(sender, frames);
        sleep(Duration::from_millis(40));
    }
    switches().unwrap_or(0) - before
}

#[test]
fn it_sleeps_while_little_is_sent() {
    let (ours, _theirs) = UnixStream::pair().unwrap();
    let sender = CoalescingSender::new(Arc::new(OwnedFd::from(ours)));
    assert_eq!(during(&sender, 2), 0);
    assert_eq!(switches(), None, "nothing was held back, so it was not started");
    // A burst starts it. It looks once for each, and sleeps in between.
    let bursts = during(&sender, 20);
    assert!((1..=3 * TURNS).contains(&bursts), "{bursts} for bursts");
    assert!(during(&sender, 2) <= 1);
    assert!(during(&sender, 0) == 0);
    flush_all();
}
