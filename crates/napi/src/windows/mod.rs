//! An environment on Windows: Node's functions for descriptors and pipes, and the ends of
//! processes, which come from a thread of the system.

mod children;
mod command;
mod event_loop;
pub(crate) mod libuv;
mod stay_loaded;

pub(crate) use children::{Children, ExitArguments, Reaped};
pub(crate) use command::command;
pub(crate) use event_loop::{LibuvLoop, PipeHandle, no_libuv};
