//! The running children of an environment on Windows: Node's functions for descriptors, and the
//! ends of processes, which come from a thread of the system.

mod children;
mod command;
mod instance;
pub(crate) mod libuv;

pub(crate) use children::{Children, ExitArguments, Reaped};
pub(crate) use command::command;
pub(crate) use instance::Instance;
