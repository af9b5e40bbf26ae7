//! Whole runs in one call.
#![cfg(target_os = "linux")]

use rt_process::{ChildDescriptor, Command, ExitStatus, LimitReached};
use std::io::ErrorKind;
use std::time::{Duration, Instant};

fn shell(script: &str) -> Command {
    let mut command = Command::new("/bin/sh");
    command
        .arguments(["sh", "-c", script])
        .descriptors([const { ChildDescriptor::Pipe }; 3]);
    command
}

#[test]
fn input_larger_than_any_buffer_comes_back() {
    let input: Vec<u8> = (0..8_000_000u32).map(|number| number.to_le_bytes()[1]).collect();
    let finished = shell("cat").capture().input(&input).run().unwrap();
    assert_eq!(finished.status.unwrap(), ExitStatus::Code(0));
    assert_eq!(finished.output[1].as_deref(), Some(&input[..]));
}

#[test]
fn a_child_that_does_not_read_its_input_runs_to_its_end() {
    let input = vec![b'x'; 4_000_000];
    let finished = shell("exec 0<&-; echo done")
        .capture()
        .input(&input)
        .run()
        .unwrap();
    assert_eq!(finished.status.unwrap(), ExitStatus::Code(0));
    assert_eq!(finished.output[1].as_deref(), Some(&b"done\n"[..]));
    assert_eq!(finished.pipe_error.unwrap().kind(), ErrorKind::BrokenPipe);
}

#[test]
fn each_descriptor_has_its_own_output() {
    let finished = shell("echo out; echo err >&2; exit 3").capture().run().unwrap();
    assert_eq!(finished.status.unwrap(), ExitStatus::Code(3));
    assert_eq!(finished.output[1].as_deref(), Some(&b"out\n"[..]));
    assert_eq!(finished.output[2].as_deref(), Some(&b"err\n"[..]));
}

#[test]
fn a_timeout_kills_and_waits() {
    let started = Instant::now();
    let limit = Duration::from_millis(50);
    let finished = shell("exec sleep 60").capture().timeout(limit).run().unwrap();
    assert_eq!(finished.limit, Some(LimitReached::Timeout));
    assert_eq!(finished.status.unwrap(), ExitStatus::Signal(15));
    assert!(started.elapsed() < Duration::from_secs(30));
}

#[test]
fn output_past_the_limit_ends_the_reading_and_the_child() {
    let most = 10;
    let finished = shell("exec yes").capture().max_output(most).run().unwrap();
    assert_eq!(finished.limit, Some(LimitReached::Output));
    assert!(
        finished.output[1]
            .as_deref()
            .unwrap()
            .starts_with(b"y\ny\ny\ny\ny\n")
    );
    assert_eq!(finished.status.unwrap(), ExitStatus::Signal(15));
}

#[test]
fn output_of_exactly_the_limit_is_no_overflow() {
    let most = 5;
    let finished = shell("printf 12345").capture().max_output(most).run().unwrap();
    assert_eq!(
        (finished.limit, finished.status.unwrap()),
        (None, ExitStatus::Code(0))
    );
}

#[test]
fn signals_that_come_all_the_time_do_not_put_a_timeout_off() {
    extern "C" fn nothing(_signal: libc::c_int) {}
    // SAFETY: the handler does nothing, so it may run at any time; the thread that is signalled
    // outlives the one that signals it.
    let this_thread = unsafe {
        libc::signal(
            libc::SIGUSR1,
            (nothing as extern "C" fn(libc::c_int)) as libc::sighandler_t,
        );
        libc::pthread_self()
    };
    let over = std::sync::atomic::AtomicBool::new(false);
    let limit = Duration::from_millis(200);
    let finished = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(std::sync::atomic::Ordering::Relaxed) {
                // SAFETY: the thread waits for this one at the end of the scope.
                unsafe { libc::pthread_kill(this_thread, libc::SIGUSR1) };
                std::thread::sleep(Duration::from_millis(2));
            }
        });
        let finished = shell("exec sleep 20").capture().timeout(limit).run().unwrap();
        over.store(true, std::sync::atomic::Ordering::Relaxed);
        finished
    });
    assert_eq!(finished.limit, Some(LimitReached::Timeout));
    assert_eq!(finished.status.unwrap(), ExitStatus::Signal(15));
}

#[test]
fn a_child_may_write_to_its_standard_input() {
    let finished = shell("echo x >&0; echo alive").capture().run().unwrap();
    assert_eq!(finished.status.as_ref().unwrap(), &ExitStatus::Code(0));
    assert_eq!(finished.stdout(), b"alive\n");
}

