//! Starting programs: where they are found, and what they get.

use crate::parts::{PART, command, printed};
use crate::temporary_folder;
use rt_process::{ChildDescriptor, Command, ExitStatus, SpawnStep};
use std::{env, fs, time::Duration};

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
    let folder = temporary_folder("path");
    fs::copy(env::current_exe().unwrap(), folder.join("rt-own.exe")).unwrap();
    let mut command = Command::new("rt-own");
    command.args(["--exact", "parts::child_side", "--nocapture", "--"]);
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
    let folder = temporary_folder("directory");
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
