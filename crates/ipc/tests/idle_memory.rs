//! What a channel in which nothing happens keeps. Alone in its file: the allocator counts for the
//! whole process.
#![cfg(unix)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rt_ipc::{Channel, CoalescingSender, Departure, Format, Receiver};

/// Counts the bytes that are allocated.
struct Counting;

static ALLOCATED: AtomicUsize = AtomicUsize::new(0);

// SAFETY: the system's allocator does the work.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        ALLOCATED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const CHANNELS: usize = 50;

/// What all channels of a thread share: one buffer to read into, one to write from.
const SHARED: usize = 512 * 1024;

/// The most that one end may keep.
const BUDGET: usize = 2 * 1024;

/// How many bytes `make` leaves allocated for each of the ends that it returns.
fn kept<T>(make: impl FnOnce() -> Vec<T>) -> usize {
    let before = ALLOCATED.load(Ordering::Relaxed);
    let ends = make();
    let kept = ALLOCATED.load(Ordering::Relaxed) - before;
    kept.saturating_sub(SHARED) / ends.len()
}

fn text(length: usize) -> Vec<u8> {
    format!("\"{}\"", "a".repeat(length)).into_bytes()
}

/// From one end to the other; the sender's thread lives as long as the frame is on its way.
fn transfer(ours: &mut Channel, theirs: &mut Channel, length: usize) {
    thread::scope(|scope| {
        scope.spawn(|| ours.send(&text(length)).unwrap());
        assert_eq!(theirs.recv().unwrap().map(<[u8]>::len), Some(length + 2));
    });
    assert!(theirs.try_recv().is_err());
}

#[test]
fn an_idle_channel_keeps_no_buffer() {
    let blocking = kept(|| {
        let mut ends = Vec::new();
        for _ in 0..CHANNELS {
            let (mut ours, child_end) = Channel::pair(Format::Newline).unwrap();
            let mut theirs = Channel::new(OwnedFd::from(child_end), Format::Newline);
            ours.send(b"1").unwrap();
            ours.send(&text(100_000)).unwrap();
            theirs.send(b"2").unwrap();
            assert_eq!(theirs.recv().unwrap(), Some(&b"1"[..]));
            assert_eq!(theirs.recv().unwrap().map(<[u8]>::len), Some(100_002));
            assert_eq!(ours.recv().unwrap(), Some(&b"2"[..]));
            assert!(ours.try_recv().is_err() && theirs.try_recv().is_err());
            ends.extend([ours, theirs]);
        }
        ends
    });
    assert!(blocking < BUDGET, "{blocking} bytes for each blocking channel");

    let parts = kept(|| {
        let mut ends = Vec::new();
        for _ in 0..CHANNELS {
            let (ours, theirs) = UnixStream::pair().unwrap();
            let sender = CoalescingSender::new(Arc::new(OwnedFd::from(ours)));
            let mut receiver = Receiver::new(Format::Newline);
            for _ in 0..20 {
                sender
                    .send(Departure::AtOnce, |queue| {
                        queue.append(2, |bytes| {
                            bytes.extend_from_slice(b"1\n");
                            Ok(())
                        })
                    })
                    .unwrap();
            }
            receiver.receive(&theirs, 1024 * 1024).unwrap();
            assert_eq!(receiver.frames().0.len(), 20);
            receiver.rest();
            ends.push((sender, receiver, theirs));
        }
        ends
    });
    assert!(parts < BUDGET, "{parts} bytes for each sender and receiver");

    let (mut ours, child_end) = Channel::pair(Format::Newline).unwrap();
    let mut theirs = Channel::new(OwnedFd::from(child_end), Format::Newline);
    transfer(&mut ours, &mut theirs, 1);
    let before = ALLOCATED.load(Ordering::Relaxed);
    let kept_behind = |length| {
        transfer(&mut ours, &mut theirs, length);
        ALLOCATED.load(Ordering::Relaxed).saturating_sub(before)
    };
    let [long, short, too_long] = [1_000_000, 1, 5_000_000].map(kept_behind);
    assert!(
        (512 * 1024..=2 * 1024 * 1024).contains(&long),
        "{long} bytes behind a long frame"
    );
    assert!(short < BUDGET, "{short} bytes behind a short one");
    assert!(too_long < BUDGET, "{too_long} bytes behind one that is too long");
}
