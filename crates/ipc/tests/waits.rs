//! How long calls wait for a socket, also in a process that gets signals all the time. Alone in its
//! file: their action is the process's.
#![cfg(target_os = "linux")]

use std::io::{ErrorKind, Read as _};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rt_ipc::{Channel, ChannelError, CoalescingSender, Departure, Format};

const LIMIT: Duration = Duration::from_millis(50);

/// How long the signals come. A wait that each of them makes longer ends after that.
const SIGNALS: Duration = Duration::from_secs(2);

extern "C" fn ignore(_: libc::c_int) {}

/// How long `wait` takes while a signal comes every few milliseconds.
fn interrupted(wait: impl FnOnce()) -> Duration {
    // SAFETY: the action is complete, and does nothing.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = ignore as *const () as usize;
        assert_eq!(
            libc::sigaction(libc::SIGUSR1, &raw const action, std::ptr::null_mut()),
            0
        );
    }
    // SAFETY: it asks for a number.
    let waiting = unsafe { libc::pthread_self() };
    thread::scope(|scope| {
        let began = Instant::now();
        let signals = scope.spawn(move || {
            while began.elapsed() < SIGNALS {
                // SAFETY: that thread joins this one, so it is there.
                unsafe { libc::pthread_kill(waiting, libc::SIGUSR1) };
                thread::sleep(Duration::from_millis(5));
            }
        });
        wait();
        let took = began.elapsed();
        signals.join().unwrap();
        took
    })
}

/// A sender for which more waits than a socket holds, and its peer.
fn blocked() -> (Arc<CoalescingSender>, UnixStream) {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let sender = CoalescingSender::new(Arc::new(OwnedFd::from(ours)));
    let long = |queue: &mut rt_ipc::Queue<OwnedFd>| {
        queue.push(vec![b'x'; 3_000_000], Vec::new()).unwrap();
        Ok(())
    };
    assert!(sender.send(Departure::AtOnce, long).unwrap().blocked);
    (sender, theirs)
}

#[test]
fn signals_make_no_wait_longer() {
    let (sender, theirs) = blocked();
    let took = interrupted(|| assert!(!sender.drain(LIMIT), "nobody reads"));
    assert!(took >= LIMIT && took < SIGNALS, "{took:?}");

    let mut channel = Channel::new(theirs.into(), Format::Newline);
    // The part of the frame that has left comes at once.
    let took = interrupted(|| {
        let received = channel.recv_timeout(LIMIT);
        assert!(matches!(received, Err(ChannelError::Io(error)) if error.kind() == ErrorKind::TimedOut));
    });
    assert!(took >= LIMIT && took < SIGNALS, "{took:?}");
}

#[test]
fn a_drain_waits_as_long_as_the_peer_takes_something() {
    let (sender, mut theirs) = blocked();
    let reader = thread::spawn(move || {
        let mut part = vec![0; 200_000];
        for _ in 0..15 {
            thread::sleep(Duration::from_millis(60));
            theirs.read_exact(&mut part).unwrap();
        }
    });
    // Less than all of it takes, and much more than a part.
    assert!(sender.drain(Duration::from_millis(500)));
    reader.join().unwrap();
}
