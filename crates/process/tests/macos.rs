//! What is otherwise on macOS. Compiled, never run: nobody here has one.
#![cfg(target_os = "macos")]

use rt_process::{ChildDescriptor, Command, ExitStatus, TerminalMode, TerminalSettings, TerminalSize};
use std::io::read_to_string;
use std::time::Duration;

/// More than a socket holds: a send that waits for the child would wait for ever.
#[test]
fn input_that_comes_back_meanwhile() {
    let input = vec![b'a'; 1 << 20];
    let output = Command::new("cat").capture().input(&input).run().unwrap();
    assert!(output.stdout() == input);
    assert!(output.success());
}

/// A pipe that is taken blocks as before.
#[test]
fn a_pipe_that_is_taken_waits_for_the_child() {
    let mut command = Command::new("sh");
    command
        .args(["-c", "sleep 0.1; echo late"])
        .stdout(ChildDescriptor::Pipe);
    let mut child = command.spawn().unwrap();
    assert_eq!(read_to_string(child.take_pipe(1).unwrap()).unwrap(), "late\n");
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_terminal_has_its_size_and_modes_before_the_program_runs() {
    let settings = TerminalSettings::new()
        .size(TerminalSize::new(100, 30))
        .mode(TerminalMode::Echo, false);
    let mut child = Command::new("sh")
        .args(["-c", "stty size; stty -a | grep -c -- -echo\\ "])
        .terminal(settings)
        .spawn()
        .unwrap();
    let text = read_to_string(child.take_terminal().unwrap()).unwrap();
    assert_eq!(text, "30 100\r\n1\r\n");
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_change_of_modes_leaves_what_was_written() {
    let mut child = Command::new("sh")
        .args(["-c", "echo first; read line; echo $line"])
        .terminal(TerminalSettings::new().mode(TerminalMode::Echo, false))
        .spawn()
        .unwrap();
    let mut terminal = child.take_terminal().unwrap();
    std::thread::sleep(Duration::from_millis(200));
    terminal.set_mode(TerminalMode::Signals, false).unwrap();
    std::io::Write::write_all(&mut terminal, b"second\n").unwrap();
    assert_eq!(read_to_string(terminal).unwrap(), "first\r\nsecond\r\n");
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_wait_of_months_is_none_of_milliseconds_alone() {
    let child = Command::new("true").spawn().unwrap();
    let months = Duration::from_secs(90 * 24 * 60 * 60);
    assert_eq!(child.wait_timeout(months).unwrap(), Some(ExitStatus::Code(0)));
    let output = Command::new("true").capture().timeout(months).run().unwrap();
    assert!(output.success());
}

/// `posix_spawn(3)` refuses its number.
#[test]
fn a_plan_may_reach_beyond_the_numbers_of_file_actions() {
    let mut command = Command::new("true");
    command.descriptor(10_300, ChildDescriptor::NullDevice);
    match command.status() {
        Ok(status) => assert!(status.success()),
        // The limit of descriptors is lower.
        Err(error) => assert_eq!(error.raw_os_error(), libc::EBADF),
    }
}
