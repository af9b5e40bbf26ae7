//! The Node-API addon of rt-std: JavaScript values to Rust values and back, callbacks, the life of
//! an environment. No decisions are made here: validation and the shapes of errors are
//! TypeScript's, the work is the core crates'.
//!
//! The doc comments of exported items become the addon's type declarations.

#![allow(
    clippy::needless_pass_by_value,
    reason = "Node-API hands converted arguments over by value"
)]

#[cfg(any(target_os = "linux", windows))]
mod bytes;
#[cfg(any(target_os = "linux", windows))]
mod call_from_loop;
#[cfg(any(target_os = "linux", windows))]
#[cfg_attr(windows, path = "windows/channels/mod.rs")]
mod channels;
#[cfg(target_os = "linux")]
mod children;
#[cfg(target_os = "linux")]
mod environment;
#[cfg(any(target_os = "linux", windows))]
#[cfg_attr(windows, path = "windows/errno.rs")]
mod errno;
#[cfg(target_os = "linux")]
mod event_loop;
#[cfg(any(target_os = "linux", windows))]
mod event_queue;
#[cfg(target_os = "linux")]
mod exit_arguments;
mod exports;
#[cfg(target_os = "linux")]
mod handed_over;
#[cfg(target_os = "linux")]
mod held_pipes;
#[cfg(any(target_os = "linux", windows))]
#[cfg_attr(windows, path = "windows/instance.rs")]
mod instance;
mod made_value;
mod native_function;
#[cfg(any(target_os = "linux", windows))]
mod numbered;
mod querystring;
#[cfg(any(target_os = "linux", windows))]
mod request;
mod status;
#[cfg(target_os = "linux")]
mod terminals;
#[cfg(any(target_os = "linux", windows))]
mod turns_for_messages;
#[cfg(target_os = "linux")]
mod usage;
#[cfg(windows)]
mod windows;
