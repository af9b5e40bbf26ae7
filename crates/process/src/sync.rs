//! The locks and atomics that the threads of this crate share: those of the standard library, or
//! shuttle's, which run every interleaving that they are asked for (`npm run test:interleavings`).

#[cfg(shuttle)]
pub(crate) use shuttle::sync::{Condvar, Mutex, MutexGuard, atomic::AtomicPtr};
#[cfg(not(shuttle))]
pub(crate) use std::sync::{Condvar, Mutex, MutexGuard, atomic::AtomicPtr};

/// Runs a model in many interleavings: random ones, and those with few changes of thread, which
/// find what needs a rare order.
#[cfg(all(test, shuttle))]
pub(crate) fn explore(model: impl Fn() + Send + Sync + Copy + 'static) {
    shuttle::check_random(model, 5_000);
    shuttle::check_pct(model, 5_000, 3);
}
