//! The locks of this crate: those of the standard library, or shuttle's, which run every
//! interleaving that they are asked for (`npm run test:interleavings`).

#[cfg(shuttle)]
pub(crate) use shuttle::{
    sync::{Condvar, Mutex, MutexGuard},
    thread::sleep,
};
#[cfg(not(shuttle))]
pub(crate) use std::{
    sync::{Condvar, Mutex, MutexGuard},
    thread::sleep,
};
