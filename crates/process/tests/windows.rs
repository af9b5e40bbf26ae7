//! Windows: starting processes, their descriptors, waiting for them, ending them, whole runs.
//!
//! The child of most tests is this program itself, which runs `child_side` with a part to play.
#![cfg(windows)]

use rt_process::{ChildDescriptor, Command, ExitStatus, LimitReached, Output, SpawnStep};
use std::env;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::sync::{Arc, mpsc};
use std::task::{Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};

const PART: &str = "RT_PROCESS_TEST_PART";
/// What stands before and after the output of a part: the test harness prints, too.
const START: &str = "<<<";
const END: &str = ">>>";
/// As many bytes as a pipe holds.
const MUCH: usize = 60_000;
const LONG: Duration = Duration::from_secs(60);

/// The parts that this program plays as a child. It is a test of its own only when there is none.
#[test]
fn child_side() {
    let Ok(part) = env::var(PART) else { return };
    let mut out = io::stdout();
    let arguments: Vec<String> = env::args()
        .skip_while(|argument| argument != "--")
        .skip(1)
        .collect();
    print!("{START}");
    match part.as_str() {
        "arguments" => print!("{}", arguments.join("\n")),
        "variables" => {
            for (name, value) in env::vars_os() {
                println!("{}={}", name.to_string_lossy(), value.to_string_lossy());
            }
        }
        "directory" => print!("{}", env::current_dir().unwrap().display()),
        "echo" => drop(io::copy(&mut io::stdin(), &mut out).unwrap()),
        "errors" => eprint!("{START}to stderr{END}"),
        "code" => std::process::exit(arguments[0].parse::<u32>().unwrap().cast_signed()),
        "sleep" => {
            out.flush().unwrap();
            thread::sleep(LONG);
        }
        "flood" => while out.write_all(&[b'x'; 4096]).is_ok() {},
        "much" => out.write_all(&vec![b'm'; MUCH]).unwrap(),
        "leave" => {
            // A grandchild that keeps the pipes of this one.
            command("sleep").detached(true).spawn().unwrap();
        }
        "orphan" => {
            command("sleep").spawn().unwrap();
        }
        "third" => {
            // SAFETY: there are three bytes. The C runtime says when the descriptor is not open.
            let written = unsafe { _write(3, b"abc".as_ptr().cast(), 3) };
            print!("{written}");
        }
        "nothing" => {}
        _ => unreachable!("{part}"),
    }
    print!("{END}");
    out.flush().unwrap();
    std::process::exit(0);
}

unsafe extern "C" {
    /// Of Microsoft's C runtime: it knows descriptors by the table from the parent.
    fn _write(descriptor: i32, bytes: *const std::ffi::c_void, count: u32) -> i32;
}

fn command(part: &str) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", "child_side", "--nocapture", "--"])
        .env(PART, part);
    command
}

fn printed_bytes(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let start = text.find(START).expect("the start of the output") + START.len();
    let end = text.rfind(END).unwrap_or(text.len());
    text[start..end].to_owned()
}

fn printed(output: &Output) -> String {
    printed_bytes(output.stdout())
}

#[test]
fn the_exit_code_is_that_of_the_program() {
    for (code, seen) in [("0", 0), ("3", 3), ("259", 259), ("3221225477", -1_073_741_819)] {
        let child = command("code").arg(code).descriptors([]).spawn().unwrap();
        assert_eq!(child.wait().unwrap(), ExitStatus::Code(seen));
        assert_eq!(child.try_wait().unwrap(), Some(ExitStatus::Code(seen)));
        assert_eq!(
            child.wait_timeout(Duration::ZERO).unwrap(),
            Some(ExitStatus::Code(seen))
        );
    }
}

#[test]
fn a_system_program_is_found_in_the_path() {
    for name in ["cmd", "cmd.exe", "CMD.EXE"] {
        let output = Command::new(name)
            .args(["/d", "/c", "echo hello& exit 3"])
            .output()
            .unwrap();
        assert_eq!(output.stdout(), b"hello\r\n", "{name}");
        assert_eq!(output.status.unwrap(), ExitStatus::Code(3));
    }
}

#[test]
fn arguments_arrive_as_they_were_given() {
    let arguments = [
        "a b",
        "",
        r#"say "hi""#,
        r"back\slash",
        r"end\",
        r"two words\",
        r#"\"x"#,
        "ünïcödé ☃",
        "%PATH%",
        "^&|<>",
    ];
    let output = command("arguments").args(arguments).output().unwrap();
    assert_eq!(printed(&output).split('\n').collect::<Vec<_>>(), arguments);
}

