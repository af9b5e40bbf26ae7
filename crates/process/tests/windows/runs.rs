//! Whole runs: input, output and their limits.

use crate::parts::{LONG, MUCH, command, printed, printed_bytes};
use rt_process::{ExitStatus, LimitReached};
use std::io::ErrorKind;
use std::time::{Duration, Instant};

#[test]
fn a_run_takes_input_and_gives_output() {
    let input = "0123456789abcdef".repeat(60_000);
    let output = command("echo")
        .capture()
        .input(input.as_bytes())
        .timeout(LONG)
        .run()
        .unwrap();
    assert_eq!(printed(&output), input);
    assert!(output.success() && output.pipe_error.is_none() && output.output[0].is_none());
    let output = command("errors").output().unwrap();
    assert_eq!(
        (printed(&output).as_str(), printed_bytes(output.stderr()).as_str()),
        ("", "to stderr")
    );
}

#[test]
fn input_that_is_not_read_is_an_error_of_the_pipe() {
    let input = vec![b'x'; 1_000_000];
    let output = command("nothing").capture().input(&input).run().unwrap();
    assert!(output.success());
    assert_eq!(output.pipe_error.unwrap().kind(), ErrorKind::BrokenPipe);
}

#[test]
fn a_timeout_ends_a_run() {
    let start = Instant::now();
    let output = command("sleep")
        .capture()
        .timeout(Duration::from_millis(1500))
        .run()
        .unwrap();
    assert!(start.elapsed() >= Duration::from_millis(1500) && start.elapsed() < LONG);
    assert_eq!(output.limit, Some(LimitReached::Timeout));
    assert!(output.kill_error.is_none() && !output.success());
    assert_eq!(output.status.unwrap(), ExitStatus::Signal(15));
    let output = command("sleep")
        .capture()
        .timeout(Duration::ZERO)
        .kill_signal(1)
        .run()
        .unwrap();
    assert_eq!(output.kill_error.unwrap().kind(), ErrorKind::Unsupported);
    assert_eq!(output.status.unwrap(), ExitStatus::Signal(9));
}

#[test]
fn too_much_output_ends_a_run() {
    let output = command("flood")
        .capture()
        .max_output(100_000)
        .timeout(LONG)
        .run()
        .unwrap();
    assert_eq!(output.limit, Some(LimitReached::Output));
    assert!(output.stdout().len() > 100_000 && output.stdout().len() < 400_000);
    assert_eq!(output.status.unwrap(), ExitStatus::Signal(15));
}

#[test]
fn pipes_that_a_grandchild_keeps_are_closed_after_the_grace() {
    let output = command("leave")
        .capture()
        .close_grace(Duration::from_millis(300))
        .timeout(LONG)
        .run()
        .unwrap();
    assert!(output.is_cut);
    assert_eq!(output.limit, None);
    assert_eq!(output.status.unwrap(), ExitStatus::Code(0));
}

#[test]
fn what_the_child_wrote_is_not_cut_without_a_grace() {
    for _ in 0..10 {
        let output = command("much")
            .capture()
            .close_grace(Duration::ZERO)
            .timeout(LONG)
            .run()
            .unwrap();
        assert!(!output.is_cut);
        assert_eq!(printed(&output).len(), MUCH);
    }
}
