//! A kernel without memory for what a blocking channel or a coalescing sender sends.
#![cfg(target_os = "linux")]

#[path = "support/no_memory.rs"]
mod no_memory;

use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use no_memory::refuse_to_send;
use rt_ipc::{Channel, CoalescingSender, Departure, Format};

/// The time for which this thread has had a processor.
fn busy() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: it writes to `time`.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap())
}

/// The same for another thread, which has not ended.
fn busy_of(thread: libc::pthread_t) -> Duration {
    let mut clock = 0;
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the thread has not ended; they write to `clock` and `time`.
    unsafe {
        assert_eq!(libc::pthread_getcpuclockid(thread, &raw mut clock), 0);
        libc::clock_gettime(clock, &raw mut time);
    }
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap())
}

const WAITED: Duration = Duration::from_millis(500);
const LITTLE: Duration = Duration::from_millis(50);

#[test]
fn a_channel_waits_without_work() {
    let (mut ours, theirs) = Channel::pair(Format::Newline).unwrap();
    let (started, has_started) = std::sync::mpsc::channel();
    // It ends with the process: nothing gives it memory.
    thread::spawn(move || {
        let is_refused = refuse_to_send();
        // SAFETY: it asks for a number.
        let this = unsafe { libc::pthread_self() };
        started.send(is_refused.then_some(this)).unwrap();
        if is_refused {
            ours.send(b"1").unwrap();
        }
    });
    let Some(sending) = has_started.recv().unwrap() else {
        return;
    };
    thread::sleep(WAITED);
    let busy = busy_of(sending);
    assert!(busy < LITTLE, "{busy:?}");
    drop(theirs);
}

#[test]
fn a_drain_waits_without_work() {
    let (ours, _theirs) = UnixStream::pair().unwrap();
    let sender = CoalescingSender::new(Arc::new(OwnedFd::from(ours)));
    let draining = thread::spawn(move || {
        if !refuse_to_send() {
            return;
        }
        let frame = |queue: &mut rt_ipc::Queue<OwnedFd>| {
            queue.push(b"1\n".to_vec(), Vec::new()).unwrap();
            Ok(())
        };
        assert!(sender.send(Departure::AtOnce, frame).unwrap().blocked);
        let began = Instant::now();
        assert!(!sender.drain(WAITED));
        assert!(began.elapsed() >= WAITED);
        assert!(busy() < LITTLE, "{:?}", busy());
    });
    draining.join().unwrap();
}
