//! What is set before the program is executed, seen in `/proc` by the program itself.
#![cfg(target_os = "linux")]

#[path = "support/allowed_cpus.rs"]
mod allowed_cpus;
#[path = "support/errno.rs"]
mod errno;

use allowed_cpus::allowed_cpus;
use errno::HasErrno;
use rt_process::{ChildDescriptor, Command, Limit, Resource, SpawnStep};
use rustix::io::Errno;
use rustix::process::{geteuid, getpgid, nice};

/// The lines of a file of `/proc/self`, as a program sees it that was started so.
fn seen(command: &mut Command, file: &str) -> String {
    let output = command.arguments(["cat", file]).output().unwrap();
    assert!(output.success(), "{output:?}");
    String::from_utf8(output.stdout().to_vec()).unwrap()
}

fn cat() -> Command {
    Command::new("cat")
}

/// Soft and hard limit of the line that begins so.
fn limits(command: &mut Command, name: &str) -> (String, String) {
    let text = seen(command, "/proc/self/limits");
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    let mut words = line.split_whitespace().map(str::to_owned);
    (words.next().unwrap(), words.next().unwrap())
}

fn status(command: &mut Command, name: &str) -> String {
    let text = seen(command, "/proc/self/status");
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim_start_matches(':').trim().to_owned()
}

/// A field of `/proc/self/stat`, counted from 1 as in `proc(5)`.
fn stat(command: &mut Command, field: usize) -> i32 {
    let text = seen(command, "/proc/self/stat");
    let (_, behind) = text.rsplit_once(") ").unwrap();
    behind.split(' ').nth(field - 3).unwrap().parse().unwrap()
}

fn pair(soft: &str, hard: &str) -> (String, String) {
    (soft.to_owned(), hard.to_owned())
}

const NAMES: [(Resource, &str); 7] = [
    (Resource::CpuTime, "Max cpu time"),
    (Resource::AddressSpace, "Max address space"),
    (Resource::FileSize, "Max file size"),
    (Resource::OpenFiles, "Max open files"),
    (Resource::Processes, "Max processes"),
    (Resource::Core, "Max core file size"),
    (Resource::Stack, "Max stack size"),
];

#[test]
fn each_limit_is_seen_in_the_child() {
    for (resource, name) in NAMES {
        let (_, hard) = limits(&mut cat(), name);
        // Enough for the program.
        let (high, low) = match resource {
            Resource::AddressSpace => (2_000_000_000, 1_000_000_000),
            Resource::Stack => (4_194_304, 2_097_152),
            _ => (60, 50),
        };
        let [high_text, low_text] = [high, low].map(|number: u64| number.to_string());
        let with = |limit: Limit| limits(cat().limit(resource, limit), name);
        assert_eq!(with(high.into()), pair(&high_text, &high_text), "{resource}");
        assert_eq!(with(Limit::soft(low)), pair(&low_text, &hard), "{resource}");
        let both = Limit::new(Some(low), Some(high));
        assert_eq!(with(both), pair(&low_text, &high_text), "{resource}");
        let mut twice = cat();
        twice.limit(resource, high).limit(resource, Limit::soft(low));
        assert_eq!(limits(&mut twice, name), pair(&low_text, &hard), "{resource}");
    }
}

#[test]
fn a_hard_limit_lowers_the_soft_one() {
    let files = |limit: Limit| limits(cat().limit(Resource::OpenFiles, limit), "Max open files");
    assert_eq!(files(Limit::hard(20)), pair("20", "20"));
    let (soft, hard) = limits(&mut cat(), "Max open files");
    assert_eq!(files(Limit::hard(hard.parse().unwrap())), (soft, hard));
    let output = Command::new("sh")
        .args(["-c", "ulimit -Sc"])
        .limit(Resource::Core, Limit::new(None, None))
        .output();
    assert!(output.unwrap().success());
    let unlimited = Limit::soft(Limit::UNLIMITED);
    let (_, hard) = limits(&mut cat(), "Max cpu time");
    if hard == "unlimited" {
        assert_eq!(
            limits(cat().limit(Resource::CpuTime, unlimited), "Max cpu time").0,
            "unlimited"
        );
    }
}

#[test]
fn descriptors_of_the_plan_may_be_above_the_limit() {
    let mut command = Command::new("readlink");
    command
        .arg("/proc/self/fd/9")
        .descriptor(9, ChildDescriptor::NullDevice)
        .limit(Resource::OpenFiles, 5);
    assert_eq!(command.output().unwrap().stdout(), b"/dev/null\n");
}

#[test]
fn umask_priority_processors_and_new_privileges_are_seen_in_the_child() {
    let here = nice(0).unwrap();
    assert_eq!(status(cat().umask(0o027), "Umask"), "0027");
    assert_eq!(status(cat().umask(0), "Umask"), "0000");
    assert_eq!(stat(cat().priority(here + 1), 19), here + 1);
    assert_eq!(stat(&mut cat(), 19), here);
    assert_eq!(status(cat().no_new_privileges(true), "NoNewPrivs"), "1");
    let mut taken_back = cat();
    taken_back.no_new_privileges(true).no_new_privileges(false);
    assert_eq!(
        status(&mut taken_back, "NoNewPrivs"),
        status(&mut cat(), "NoNewPrivs")
    );
    let all = allowed_cpus();
    for &cpu in &all {
        let mut on_one = cat();
        assert_eq!(
            status(on_one.cpu_affinity([cpu]), "Cpus_allowed_list"),
            cpu.to_string()
        );
    }
    let list = status(&mut cat(), "Cpus_allowed_list");
    assert_eq!(status(cat().cpu_affinity(all), "Cpus_allowed_list"), list);
}

