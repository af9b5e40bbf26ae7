//! The interleavings of threads that meet events and an environment's:
//! `npm run test:interleavings`.
#![cfg(shuttle)]

#[path = "../src/event_queue/pending_events.rs"]
mod pending_events;

use pending_events::PendingEvents;
use shuttle::sync::{Condvar, Mutex};
use shuttle::thread::spawn;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

fn explore(model: impl Fn() + Send + Sync + Copy + 'static) {
    shuttle::check_random(model, 5_000);
    shuttle::check_pct(model, 5_000, 3);
}

/// An event loop that is woken as often as it was asked to be, as by a thread-safe function.
#[derive(Default)]
struct Loop {
    wakes: Mutex<usize>,
    woken: Condvar,
}

impl Loop {
    fn wake(&self) -> bool {
        *self.wakes.lock().unwrap() += 1;
        self.woken.notify_one();
        true
    }

    fn wait(&self) {
        let mut wakes = self
            .woken
            .wait_while(self.wakes.lock().unwrap(), |wakes| *wakes == 0)
            .unwrap();
        *wakes -= 1;
    }
}

/// The loop sleeps unless it was woken, and gets every event once, those of one thread in order.
#[test]
fn no_event_waits_for_a_loop_that_sleeps() {
    explore(|| {
        let pending = Arc::new(PendingEvents::<(usize, usize), ()>::new());
        let event_loop = Arc::new(Loop::default());
        pending.open(());
        for thread in 0..2 {
            let (pending, event_loop) = (Arc::clone(&pending), Arc::clone(&event_loop));
            spawn(move || {
                for number in 0..3 {
                    pending.push((thread, number), |()| event_loop.wake());
                }
            });
        }
        let mut next = [0, 0];
        while next != [3, 3] {
            event_loop.wait();
            for (thread, number) in pending.take() {
                assert_eq!(number, next[thread]);
                next[thread] += 1;
            }
        }
    });
}

/// The environment ends while events come: it is not woken after the release of what wakes it.
#[test]
fn nothing_is_woken_after_the_end() {
    explore(|| {
        let pending = Arc::new(PendingEvents::<usize, ()>::new());
        let (is_released, releases) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        pending.open(());
        let pushing = {
            let (pending, is_released) = (Arc::clone(&pending), Arc::clone(&is_released));
            spawn(move || {
                for number in 0..3 {
                    pending.push(number, |()| {
                        assert!(!is_released.load(Ordering::SeqCst));
                        // The runtime may say that the environment is closing.
                        number < 1
                    });
                }
            })
        };
        pending.take();
        pending.close(|()| {
            is_released.store(true, Ordering::SeqCst);
            releases.fetch_add(1, Ordering::SeqCst);
        });
        pushing.join().unwrap();
        assert!(pending.waker().is_none() && pending.take().len() <= 3);
        assert!(releases.load(Ordering::SeqCst) <= 1);
    });
}
