//! The pipes that a whole run makes by itself are those of `pipe(2)`.
#![cfg(target_os = "linux")]

use rt_process::{ChildDescriptor, Command, LimitReached, Output};
use std::io::ErrorKind;
use std::time::Duration;

fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    command
}

/// On the thread, and on tokio's event loop.
fn both(command: &Command, input: Option<&[u8]>, check: impl Fn(Output)) {
    let mut capture = command
        .capture()
        .timeout(Duration::from_secs(20))
        .max_output(8_000_000);
    if let Some(input) = input {
        capture = capture.input(input);
    }
    check(capture.run().unwrap());
    #[cfg(feature = "tokio")]
    {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        check(runtime.unwrap().block_on(capture.run_async()).unwrap());
    }
}

#[test]
fn they_can_be_opened_by_their_paths() {
    let script = "cat /dev/stdin > /dev/stdout; echo err > /dev/stderr";
    both(&shell(script), Some(b"text"), |output| {
        assert!(output.success(), "{output:?}");
        assert_eq!((output.stdout(), output.stderr()), (&b"text"[..], &b"err\n"[..]));
        assert!(output.pipe_error.is_none());
    });
}

#[test]
fn input_larger_than_any_buffer_comes_back() {
    let input: Vec<u8> = (0..4_000_000u32).map(|number| number.to_le_bytes()[1]).collect();
    both(&Command::new("cat"), Some(&input), |output| {
        assert!(output.success() && output.stdout() == input);
    });
}

#[test]
fn input_that_is_not_read_is_an_error_and_no_signal() {
    // SAFETY: no handler runs.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
    let input = vec![b'x'; 4_000_000];
    both(&shell("exec 0<&-; echo done"), Some(&input), |output| {
        assert!(output.success());
        assert_eq!(output.stdout(), b"done\n");
        assert_eq!(output.pipe_error.unwrap().kind(), ErrorKind::BrokenPipe);
    });
    // SAFETY: as above.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
}

#[test]
fn a_writer_that_waits_when_a_limit_closes_the_pipe_gets_its_signal() {
    let run = || {
        let mut command = shell("trap '' TERM; sh -c 'trap - PIPE; cat /dev/zero'; echo $? >&3");
        let mut file = tempfile::tempfile().unwrap();
        command.descriptor(3, ChildDescriptor::duplicate(&file).unwrap());
        let output = command.capture().max_output(1000).run().unwrap();
        assert_eq!(output.limit, Some(LimitReached::Output));
        std::io::Seek::rewind(&mut file).unwrap();
        std::io::read_to_string(file).unwrap()
    };
    for _ in 0..5 {
        // 128 and the number of `SIGPIPE`.
        assert_eq!(run(), "141\n");
    }
}

#[test]
fn an_output_with_input_is_both_ways() {
    let output = shell("cat <&1").capture().input_of(1, b"text").run().unwrap();
    assert_eq!(output.stdout(), b"text");
}

#[test]
fn a_pipe_of_the_plan_is_a_socket() {
    let mut command = shell("readlink /proc/self/fd/1");
    let is_socket = |command: &Command| command.output().unwrap().stdout().starts_with(b"socket:");
    assert!(!is_socket(&command));
    assert!(is_socket(command.stdout(ChildDescriptor::Pipe)));
}
