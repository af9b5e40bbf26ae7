//! Waiting for children, and ending them.

use crate::parts::{LONG, command};
use rt_process::ExitStatus;
use std::io::ErrorKind;
use std::sync::{Arc, mpsc};
use std::task::{Wake, Waker};
use std::time::{Duration, Instant};

#[test]
fn a_child_ends_with_its_parent() {
    // The grandchild keeps the pipe open for as long as it runs.
    let start = Instant::now();
    let output = command("orphan").capture().close_grace(LONG / 3).run().unwrap();
    assert!(!output.is_cut && start.elapsed() < LONG / 3);
    assert!(output.success());
}

#[test]
fn signals_end_a_process_or_ask() {
    for number in [2, 3, 9, 15] {
        let child = command("sleep")
            .descriptors([])
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        child.send_signal(0).unwrap();
        assert_eq!(child.send_signal(1).unwrap_err().kind(), ErrorKind::Unsupported);
        assert_eq!(child.send_signal(-1).unwrap_err().kind(), ErrorKind::InvalidInput);
        assert_eq!(child.try_wait().unwrap(), None);
        assert_eq!(child.wait_timeout(Duration::from_millis(20)).unwrap(), None);
        child.send_signal(number).unwrap();
        // The system would not let it be ended again, while it still waits for its threads.
        assert_eq!(child.send_signal(0).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(child.kill().unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(child.wait().unwrap(), ExitStatus::Signal(number));
        assert_eq!(child.send_signal(0).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(child.kill().unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(child.stop(LONG).unwrap(), ExitStatus::Signal(number));
    }
}

struct Woken(mpsc::Sender<()>);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        let _ = self.0.send(());
    }
}

#[test]
fn the_end_wakes() {
    let (sender, receiver) = mpsc::channel();
    let waker = Waker::from(Arc::new(Woken(sender)));
    let child = command("sleep")
        .descriptors([])
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    child.wake_at_exit(Waker::noop()).unwrap();
    child.wake_at_exit(&waker).unwrap();
    assert!(receiver.recv_timeout(Duration::from_millis(50)).is_err());
    child.kill().unwrap();
    receiver.recv_timeout(LONG).unwrap();
    assert!(receiver.try_recv().is_err());
    // Of a process that has ended: at once.
    child.wake_at_exit(&waker).unwrap();
    receiver.recv_timeout(LONG).unwrap();
}

#[test]
fn a_child_that_is_dropped_wakes_nobody() {
    let (sender, receiver) = mpsc::channel();
    let waker = Waker::from(Arc::new(Woken(sender)));
    for _ in 0..20 {
        let child = command("sleep").descriptors([]).spawn().unwrap();
        child.wake_at_exit(&waker).unwrap();
        assert!(child.pid() > 0);
        // Ended at the same time as the wait is.
        child.kill().unwrap();
        drop(child);
    }
    drop(waker);
    // All senders are gone with the wakers: nothing is left in the registry.
    let deadline = Instant::now() + LONG;
    loop {
        match receiver.recv_timeout(Duration::from_secs(1)) {
            Ok(()) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => assert!(Instant::now() < deadline, "a waker is kept"),
        }
    }
}