#[test]
fn a_child_that_reads_from_its_standard_output_does_not_read_an_end() {
    let finished = shell("timeout .2 cat <&1; echo $?").capture().run().unwrap();
    assert_eq!(finished.stdout(), b"124\n");
}

#[test]
fn a_descriptor_with_input_is_read_to_its_end() {
    let mut command = shell("cat <&3; cat <&4");
    command.descriptors([const { ChildDescriptor::Pipe }; 5]);
    let finished = command
        .capture()
        .input_of(3, b"three")
        .input_of(4, b"")
        .run()
        .unwrap();
    assert_eq!(finished.stdout(), b"three");
}

#[test]
fn a_signal_that_cannot_be_sent_is_replaced_by_one_that_can() {
    let limit = Duration::from_millis(50);
    let finished = shell("exec sleep 60")
        .capture()
        .timeout(limit)
        .kill_signal(200)
        .run()
        .unwrap();
    assert_eq!(finished.status.unwrap(), ExitStatus::Signal(9));
    assert_eq!(finished.kill_error.unwrap().raw_os_error(), Some(libc::EINVAL));
}

#[test]
fn a_child_that_writes_all_the_time_does_not_put_a_timeout_off() {
    let limit = Duration::from_millis(50);
    let started = Instant::now();
    let finished = shell("exec timeout 5 yes")
        .capture()
        .timeout(limit)
        .run()
        .unwrap();
    assert_eq!(finished.limit, Some(LimitReached::Timeout));
    assert!(started.elapsed() < Duration::from_secs(4));
}

/// A shell that ignores `SIGTERM`, and would run for a minute.
const STUBBORN: &str = "trap '' TERM; for i in $(seq 600); do sleep .1; done";

#[test]
fn a_child_that_ignores_the_kill_signal_is_killed() {
    let started = Instant::now();
    let finished = shell(STUBBORN)
        .capture()
        .timeout(Duration::from_secs(1))
        .kill_after(Duration::from_millis(100))
        .run()
        .unwrap();
    assert_eq!(finished.limit, Some(LimitReached::Timeout));
    assert_eq!(finished.status.unwrap(), ExitStatus::Signal(9));
    assert!(finished.force_killed);
    assert!(started.elapsed() >= Duration::from_millis(1100));
    assert!(started.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_child_that_ends_by_the_kill_signal_is_not_killed() {
    let finished = shell("exec sleep 60")
        .capture()
        .timeout(Duration::from_millis(50))
        .kill_after(Duration::from_secs(20))
        .run()
        .unwrap();
    assert_eq!(finished.status.unwrap(), ExitStatus::Signal(15));
    assert!(!finished.force_killed);
}

#[test]
fn a_descendant_that_holds_a_pipe_does_not_delay_the_return_beyond_the_grace() {
    let started = Instant::now();
    let finished = shell("sleep 10 & echo started")
        .capture()
        .close_grace(Duration::from_millis(100))
        .run()
        .unwrap();
    assert_eq!(finished.status.as_ref().unwrap(), &ExitStatus::Code(0));
    assert_eq!(finished.stdout(), b"started\n");
    assert!(finished.is_cut);
    assert_eq!(finished.limit, None);
    assert!(started.elapsed() < Duration::from_secs(9));
}

#[test]
fn what_ends_within_the_grace_is_read_whole() {
    let finished = shell("(sleep .2; echo late) & echo early")
        .capture()
        .close_grace(Duration::from_secs(20))
        .run()
        .unwrap();
    assert_eq!(finished.stdout(), b"early\nlate\n");
    assert!(!finished.is_cut);
}

/// The grace begins with the end of the process, not with the run.
#[test]
fn a_grace_of_nothing_waits_for_the_process() {
    let finished = shell("sleep .3; echo done; sleep 10 &")
        .capture()
        .close_grace(Duration::ZERO)
        .run()
        .unwrap();
    assert_eq!(finished.status.as_ref().unwrap(), &ExitStatus::Code(0));
    assert_eq!(finished.stdout(), b"done\n");
    assert!(finished.is_cut);
}

#[test]
fn a_timeout_counts_during_the_grace() {
    let started = Instant::now();
    let finished = shell("sleep 10 &")
        .capture()
        .timeout(Duration::from_millis(300))
        .close_grace(Duration::from_secs(8))
        .run()
        .unwrap();
    assert_eq!(finished.limit, Some(LimitReached::Timeout));
    assert!(!finished.is_cut);
    assert!(started.elapsed() < Duration::from_secs(7));
}
