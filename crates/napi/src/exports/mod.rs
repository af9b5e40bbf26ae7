//! What JavaScript sees: functions and the shapes of their arguments and results.

#[cfg(any(target_os = "linux", windows))]
mod channel;
#[cfg(target_os = "linux")]
mod channel_descriptors;
#[cfg(target_os = "linux")]
mod child;
#[cfg(target_os = "linux")]
mod contained;
#[cfg(target_os = "linux")]
mod descriptor;
#[cfg(target_os = "linux")]
mod held_pipe;
mod querystring;
#[cfg(target_os = "linux")]
mod setup;
#[cfg(target_os = "linux")]
mod spawn_request;
#[cfg(any(target_os = "linux", windows))]
mod synchronous;
#[cfg(target_os = "linux")]
mod terminal;
#[cfg(target_os = "linux")]
mod tree;
#[cfg(windows)]
mod windows_child;
#[cfg(windows)]
mod windows_sockets;
