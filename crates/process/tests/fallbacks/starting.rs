//! What a child has when it starts, and failures.

use crate::errno::HasErrno;
use crate::programs::shell;
use rt_process::{ChildDescriptor, Command, ExitStatus, Resource, SpawnStep, TerminalSettings};
use rustix::io::Errno;
use std::fs::File;
use std::io::{Read, Write};

pub fn children_get_their_plan(name: &str) {
    let mut command =
        shell("read line; echo got $line; echo from five >&5; [ -e /proc/self/fd/4 ] || echo closed; exit 3");
    command.descriptors([
        ChildDescriptor::Pipe,
        ChildDescriptor::Pipe,
        ChildDescriptor::NullDevice,
        ChildDescriptor::NullDevice,
        ChildDescriptor::Closed,
        ChildDescriptor::Pipe,
    ]);
    let mut child = command.spawn().unwrap();
    let mut pipes = child.take_pipes();
    File::from(pipes[0].take().unwrap())
        .write_all(b"a line\n")
        .unwrap();
    let texts = [1, 5].map(|position| {
        let mut text = String::new();
        File::from(pipes[position].take().unwrap())
            .read_to_string(&mut text)
            .unwrap();
        text
    });
    assert_eq!(texts, ["got a line\nclosed\n", "from five\n"], "{name}");
    assert_eq!(child.wait().unwrap(), ExitStatus::Code(3), "{name}");
    assert!(child.resource_usage().unwrap().max_resident_bytes > 0, "{name}");
}

pub fn failures_are_reported(name: &str) {
    let mut no_directory = shell("true");
    no_directory.current_dir("/no/such/directory");
    let mut missing = Command::new("/no/such/program");
    // A plan that is longer than the number of any descriptor that the parent has.
    missing.descriptors([const { ChildDescriptor::NullDevice }; 40]);
    for (command, step) in [
        (no_directory, SpawnStep::WorkingDirectory),
        (missing, SpawnStep::Execute),
    ] {
        let failed = command.spawn().unwrap_err();
        assert_eq!((failed.errno(), failed.step), (Errno::NOENT, step), "{name}");
    }
}

pub fn signals_are_default_again(name: &str) {
    // Rust's runtime ignores SIGPIPE.
    let script =
        "while read key value; do case $key in SigIgn:|SigBlk:) echo $value;; esac; done </proc/self/status";
    let mut command = shell(script);
    command.descriptors([const { ChildDescriptor::Pipe }; 2]);
    let mut child = command.spawn().unwrap();
    let mut pipes = child.take_pipes();
    let text = std::io::read_to_string(File::from(pipes[1].take().unwrap())).unwrap();
    child.wait().unwrap();
    assert_eq!(text.lines().count(), 2, "{name}");
    for set in text.lines() {
        assert_eq!(u64::from_str_radix(set, 16).unwrap() & 0x7fff_ffff, 0, "{name}");
    }
}

pub fn children_are_set_up(name: &str) {
    let mut command = shell(
        "umask; ulimit -Sn; ulimit -Hn; while read key value; do [ $key = NoNewPrivs: ] && echo $value; done </proc/self/status",
    );
    let output = command
        .umask(0o27)
        .limit(Resource::OpenFiles, 30)
        .no_new_privileges(true)
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8_lossy(output.stdout()),
        "0027\n30\n30\n1\n",
        "{name}"
    );
    let failed = command.limit(Resource::OpenFiles, u64::MAX).spawn().unwrap_err();
    let step = SpawnStep::Limit(Resource::OpenFiles);
    assert_eq!((failed.errno(), failed.step), (Errno::PERM, step), "{name}");
}

pub fn children_have_terminals(name: &str) {
    let mut command = shell("tty; echo to it >/dev/tty; [ -e /proc/self/fd/3 ] || echo no other");
    let mut child = command.terminal(TerminalSettings::new()).spawn().expect(name);
    let terminal = child.take_terminal().unwrap();
    let text = std::io::read_to_string(&terminal).unwrap();
    let path = terminal.path().to_str().unwrap();
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [path, "to it", "no other"],
        "{name}"
    );
    assert!(child.wait().unwrap().success(), "{name}");
}
