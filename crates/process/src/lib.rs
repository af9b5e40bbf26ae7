//! Spawns processes, waits for them and signals them, on Linux; in part on Windows and macOS.
//!
//! What the standard library lacks: the cost of a spawn does not grow with the parent's memory (the
//! child borrows it until it executes its program), the child's descriptors are a plan of any
//! length and nothing else reaches it, whatever other threads open meanwhile, the process
//! identifier cannot be confused with a later process's (everything after the spawn goes through a
//! pidfd), waits and whole runs have limits, and nobody needs a `SIGCHLD` handler.
//!
//! ```ignore-windows
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
//! assert_eq!(output.status()?, ExitStatus::Code(3));
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
//! Processors of 64 bits; on others, compiling fails. On macOS it compiles, but nobody has run it
//! there; on Windows it has been run under Wine (see below); on other systems the crate is empty.
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
//! # macOS
//!
//! Type-checked, linked and compared with the source of the kernel, never run. Children are made by
//! `posix_spawn(3)`, which the tests of this crate run on Linux, and by a fork where that is not
//! enough: another user or group, limits, priority and umask, a terminal, a relative program in
//! another working directory, and descriptors from 10,240 on. The end of a child is noticed by a
//! `kqueue(2)`, which is what [`Child::pidfd`] gives there, and signals go by number, under a lock
//! that keeps the child from being reaped meanwhile. A fork leaves descriptors alone that are above
//! the limit now (`RLIMIT_NOFILE`): those that were opened before it was lowered reach the child.
//!
//! What macOS does not have is the error `ENOTSUP` of a spawn: the signal of the parent's death, a
//! choice of processors, doing without new privileges. `Command::contain`, the module `tree` and
//! the functions of [`Child`] for a whole tree are not there.
//!
//! Descriptors get their close-on-exec flag a moment after they were opened: children of this crate
//! do not get them, but a process that another part of the program starts at that moment may. The
//! event of a child's end comes a moment before it can be reaped, so that
//! [`try_wait`](Child::try_wait) may wait for that moment.
//!
//! # Windows
//!
//! Tested under Wine, never on a real Windows. [`Command`], [`Child`] and [`Capture`] are there,
//! with what Windows can do: children are made by `CreateProcessW` with a list of the handles that
//! they get, in a job that ends them with this process, and the quoting of arguments, the
//! environment and the search for a program are libuv's. Every signal that can be sent ends the
//! process. A child that has ended cannot be signalled: `ErrorKind::NotFound`.
//!
//! Resource usage, the module `tree`, `Command::contain` and tokio's functions are not there. Code
//! elsewhere in the process that starts a child with all inheritable handles, at the same moment,
//! may pass on one that is meant for a child of this crate.
//!
//! # Features
//!
//! - `tokio`: `Command::spawn_async`, `Capture::run_async` and `AsyncChild`, whose end is awaited
//!   on tokio's event loop. Off by default.
#![cfg(any(target_os = "linux", target_os = "macos", windows))]

// The structures of system calls that the child's side makes by hand (`rt_sigaction(2)`,
// `clone3(2)`), and the identities of `setuid(2)`, which has 16 bits on some processors of 32, are
// those of 64 bits.
#[cfg(not(target_pointer_width = "64"))]
compile_error!("rt-process supports Linux on processors of 64 bits only");

#[cfg(all(unix, feature = "tokio"))]
mod async_child;
#[cfg(all(unix, feature = "tokio"))]
mod async_pipe;
#[cfg(unix)]
mod c_string;
#[cfg(unix)]
mod capture;
#[cfg(unix)]
mod child;
#[cfg(unix)]
mod command;
#[cfg(target_os = "linux")]
mod containment;
#[cfg(target_os = "linux")]
mod control_group;
#[cfg(unix)]
mod descriptors;
#[cfg(target_os = "linux")]
mod directory_entries;
#[cfg(unix)]
mod environment;
#[cfg(unix)]
mod error;
mod exit_status;
#[cfg(target_os = "linux")]
mod guardian;
#[cfg(unix)]
mod last_errno;
#[cfg(unix)]
mod own_thread;
#[cfg(unix)]
mod path_lookup;
#[cfg(unix)]
mod pipe;
#[cfg(target_os = "linux")]
mod process_stat;
#[cfg(target_os = "linux")]
mod raw_result;
#[cfg(unix)]
pub mod reaper;
#[cfg(unix)]
mod resource_limit;
#[cfg(unix)]
mod resource_usage;
#[cfg(unix)]
#[cfg_attr(target_os = "macos", path = "macos/spawn.rs")]
mod spawn;
#[cfg(unix)]
mod sync;
#[cfg(unix)]
mod terminal;
#[cfg(target_os = "linux")]
pub mod tree;
#[cfg(windows)]
mod windows;

#[cfg(all(unix, feature = "tokio"))]
pub use async_child::AsyncChild;
#[cfg(all(unix, feature = "tokio"))]
pub use async_pipe::AsyncPipe;
#[cfg(unix)]
pub use capture::{Capture, LimitReached, Output};
#[cfg(unix)]
pub use child::Child;
#[cfg(unix)]
pub use command::Command;
#[cfg(target_os = "linux")]
pub use containment::Containment;
#[cfg(unix)]
pub use descriptors::inherited::remember_inherited_descriptors;
#[cfg(unix)]
pub use descriptors::{ChildDescriptor, InheritedNumber, OtherDescriptors};
#[cfg(unix)]
pub use error::{SpawnError, SpawnStep};
pub use exit_status::ExitStatus;
#[cfg(unix)]
pub use pipe::Pipe;
#[cfg(unix)]
pub use resource_limit::{Limit, Resource};
#[cfg(unix)]
pub use resource_usage::ResourceUsage;
#[cfg(all(feature = "posix-spawn", target_os = "linux", target_env = "gnu"))]
pub use spawn::force_posix_spawn;
#[cfg(target_os = "linux")]
pub use spawn::hold_reserved_descriptors;
#[cfg(unix)]
pub use terminal::{Terminal, TerminalMode, TerminalSettings, TerminalSize};

#[cfg(windows)]
pub use windows::{
    Capture, Child, ChildDescriptor, Command, LimitReached, Output, Pipe, SpawnError, SpawnStep,
};

#[cfg(all(doctest, unix))]
#[doc = include_str!("../README.md")]
struct ReadMe;
