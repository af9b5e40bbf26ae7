//! Node's event loop: watching descriptors on it, and keeping it awake.

mod descriptor_set;
mod handle;
mod idle_handle;
mod libuv;
mod poll_handle;

pub(crate) use descriptor_set::DescriptorSet;
pub(crate) use handle::OpenHandles;
pub(crate) use idle_handle::IdleHandle;
pub(crate) use libuv::EventLoop;
pub(crate) use poll_handle::{Interest, PollHandle, Readiness};
