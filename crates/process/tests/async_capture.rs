//! Whole runs on the event loop of tokio: what `capture.rs` says of those that block.
#![cfg(target_os = "linux")]

use rt_process::{ChildDescriptor, Command, ExitStatus, LimitReached, TerminalSettings};
use std::io::ErrorKind;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

fn shell(script: &str) -> Command {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", script]);
    command
}

#[tokio::test]
async fn input_larger_than_any_buffer_comes_back() {
    let input: Vec<u8> = (0..8_000_000u32).map(|number| number.to_le_bytes()[1]).collect();
    let command = shell("cat; echo err >&2; exit 3");
    let output = command.capture().input(&input).run_async().await.unwrap();
    assert_eq!(output.status.as_ref().unwrap(), &ExitStatus::Code(3));
    assert!(output.stdout() == input);
    assert_eq!(output.stderr(), b"err\n");
    assert!(output.usage.unwrap().max_resident_bytes > 0);
}

#[tokio::test]
async fn a_child_that_does_not_read_its_input_runs_to_its_end() {
    let input = vec![b'x'; 4_000_000];
    let command = shell("exec 0<&-; echo done");
    let output = command.capture().input(&input).run_async().await.unwrap();
    assert_eq!(output.stdout(), b"done\n");
    assert_eq!(output.pipe_error.unwrap().kind(), ErrorKind::BrokenPipe);
}

#[tokio::test]
async fn limits_end_the_child() {
    let limit = Duration::from_millis(50);
    let output = shell("exec sleep 60")
        .capture()
        .timeout(limit)
        .run_async()
        .await
        .unwrap();
    assert_eq!(output.limit, Some(LimitReached::Timeout));
    assert_eq!(output.status.unwrap(), ExitStatus::Signal(15));

    let output = shell("exec yes")
        .capture()
        .max_output(10)
        .run_async()
        .await
        .unwrap();
    assert_eq!(output.limit, Some(LimitReached::Output));
    assert!(output.stdout().starts_with(b"y\ny\ny\ny\ny\n"));

    let output = shell("printf 12345")
        .capture()
        .max_output(5)
        .run_async()
        .await
        .unwrap();
    assert!(output.success());
}

#[tokio::test]
async fn a_descendant_that_keeps_a_pipe_is_waited_for_until_a_limit() {
    let command = shell("sleep 60 & echo $!");
    let limit = Duration::from_millis(300);
    let output = command.capture().timeout(limit).run_async().await.unwrap();
    assert_eq!(output.limit, Some(LimitReached::Timeout));
    let sleeper: i32 = String::from_utf8_lossy(output.stdout()).trim().parse().unwrap();
    assert_eq!(output.status.unwrap(), ExitStatus::Code(0));
    let sleeper = rustix::process::Pid::from_raw(sleeper).unwrap();
    rustix::process::kill_process(sleeper, rustix::process::Signal::KILL).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_run_at_once() {
    let runs = (0..100).map(|number| {
        tokio::spawn(async move {
            let command = shell(&format!("echo {number}"));
            command.capture().run_async().await.unwrap().stdout().to_vec()
        })
    });
    for (number, run) in runs.collect::<Vec<_>>().into_iter().enumerate() {
        assert_eq!(run.await.unwrap(), format!("{number}\n").as_bytes());
    }
}

#[tokio::test]
async fn a_pipe_ends_when_the_child_has_left_input_unread() {
    let mut child = shell("echo out; exec 0<&-; sleep 0.05")
        .stdin(ChildDescriptor::Pipe)
        .stdout(ChildDescriptor::Pipe)
        .descriptor(3, ChildDescriptor::Pipe)
        .spawn_async()
        .unwrap();
    let mut pipe = child.take_pipe(3).unwrap();
    pipe.write_all(b"never read").await.unwrap();
    let mut text = String::new();
    // The peer closes it with bytes unread, which the kernel reports as a reset.
    pipe.read_to_string(&mut text).await.unwrap();
    assert_eq!(text, "");
    child
        .take_stdout()
        .unwrap()
        .read_to_string(&mut text)
        .await
        .unwrap();
    assert_eq!(text, "out\n");
    assert!(child.take_stdin().is_some() && child.take_stderr().is_none());
    assert!(child.wait().await.unwrap().success());
}

#[tokio::test]
async fn the_ends_of_the_pipes_stay_open_until_the_child_has_ended() {
    // Pipes of the plan, which carry bytes both ways.
    let output = shell("echo x >&0; timeout .2 cat <&1; echo $?")
        .descriptors([const { ChildDescriptor::Pipe }; 3])
        .capture()
        .input(b"")
        .run_async()
        .await
        .unwrap();
    assert_eq!(output.stdout(), b"124\n");
}

#[tokio::test]
async fn a_child_that_ignores_the_kill_signal_is_killed() {
    let output = shell("trap '' TERM; for i in $(seq 600); do sleep .1; done")
        .capture()
        .timeout(Duration::from_secs(1))
        .kill_after(Duration::from_millis(100))
        .run_async()
        .await
        .unwrap();
    assert_eq!(output.limit, Some(LimitReached::Timeout));
    assert_eq!(output.status.unwrap(), ExitStatus::Signal(9));
    assert!(output.force_killed);
}

#[tokio::test]
async fn a_descendant_that_holds_a_pipe_does_not_delay_the_return_beyond_the_grace() {
    let started = std::time::Instant::now();
    let output = shell("sleep 10 & echo started")
        .capture()
        .close_grace(Duration::from_millis(100))
        .run_async()
        .await
        .unwrap();
    assert_eq!(output.stdout(), b"started\n");
    assert!(output.is_cut);
    assert!(started.elapsed() < Duration::from_secs(9));
}

#[tokio::test]
#[cfg_attr(miri, ignore = "Miri starts no processes")]
async fn a_terminal_is_read_and_written() {
    let mut command = Command::new("sh");
    command
        .args(["-c", "cat; echo end"])
        .terminal(TerminalSettings::new());
    let output = command.capture().input(b"line\n").run_async().await.unwrap();
    assert_eq!(output.stdout(), b"line\r\nline\r\nend\r\n");
    assert!(output.success());
}

/// The only thread that starts children is busy.
#[test]
fn what_is_given_up_before_it_was_begun_never_begins() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("begun");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .max_blocking_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let (over, is_over) = std::sync::mpsc::channel::<()>();
    runtime.block_on(async {
        let busy = tokio::task::spawn_blocking(move || is_over.recv());
        let mut command = Command::new("touch");
        command.arg(&file);
        let limit = Duration::from_millis(50);
        let capture = command.capture();
        let run = tokio::time::timeout(limit, capture.run_async());
        run.await.unwrap_err();
        drop(over);
        busy.await.unwrap().unwrap_err();
        // This one is behind it in the queue.
        assert!(shell("true").capture().run_async().await.unwrap().success());
    });
    // What was begun would have ended by now, or soon.
    std::thread::sleep(Duration::from_millis(200));
    assert!(!file.exists());
}
