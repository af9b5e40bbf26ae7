//! Node's event loop: watching descriptors on it.

mod descriptor_set;
mod libuv;
mod poll_handle;

pub(crate) use descriptor_set::DescriptorSet;
pub(crate) use libuv::EventLoop;
pub(crate) use poll_handle::{Interest, OpenHandles, PollHandle, Readiness};
