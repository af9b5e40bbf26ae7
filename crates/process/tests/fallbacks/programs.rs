//! What is started.

use rt_process::{ChildDescriptor, Command};

/// A shell that uses only what is built into it.
pub fn shell(script: &str) -> Command {
    let mut command = Command::new("/bin/sh");
    command.arguments(["sh", "-c", script]);
    command
}

/// A program that runs until it is ended.
pub fn sleeper() -> Command {
    let mut command = Command::new("sleep");
    command
        .arguments(["sleep", "60"])
        .descriptors([const { ChildDescriptor::NullDevice }; 3]);
    command
}
