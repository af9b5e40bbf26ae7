//! Handles that tests send, and how they are received.

use std::net::TcpListener;

use rt_ipc::{ChannelError, Handle};

pub fn listener() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").unwrap()
}

/// Whether it is the message 2, with a server that still listens.
pub fn is_second(received: Option<(i32, Option<Handle>)>) -> bool {
    let (message, handle) = received.unwrap();
    let listener = TcpListener::from(handle.unwrap().descriptor);
    message == 2 && listener.local_addr().is_ok()
}

pub fn came_with_handle<T>(received: &Result<T, ChannelError>) -> bool {
    matches!(received, Err(ChannelError::CameWithHandle))
}
