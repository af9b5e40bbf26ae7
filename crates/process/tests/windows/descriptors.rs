//! What a child has as descriptors.

use crate::parts::{command, printed, printed_bytes};
use crate::temporary_folder;
use rt_process::{ChildDescriptor, Command};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

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
    let folder = temporary_folder("files");
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
