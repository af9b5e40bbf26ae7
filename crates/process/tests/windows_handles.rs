//! Windows: no handle of this process is left by children that ran, that were dropped, or that
//! could not be started. One test, since it counts what the whole process has.
#![cfg(windows)]

use rt_process::{ChildDescriptor, Command, LimitReached, SpawnStep};
use std::fs::File;
use std::io::Write;
use std::process;
use std::task::Waker;
use std::thread;
use std::time::{Duration, Instant};
use windows_sys::Wdk::System::SystemInformation::NtQuerySystemInformation;

/// How often each case is run.
const TIMES: usize = 10;

/// How many handles this process has: `GetProcessHandleCount` is always 0 in Wine.
fn handles() -> usize {
    /// `SystemExtendedHandleInformation`: the number of all handles, a reserved number, and five
    /// numbers of each, the second of which is its process.
    const ALL_HANDLES: i32 = 64;
    const WORDS: usize = 5;
    let mut memory = vec![0_usize; 1 << 16];
    loop {
        let size = u32::try_from(size_of_val(&*memory)).unwrap();
        let start = memory.as_mut_ptr().cast();
        // SAFETY: the memory has the size that is given.
        if unsafe { NtQuerySystemInformation(ALL_HANDLES, start, size, &mut 0) } >= 0 {
            break;
        }
        memory.resize(memory.len() * 2, 0);
    }
    let own = process::id() as usize;
    let entries = memory[2..].chunks_exact(WORDS).take(memory[0]);
    entries.filter(|entry| entry[1] == own).count()
}

fn shell(line: &str) -> Command {
    let mut command = Command::new("cmd");
    command.args(["/d", "/c", line]);
    command
}

fn pipes() -> [ChildDescriptor; 3] {
    [
        ChildDescriptor::Pipe,
        ChildDescriptor::Pipe,
        ChildDescriptor::Channel,
    ]
}

fn step(command: &mut Command) -> SpawnStep {
    command.descriptors(pipes()).spawn().unwrap_err().step
}

fn runs_with_pipes() {
    let mut child = shell("exit 3").descriptors(pipes()).spawn().unwrap();
    child.wake_at_exit(Waker::noop()).unwrap();
    let input = child.take_pipe(0).unwrap();
    drop(input);
    child.wait().unwrap();
}

fn is_dropped_while_it_runs() {
    let mut child = shell("pause")
        .descriptors(pipes())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    child.wake_at_exit(Waker::noop()).unwrap();
    child.take_pipe(0).unwrap().write_all(b"").unwrap();
}

fn cannot_be_started() {
    assert_eq!(step(&mut Command::new("no-such-program")), SpawnStep::Execute);
    assert_eq!(step(&mut Command::new("batch.cmd")), SpawnStep::Execute);
    assert_eq!(step(&mut Command::new("with\0nul")), SpawnStep::Strings);
    assert_eq!(
        step(shell("exit").current_dir(r"C:\no\such")),
        SpawnStep::WorkingDirectory
    );
    // It is found, and is no program.
    let text = std::env::temp_dir().join(format!("rt-process-{}.exe", process::id()));
    std::fs::write(&text, "no program").unwrap();
    assert_eq!(step(&mut Command::new(&text)), SpawnStep::Execute);
    std::fs::remove_file(text).unwrap();
    let many = vec![ChildDescriptor::Pipe; 256];
    let refused = shell("exit").descriptors(many).spawn().unwrap_err();
    assert_eq!(refused.step, SpawnStep::Descriptors);
}

fn has_files_of_this_process() {
    let file = File::create(std::env::temp_dir().join("rt-process-handles")).unwrap();
    let copy = ChildDescriptor::duplicate(&file).unwrap();
    let mut command = shell("echo hello");
    command.descriptors([ChildDescriptor::NullDevice, copy, file.into()]);
    for _ in 0..2 {
        command.status().unwrap();
    }
}

fn is_captured() {
    let output = shell("echo hello").output().unwrap();
    assert_eq!(output.stdout(), b"hello\r\n");
    let much = vec![b'x'; 300_000];
    shell("exit").capture().input(&much).run().unwrap();
    let limit = |output: rt_process::Output| output.limit;
    let endless = shell("for /l %i in (0,0,1) do @rem");
    let timeout = endless.capture().timeout(Duration::from_millis(30)).run();
    assert_eq!(limit(timeout.unwrap()), Some(LimitReached::Timeout));
    let too_much = shell("echo hello").capture().max_output(2).run();
    assert_eq!(limit(too_much.unwrap()), Some(LimitReached::Output));
    assert!(
        Command::new("no-such-program")
            .capture()
            .input(b"x")
            .run()
            .is_err()
    );
}

#[test]
fn nothing_leaves_a_handle() {
    let cases: [(&str, fn()); 5] = [
        ("runs with pipes", runs_with_pipes),
        ("is dropped while it runs", is_dropped_while_it_runs),
        ("cannot be started", cannot_be_started),
        ("has files of this process", has_files_of_this_process),
        ("is captured", is_captured),
    ];
    for (name, case) in cases {
        // What is made once in a process, as the job and the threads of the system's pool.
        case();
        let before = handles();
        for _ in 0..TIMES {
            case();
        }
        // A wait that is over while it is dropped, and threads of the pool, end a little later.
        let deadline = Instant::now() + Duration::from_secs(10);
        while handles() > before && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(20));
        }
        let after = handles();
        println!("{name}: {before} {after}");
        // Fewer than one for each time: the pool may have a thread more.
        assert!(
            after < before + TIMES / 2,
            "{name}: {before} handles before, {after} after"
        );
    }
}
