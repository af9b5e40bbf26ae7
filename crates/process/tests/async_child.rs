//! Children that are awaited. Alone in its file: it counts the children of the whole process.
#![cfg(target_os = "linux")]

#[path = "support/errno.rs"]
mod errno;
#[path = "support/stubborn.rs"]
mod stubborn;

use errno::HasErrno;
use rt_process::{ChildDescriptor, Command, ExitStatus, SpawnStep};
use rustix::io::Errno;
use rustix::process::{WaitOptions, wait};
use std::time::Duration;
use stubborn::stubborn;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

fn sleeper() -> Command {
    let mut command = Command::new("sleep");
    command.arg("60").stdout(ChildDescriptor::Pipe);
    command
}

#[tokio::test]
async fn children_are_awaited_and_dropped_ones_reaped() {
    many_end_in_any_order().await;
    one_is_stopped().await;
    pipes_carry_bytes_both_ways().await;
    a_wait_can_be_given_up_and_begun_again().await;
    no_child_is_left_when_some_are_dropped().await;
    a_wait_ends_the_input_that_nobody_took().await;
    a_pipe_can_be_given_to_another_child();
    errors_name_the_step().await;
}

fn a_pipe_can_be_given_to_another_child() {
    let echo = Command::new("echo")
        .arg("text")
        .stdout(ChildDescriptor::Pipe)
        .spawn_async();
    let output = echo.unwrap().take_stdout().unwrap().into_owned_fd().unwrap();
    let flags = rustix::fs::fcntl_getfl(&output).unwrap();
    assert!(!flags.contains(rustix::fs::OFlags::NONBLOCK));
    let upper = Command::new("tr")
        .args(["a-z", "A-Z"])
        .stdin(output)
        .output()
        .unwrap();
    assert_eq!(upper.stdout(), b"TEXT\n");
}

async fn a_wait_ends_the_input_that_nobody_took() {
    let mut command = Command::new("timeout");
    let command = command.args(["10", "cat"]).stdin(ChildDescriptor::Pipe);
    let mut child = command.spawn_async().unwrap();
    assert_eq!(child.wait().await.unwrap(), ExitStatus::Code(0));
    assert!(child.take_stdin().is_none());

    let mut child = command.spawn_async().unwrap();
    let input = child.take_stdin();
    let limit = Duration::from_millis(50);
    assert!(tokio::time::timeout(limit, child.wait()).await.is_err());
    drop(input);
    assert_eq!(child.wait().await.unwrap(), ExitStatus::Code(0));
}

async fn errors_name_the_step() {
    let failing = |directory| {
        let mut command = Command::new("/no/such/program");
        command.current_dir(directory);
        command
    };
    for (directory, step) in [
        ("/", SpawnStep::Execute),
        ("/no/such", SpawnStep::WorkingDirectory),
    ] {
        let command = failing(directory);
        let errors = [
            command.spawn_async().unwrap_err(),
            command.capture().run_async().await.unwrap_err(),
            command.status().unwrap_err(),
        ];
        for error in errors {
            assert_eq!((error.step, error.errno()), (step, Errno::NOENT));
        }
    }
    // It says by itself what cannot be known of a child that the kernel reaps.
    // SAFETY: no handler runs.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
    let error = Command::new("true").status().unwrap_err();
    // SAFETY: as above.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
    assert_eq!((error.step, error.errno()), (SpawnStep::Watch, Errno::CHILD));
}

async fn one_is_stopped() {
    let child = sleeper().spawn_async().unwrap();
    assert_eq!(
        child.stop(Duration::from_secs(20)).await.unwrap(),
        ExitStatus::Signal(15)
    );
    let mut stubborn = stubborn().spawn_async().unwrap();
    let mut ready = [0; 6];
    stubborn
        .take_stdout()
        .unwrap()
        .read_exact(&mut ready)
        .await
        .unwrap();
    assert_eq!(
        stubborn.stop(Duration::from_millis(50)).await.unwrap(),
        ExitStatus::Signal(9)
    );
}

async fn many_end_in_any_order() {
    let children: Vec<_> = (0..30)
        .map(|code| {
            Command::new("sh")
                .args(["-c", &format!("exit {code}")])
                .spawn_async()
                .unwrap()
        })
        .collect();
    for (child, code) in children.iter().zip(0..30).rev() {
        // Later calls give the same answer.
        for _ in 0..2 {
            assert_eq!(child.wait().await.unwrap(), ExitStatus::Code(code));
        }
        assert!(child.resource_usage().is_some());
        assert_eq!(child.send_signal(15).unwrap_err().errno(), Errno::SRCH);
    }
}

async fn pipes_carry_bytes_both_ways() {
    let mut child = Command::new("cat")
        .stdin(ChildDescriptor::Pipe)
        .stdout(ChildDescriptor::Pipe)
        .spawn_async()
        .unwrap();
    let (mut input, mut output) = (child.take_pipe(0).unwrap(), child.take_pipe(1).unwrap());
    assert!(child.take_pipe(0).is_none() && child.take_pipe(2).is_none());
    let sent = vec![b'x'; 1_000_000];
    let mut received = Vec::new();
    let writing = async {
        input.write_all(&sent).await.unwrap();
        drop(input);
    };
    let ((), read) = tokio::join!(writing, output.read_to_end(&mut received));
    assert_eq!(read.unwrap(), sent.len());
    assert_eq!(child.wait().await.unwrap(), ExitStatus::Code(0));
}

async fn a_wait_can_be_given_up_and_begun_again() {
    let child = sleeper().spawn_async().unwrap();
    let limit = Duration::from_millis(10);
    assert!(tokio::time::timeout(limit, child.wait()).await.is_err());
    child.kill().unwrap();
    assert_eq!(child.wait().await.unwrap(), ExitStatus::Signal(9));
}

async fn no_child_is_left_when_some_are_dropped() {
    for _ in 0..5 {
        let child = sleeper().spawn_async().unwrap();
        child.kill().unwrap();
        drop(child);
        let running = sleeper().spawn_async().unwrap();
        let pid = rustix::process::Pid::from_raw(running.pid()).unwrap();
        drop(running);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    }
    // The reaper is another thread: it has them all in a while.
    let left = loop {
        match wait_without_reaping() {
            Err(errno) => break errno,
            Ok(()) => tokio::time::sleep(Duration::from_millis(1)).await,
        }
    };
    assert_eq!(left, Errno::CHILD);
    assert_eq!(wait(WaitOptions::NOHANG).unwrap_err(), Errno::CHILD);
}

/// Whether there are children, running or ended.
fn wait_without_reaping() -> Result<(), Errno> {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    waitid(
        WaitId::All,
        WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT,
    )
    .map(drop)
}

#[tokio::test]
async fn a_child_is_killed_and_reaped_when_it_is_dropped() {
    let child = Command::new("sleep")
        .arg("600")
        .kill_on_drop(true)
        .spawn_async()
        .unwrap();
    let state = format!("/proc/{}/stat", child.pid());
    drop(child);
    let began = std::time::Instant::now();
    while std::fs::exists(&state).unwrap() {
        assert!(began.elapsed().as_secs() < 60);
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
}
