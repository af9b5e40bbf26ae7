//! The same on Windows, by `CreateProcessW`. What a command line, an environment and the search of
//! a program are is as in libuv (`src/win/process.c`), and so as in Node.js.

mod attributes;
mod capture;
mod child;
mod command;
mod command_line;
mod environment;
mod error;
mod exit_watch;
mod job;
mod pipe;
mod program_search;
mod signal;
mod spawn;
mod stdio;
mod system;
mod wide;

pub use capture::{Capture, LimitReached, Output};
pub use child::Child;
pub use command::Command;
pub use error::{SpawnError, SpawnStep};
pub use pipe::Pipe;
pub use stdio::ChildDescriptor;
