//! Spawns processes, waits for them and signals them, on Linux.
//!
//! What the standard library lacks: the cost of a spawn does not grow with the parent's memory (the
//! child borrows it until it executes its program), the child's descriptors are a plan of any
//! length and nothing else reaches it, whatever other threads open meanwhile, the process
//! identifier cannot be confused with a later process's (everything after the spawn goes through a
//! pidfd), waits and whole runs have limits, and nobody needs a `SIGCHLD` handler.
//!
//! ```
//! use rt_process::{Command, ExitStatus};
//! use std::time::Duration;
//!
//! let output = Command::new("sh")
//!     .args(["-c", "echo hello; exit 3"])
//!     .capture()
//!     .timeout(Duration::from_secs(10))
//!     .max_output(1024 * 1024)
//!     .run()?;
//! assert_eq!(output.stdout(), b"hello\n");
//! assert_eq!(output.status?, ExitStatus::Code(3));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! The way of a command: [`Command`] (what to start) → an image of it in memory that the child only
//! reads → `clone3` → the child's side applies the descriptor plan and executes → [`Child`] →
//! [`Child::wait`] or [`Child::wait_timeout`], or [`reaper`] where nobody will wait.
//! [`Command::output`] and [`Command::capture`] do all of it in one call, input and output
//! included.
//!
//! # Limits
//!
//! Linux on processors of 64 bits; elsewhere on Linux, compiling fails, and on other systems the
//! crate is empty.
//!
//! Between the clone and the exec the child runs on its parent's memory: there is no hook like
//! [`pre_exec`](std::os::unix::process::CommandExt::pre_exec), since no code but this crate's may
//! run there.
//!
//! Where system calls are missing (Linux before 5.11) or refused by a sandbox, older ones take
//! their place: `clone` and a fork for `clone3`, a thread that waits for a pidfd, the list in
//! `/proc/self/fd` for `close_range`. Such a thread waits for a child too when a pidfd would be in
//! the upper half of the descriptors that the process may have (`RLIMIT_NOFILE`), so that the
//! number of children is not limited by that of descriptors.
//!
//! # Features
//!
//! - `tokio`: `Command::spawn_async`, `Capture::run_async` and `AsyncChild`, whose end is awaited
//!   on tokio's event loop. Off by default.
#![cfg(target_os = "linux")]

// The structures of system calls that the child's side makes by hand (`rt_sigaction(2)`,
// `clone3(2)`), and the identities of `setuid(2)`, which has 16 bits on some processors of 32, are
// those of 64 bits.
#[cfg(not(target_pointer_width = "64"))]
compile_error!("rt-process supports Linux on processors of 64 bits only");

#[cfg(feature = "tokio")]
mod async_child;
#[cfg(feature = "tokio")]
mod async_pipe;
mod c_string;
mod capture;
mod child;
mod command;
mod containment;
mod control_group;
mod descriptors;
mod directory_entries;
mod environment;
mod error;
mod exit_status;
mod guardian;
mod last_errno;
mod own_thread;
mod path_lookup;
mod pipe;
pub mod reaper;
mod resource_limit;
mod resource_usage;
mod spawn;
mod sync;
pub mod tree;

#[cfg(feature = "tokio")]
pub use async_child::AsyncChild;
#[cfg(feature = "tokio")]
pub use async_pipe::AsyncPipe;
pub use capture::{Capture, LimitReached, Output};
pub use child::Child;
pub use command::Command;
pub use containment::Containment;
pub use descriptors::inherited::remember_inherited_descriptors;
pub use descriptors::{ChildDescriptor, InheritedNumber, OtherDescriptors};
pub use error::{SpawnError, SpawnStep};
pub use exit_status::ExitStatus;
pub use pipe::Pipe;
pub use resource_limit::{Limit, Resource};
pub use resource_usage::ResourceUsage;
pub use spawn::hold_low_descriptors;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;