#[test]
fn verbatim_arguments_are_not_quoted() {
    let mut command = command("arguments");
    let output = command
        .args([r#""a b""#, "c d"])
        .verbatim_arguments(true)
        .output()
        .unwrap();
    assert_eq!(printed(&output), "a b\nc\nd");
}

#[test]
fn the_environment_is_what_was_set_and_what_windows_needs() {
    let mut command = command("variables");
    command
        .env_clear()
        .env(PART, "variables")
        .env("Name", "1")
        .env("NAME", "2")
        .env("b", "ü")
        .env("gone", "x");
    let output = command.env_remove("GONE").output().unwrap();
    let text = printed(&output);
    let names: Vec<_> = text
        .lines()
        .map(|line| line.split('=').next().unwrap().to_uppercase())
        .collect();
    assert!(text.lines().any(|line| line == "NAME=2"), "{text}");
    assert!(text.lines().any(|line| line == "b=ü"), "{text}");
    assert!(
        names.contains(&"SYSTEMROOT".to_owned()) && names.contains(&"PATH".to_owned()),
        "{text}"
    );
    assert!(!names.contains(&"GONE".to_owned()));
    let mut sorted = names.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!(names.iter().filter(|name| *name == "NAME").count(), 1);
    assert_eq!(sorted.len(), names.len());
}

#[test]
fn the_path_of_the_child_is_searched() {
    let folder = folder("path");
    fs::copy(env::current_exe().unwrap(), folder.join("rt-own.exe")).unwrap();
    let mut command = Command::new("rt-own");
    command.args(["--exact", "child_side", "--nocapture", "--"]);
    assert_eq!(command.spawn().unwrap_err().step, SpawnStep::Execute);
    assert!(
        command
            .env("Path", &folder)
            .env(PART, "nothing")
            .output()
            .unwrap()
            .success()
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_working_directory_is_the_childs() {
    let folder = folder("directory");
    let output = command("directory").current_dir(&folder).output().unwrap();
    assert_eq!(printed(&output), folder.to_str().unwrap());
    let error = command("directory")
        .current_dir(folder.join("none"))
        .spawn()
        .unwrap_err();
    assert_eq!(error.step, SpawnStep::WorkingDirectory, "{error}");
    // The program is looked for there, and is not found for the same reason.
    let error = Command::new("no-such-program")
        .current_dir(folder.join("none"))
        .spawn()
        .unwrap_err();
    assert_eq!(error.step, SpawnStep::WorkingDirectory, "{error}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_started_says_why() {
    let of = |command: &mut Command| {
        let error = command.spawn().unwrap_err();
        (error.step, error.raw_os_error())
    };
    assert_eq!(of(&mut Command::new("no-such-program")), (SpawnStep::Execute, 2));
    assert_eq!(of(&mut Command::new("")), (SpawnStep::Execute, 2));
    assert_eq!(of(&mut Command::new(r"C:\windows")), (SpawnStep::Execute, 2));
    assert_eq!(of(Command::new("cmd").arg("a\0b")), (SpawnStep::Strings, 87));
    assert_eq!(
        of(Command::new("cmd").descriptor(255, ChildDescriptor::Pipe)),
        (SpawnStep::Descriptors, 50)
    );
    assert_eq!(
        of(Command::new("cmd").descriptor(-1, ChildDescriptor::Pipe)),
        (SpawnStep::Descriptors, 50)
    );
    for batch in ["any.bat", "none.CMD", r"C:\x\y.bat ", "a.cmd."] {
        assert_eq!(of(&mut Command::new(batch)), (SpawnStep::Execute, 87), "{batch}");
    }
}

#[test]
fn pipes_of_a_failed_spawn_are_at_their_end() {
    let mut error = Command::new("no-such-program")
        .stdout(ChildDescriptor::Pipe)
        .spawn()
        .unwrap_err();
    let mut text = String::new();
    error.pipes[1].take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text, "");
}

#[test]
fn pipes_carry_input_and_output() {
    let mut command = command("echo");
    let mut child = command
        .stdin(ChildDescriptor::Pipe)
        .stdout(ChildDescriptor::Pipe)
        .spawn()
        .unwrap();
    let mut input = child.take_stdin().unwrap();
    assert!(child.take_stdin().is_none() && child.take_stderr().is_none());
    input.write_all(b"first line\n").unwrap();
    input.write_all(b"second line\n").unwrap();
    drop(input);
    let mut output = Vec::new();
    child.take_stdout().unwrap().read_to_end(&mut output).unwrap();
    assert_eq!(printed_bytes(&output), "first line\nsecond line\n");
    assert!(child.wait().unwrap().success());
}

#[test]
fn files_and_the_null_device_are_descriptors() {
    let folder = folder("files");
    let path = folder.join("out.txt");
    let file = File::create(&path).unwrap();
    let mut command = command("echo");
    command
        .stdin(ChildDescriptor::NullDevice)
        .stderr(ChildDescriptor::Closed);
    assert!(
        command
            .stdout(ChildDescriptor::duplicate(&file).unwrap())
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(printed_bytes(&fs::read(&path).unwrap()), "");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_further_pipe_is_a_descriptor_of_the_c_runtime() {
    for descriptor in [ChildDescriptor::Pipe, ChildDescriptor::Channel] {
        let output = command("third").descriptor(3, descriptor).output().unwrap();
        assert_eq!(printed(&output), "3");
        assert_eq!(output.output[3].as_deref(), Some(&b"abc"[..]));
    }
    assert_eq!(printed(&command("third").output().unwrap()), "-1");
}

#[test]
fn a_child_ends_with_its_parent() {
    // The grandchild keeps the pipe open for as long as it runs.
    let start = Instant::now();
    let output = command("orphan").capture().close_grace(LONG / 3).run().unwrap();
    assert!(!output.is_cut && start.elapsed() < LONG / 3);
    assert!(output.success());
}

#[test]
fn nothing_but_the_plan_is_inherited() {
    // The second child is started while handles of the first are open here.
    let mut first = command("sleep");
    let mut first = first
        .stdin(ChildDescriptor::Pipe)
        .stdout(ChildDescriptor::Pipe)
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let second = command("sleep")
        .descriptors([])
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let output = first.take_stdout().unwrap();
    first.kill().unwrap();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut output = output;
        sender.send(output.read_to_end(&mut Vec::new()).is_ok()).unwrap();
    });
    assert_eq!(receiver.recv_timeout(Duration::from_secs(20)), Ok(true));
    assert_eq!(second.try_wait().unwrap(), None);
}

#[test]
fn signals_end_a_process_or_ask() {
    for number in [2, 3, 9, 15] {
        let child = command("sleep")
            .descriptors([])
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        child.send_signal(0).unwrap();
        assert_eq!(child.send_signal(1).unwrap_err().kind(), ErrorKind::Unsupported);
        assert_eq!(child.send_signal(-1).unwrap_err().kind(), ErrorKind::InvalidInput);
        assert_eq!(child.try_wait().unwrap(), None);
        assert_eq!(child.wait_timeout(Duration::from_millis(20)).unwrap(), None);
        child.send_signal(number).unwrap();
        // The system would not let it be ended again, while it still waits for its threads.
        assert_eq!(child.send_signal(0).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(child.kill().unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(child.wait().unwrap(), ExitStatus::Signal(number));
        assert_eq!(child.send_signal(0).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(child.kill().unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(child.stop(LONG).unwrap(), ExitStatus::Signal(number));
    }
}

struct Woken(mpsc::Sender<()>);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        let _ = self.0.send(());
    }
}

#[test]
fn the_end_wakes() {
    let (sender, receiver) = mpsc::channel();
    let waker = Waker::from(Arc::new(Woken(sender)));
    let child = command("sleep")
        .descriptors([])
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    child.wake_at_exit(Waker::noop()).unwrap();
    child.wake_at_exit(&waker).unwrap();
    assert!(receiver.recv_timeout(Duration::from_millis(50)).is_err());
    child.kill().unwrap();
    receiver.recv_timeout(LONG).unwrap();
    assert!(receiver.try_recv().is_err());
    // Of a process that has ended: at once.
    child.wake_at_exit(&waker).unwrap();
    receiver.recv_timeout(LONG).unwrap();
}

#[test]
fn a_child_that_is_dropped_wakes_nobody() {
    let (sender, receiver) = mpsc::channel();
    let waker = Waker::from(Arc::new(Woken(sender)));
    for _ in 0..20 {
        let child = command("sleep").descriptors([]).spawn().unwrap();
        child.wake_at_exit(&waker).unwrap();
        assert!(child.pid() > 0);
        // Ended at the same time as the wait is.
        child.kill().unwrap();
        drop(child);
    }
    drop(waker);
    // All senders are gone with the wakers: nothing is left in the registry.
    let deadline = Instant::now() + LONG;
    loop {
        match receiver.recv_timeout(Duration::from_secs(1)) {
            Ok(()) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => assert!(Instant::now() < deadline, "a waker is kept"),
        }
    }
}

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

fn folder(name: &str) -> std::path::PathBuf {
    let folder = env::temp_dir().join(format!("rt-process-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}
