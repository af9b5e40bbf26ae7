//! A kernel without memory for what an asynchronous channel sends.
#![cfg(target_os = "linux")]

#[path = "support/no_memory.rs"]
mod no_memory;

use std::future::Future;
use std::os::fd::OwnedFd;
use std::pin::Pin;
use std::task::{Context, Waker};
use std::thread;
use std::time::Duration;

use no_memory::refuse_to_send;
use rt_ipc::{AsyncChannel, Channel, ChannelError, Format};
use tokio::runtime::Builder;

type Sending = Pin<Box<dyn Future<Output = Result<(), ChannelError>> + Send>>;

/// Polls `sending` once where the kernel has no memory. `None` where that cannot be.
fn poll_without_memory(mut sending: Sending) -> Option<Sending> {
    thread::spawn(move || {
        refuse_to_send().then(|| {
            let polled = sending.as_mut().poll(&mut Context::from_waker(Waker::noop()));
            assert!(polled.is_pending());
            sending
        })
    })
    .join()
    .unwrap()
}

#[test]
fn a_frame_leaves_when_there_is_memory_again() {
    // Without timers.
    let runtime = Builder::new_current_thread().enable_io().build().unwrap();
    let (mut ours, child_end) = {
        let _context = runtime.enter();
        AsyncChannel::pair(Format::Newline).unwrap()
    };
    let mut theirs = Channel::new(OwnedFd::from(child_end), Format::Newline);
    // The event loop learns that the socket is writable. It stays so.
    let telling = thread::spawn(move || {
        thread::sleep(Duration::from_millis(10));
        theirs.send(b"0").unwrap();
        theirs
    });
    assert_eq!(runtime.block_on(ours.recv()).unwrap().unwrap(), b"0");
    let mut theirs = telling.join().unwrap();
    let Some(sending) = poll_without_memory(Box::pin(async move { ours.send(b"1").await })) else {
        return;
    };
    thread::spawn(move || runtime.block_on(sending).unwrap());
    let received = theirs.recv_timeout(Duration::from_secs(10));
    assert_eq!(received.unwrap(), Some(&b"1"[..]));
}