#[test]
fn this_process_keeps_what_it_has() {
    let own = || {
        ["limits", "status"].map(|file| {
            let text = std::fs::read_to_string(format!("/proc/thread-self/{file}")).unwrap();
            let kept = |line: &&str| {
                ["Max", "Umask", "NoNewPrivs", "Cpus_allowed", "Groups"]
                    .iter()
                    .any(|name| line.starts_with(name))
            };
            text.lines().filter(kept).map(str::to_owned).collect::<Vec<_>>()
        })
    };
    let before = own();
    let priority = nice(0).unwrap();
    let mut command = Command::new("true");
    for &resource in Resource::ALL {
        command.limit(resource, Limit::soft(4_000_000));
    }
    command
        .limit(Resource::AddressSpace, 1_000_000_000)
        .limit(Resource::Processes, 10)
        .limit(Resource::OpenFiles, 10)
        .umask(0o777)
        .priority(19)
        .cpu_affinity(allowed_cpus().into_iter().take(1))
        .no_new_privileges(true)
        .process_group(0);
    if geteuid().is_root() {
        command.groups([1]);
    }
    assert!(command.status().unwrap().success());
    assert_eq!(own(), before);
    assert_eq!(nice(0).unwrap(), priority);
}

#[test]
fn a_session_has_a_group_already() {
    let mut command = Command::new("sleep");
    let child = command
        .arg("60")
        .new_session(true)
        .process_group(0)
        .spawn()
        .unwrap();
    let group = getpgid(rustix::process::Pid::from_raw(child.pid())).unwrap();
    assert_eq!(group.as_raw_nonzero().get(), child.pid());
    child.kill_group().unwrap();
    child.wait().unwrap();
    let own = rustix::process::getpgrp().as_raw_nonzero().get();
    let error = command.process_group(own).spawn().unwrap_err();
    assert_eq!((error.step, error.errno()), (SpawnStep::Session, Errno::PERM));
}

fn refused(command: &mut Command) -> (SpawnStep, Errno) {
    let error = command.spawn().unwrap_err();
    (error.step, error.errno())
}

#[test]
fn what_the_kernel_refuses_names_its_step() {
    let command = || Command::new("true");
    let files = SpawnStep::Limit(Resource::OpenFiles);
    // The kernel has a limit of its own for these, which holds for everybody.
    assert_eq!(
        refused(command().limit(Resource::OpenFiles, Limit::UNLIMITED)),
        (files, Errno::PERM)
    );
    let reversed = Limit::new(Some(20), Some(10));
    assert_eq!(
        refused(command().limit(Resource::OpenFiles, reversed)),
        (files, Errno::INVAL)
    );
    let error = command()
        .limit(Resource::OpenFiles, reversed)
        .spawn()
        .unwrap_err();
    let text = "limiting open files: Invalid argument (os error 22)";
    assert_eq!(error.to_string(), text);
    assert!(std::error::Error::source(&error).is_none());
    // One that is not there is refused also beside others that are.
    for cpus in [&[8191][..], &[0, 8191], &[8192], &[0, usize::MAX], &[]] {
        let cpus = cpus.iter().copied();
        assert_eq!(
            refused(command().cpu_affinity(cpus)),
            (SpawnStep::CpuAffinity, Errno::INVAL)
        );
    }
    assert_eq!(
        refused(command().process_group(i32::MAX)),
        (SpawnStep::Session, Errno::PERM)
    );
    let groups = refused(command().groups([u32::MAX]));
    assert_eq!(groups.0, SpawnStep::Groups);
    assert!([Errno::INVAL, Errno::PERM].contains(&groups.1));
}

/// Skipped where it says so: these need privileges.
#[test]
fn groups_and_identity_are_taken_in_their_order() {
    if !geteuid().is_root() {
        eprintln!("skipped: needs root");
        return;
    }
    let identity = |command: &mut Command| {
        ["Uid", "Gid", "Groups"].map(|name| {
            let line = status(command, name);
            line.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
                .join(" ")
        })
    };
    assert_eq!(
        identity(cat().uid(65534).gid(65533).groups([7, 9])),
        ["65534 65534 65534 65534", "65533 65533 65533 65533", "7 9"]
    );
    assert_eq!(identity(cat().groups([7]))[2], "7");
    assert_eq!(identity(cat().groups([7]).groups([]))[2], "");
    // The privileges of this process count for all that comes before the user.
    let mut command = cat();
    let raised = nice(0).unwrap() - 1;
    command.uid(65534).priority(raised).no_new_privileges(true);
    command.limit(Resource::CpuTime, Limit::from(77));
    assert_eq!(stat(&mut command, 19), raised);
    assert_eq!(limits(&mut command, "Max cpu time"), pair("77", "77"));
    assert_eq!(status(&mut command, "NoNewPrivs"), "1");
}
