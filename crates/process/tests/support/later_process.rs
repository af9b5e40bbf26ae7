//! A process that gets the number of an earlier one.

use rt_process::{Child, Command};
use std::fs;

/// A process of this number that leads a session of its own, in a PID namespace where nobody else
/// takes it.
pub fn later_process(number: i32) -> Child {
    for _ in 0..1000 {
        fs::write("/proc/sys/kernel/ns_last_pid", (number - 1).to_string()).unwrap();
        let mut command = Command::new("sleep");
        command.arg("60").new_session(true).kill_on_drop(true);
        let process = command.spawn().unwrap();
        if process.pid() == number {
            return process;
        }
    }
    panic!("{number} is another's");
}
