//! The children that the reaper's thread looks after.

use crate::sync::{Mutex, MutexGuard};
use std::collections::HashMap;
use std::sync::PoisonError;

/// Children by the key of the event that reports their end, each with what is to be done then.
pub(super) struct Adopted<C, F>(Mutex<State<C, F>>);

struct State<C, F> {
    children: HashMap<u64, (C, F)>,
    last_key: u64,
}

impl<C, F> Adopted<C, F> {
    pub fn new() -> Self {
        Self(Mutex::new(State {
            children: HashMap::new(),
            last_key: 0,
        }))
    }

    /// Adds a child, whose event `watch` asks for under the key that it is given. Gives it back
    /// when `watch` cannot.
    pub fn add(&self, child: C, on_exit: F, watch: impl FnOnce(&C, u64) -> bool) -> Result<(), (C, F)> {
        // Locked before the event is asked for: it may come before the child is in the map.
        let mut state = self.lock();
        state.last_key += 1;
        let key = state.last_key;
        if !watch(&child, key) {
            return Err((child, on_exit));
        }
        state.children.insert(key, (child, on_exit));
        Ok(())
    }

    /// Takes a child out when `status` says how it ended.
    pub fn take<S>(&self, key: u64, status: impl FnOnce(&C) -> Option<S>) -> Option<(C, F, S)> {
        let mut state = self.lock();
        let (child, _) = state.children.get(&key)?;
        let status = status(child)?;
        let (child, on_exit) = state.children.remove(&key)?;
        Some((child, on_exit, status))
    }

    fn lock(&self) -> MutexGuard<'_, State<C, F>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(test, shuttle))]
mod interleavings {
    use super::Adopted;
    use crate::sync::{Condvar, Mutex, explore};
    use shuttle::thread::spawn;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// What the kernel knows of one child: whether it has ended, the keys that watch it, and the
    /// events that were not taken yet.
    #[derive(Default)]
    struct Kernel {
        ended: [bool; 2],
        watched: [Option<u64>; 2],
        events: Vec<u64>,
    }

    /// Two children that are adopted by two threads, and end at any moment: before, while and after
    /// they are adopted. Each is reaped once, and nothing waits for an event that has come already.
    #[test]
    fn every_child_is_reaped_once() {
        explore(|| {
            let adopted = Arc::new(Adopted::<usize, Arc<AtomicUsize>>::new());
            let kernel = Arc::new((Mutex::new(Kernel::default()), Condvar::new()));
            let reaped: [Arc<AtomicUsize>; 2] = Default::default();
            let mut threads = Vec::new();
            for child in 0..2 {
                let (kernel_of_end, kernel) = (Arc::clone(&kernel), Arc::clone(&kernel));
                threads.push(spawn(move || {
                    let mut state = kernel_of_end.0.lock().unwrap();
                    state.ended[child] = true;
                    let event = state.watched[child];
                    state.events.extend(event);
                    kernel_of_end.1.notify_one();
                }));
                let (adopted, count) = (Arc::clone(&adopted), Arc::clone(&reaped[child]));
                threads.push(spawn(move || {
                    let watch = |&child: &usize, key| {
                        let mut state = kernel.0.lock().unwrap();
                        state.watched[child] = Some(key);
                        if state.ended[child] {
                            state.events.push(key);
                            kernel.1.notify_one();
                        }
                        true
                    };
                    assert!(adopted.add(child, count, watch).is_ok());
                }));
            }
            for _ in 0..2 {
                let mut state = kernel.0.lock().unwrap();
                while state.events.is_empty() {
                    state = kernel.1.wait(state).unwrap();
                }
                let key = state.events.remove(0);
                drop(state);
                let status = |&child: &usize| kernel.0.lock().unwrap().ended[child].then_some(());
                let (_, count, ()) = adopted.take(key, status).expect("the event came for a child");
                count.fetch_add(1, Ordering::Relaxed);
            }
            for thread in threads {
                thread.join().unwrap();
            }
            assert!(reaped.iter().all(|count| count.load(Ordering::Relaxed) == 1));
        });
    }
}
