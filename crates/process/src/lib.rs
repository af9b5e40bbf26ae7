//! Spawns processes, waits for them and signals them, on Linux.
//!
//! What the standard library lacks: the cost of a spawn does not grow with the parent's memory (the child borrows it until it executes its
//! program), the child's descriptors are a plan of any length, the process identifier cannot be confused with a later process's (everything after
//! the spawn goes through a pidfd), and nobody needs a `SIGCHLD` handler.
//!
//! ```
//! use rt_process::{ChildDescriptor, Command, ExitStatus};
//!
//! let spawned = Command::new("true")?
//!     .descriptors([ChildDescriptor::NullDevice; 3])
//!     .spawn()?;
//! assert_eq!(spawned.child.wait()?, ExitStatus::Code(0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The way of a command: [`Command`] (what to start) → an image of it in memory that the child only reads → `clone3` → the child's side applies
//! the descriptor plan and executes → [`Child`] → [`Child::wait`], or [`reaper`] where nobody will wait. [`synchronous`] does all of it in
//! one call, input and output included.
#![cfg(target_os = "linux")]

mod child;
mod command;
mod descriptors;
mod error;
mod exit_status;
mod own_thread;
mod path_lookup;
pub mod reaper;
mod resource_usage;
mod spawn;
pub mod synchronous;

pub use child::Child;
pub use command::Command;
pub use descriptors::inherited::remember_inherited_descriptors;
pub use descriptors::{ChildDescriptor, OtherDescriptors};
pub use error::{SpawnError, SpawnStep};
pub use exit_status::ExitStatus;
pub use resource_usage::ResourceUsage;
pub use rustix::io::Errno;
pub use spawn::{FailedSpawn, Spawned, hold_low_descriptors};
