//! Contained children in control groups, where this process may make them (`cgroups(7)`).
#![cfg(target_os = "linux")]

#[path = "support/control_groups.rs"]
mod control_groups;
#[path = "support/is_alive.rs"]
mod is_alive;
#[path = "support/open_descriptors.rs"]
mod open_descriptors;
#[path = "support/refused_calls.rs"]
#[expect(dead_code, reason = "not all of it is used here")]
mod refused_calls;
#[path = "support/wait_until.rs"]
mod wait_until;

use control_groups::{DAEMON, LIMIT, alone, contained, daemon, group_of, numbers, own_groups, session_of};
use is_alive::is_alive;
use open_descriptors::open_descriptors;
use refused_calls::{always, with_refused};
use rt_process::{ChildDescriptor, Command, Containment, ExitStatus, SpawnStep};
use rustix::io::Errno;
use std::fs;
use wait_until::wait_until;

#[test]
fn a_daemon_without_session_and_environment_is_reached() {
    let Some(_alone) = alone() else { return };
    let mut child = contained(&format!("{DAEMON} sleep 60; :")).spawn().unwrap();
    let daemon = daemon(&mut child);
    assert_eq!(child.containment(), Some(Containment::ControlGroup));
    assert!(
        !fs::read_to_string(format!("/proc/{daemon}/environ"))
            .unwrap()
            .contains("RT_")
    );
    assert_ne!(session_of(daemon), child.pid());
    for signal in [0, libc::SIGCONT] {
        assert!(
            child
                .send_signal_to_tree(signal)
                .unwrap()
                .signalled
                .contains(&daemon)
        );
    }
    let reached = child.kill_tree().unwrap();
    assert!(reached.signalled.contains(&daemon) && reached.signalled.contains(&child.pid()));
    assert!(wait_until(LIMIT, || !is_alive(daemon)));
    assert_eq!(child.wait().unwrap(), ExitStatus::Signal(9));
    assert_eq!(own_groups(), [""; 0]);
}

#[test]
fn it_is_reached_when_the_child_has_ended_and_nothing_is_left_behind() {
    let Some(_alone) = alone() else { return };
    let before = open_descriptors();
    for round in 0..50 {
        let mut child = contained(&format!("{DAEMON} read line"))
            .stdin(ChildDescriptor::Pipe)
            .spawn()
            .unwrap();
        let daemon = daemon(&mut child);
        drop(child.take_stdin());
        child.wait().unwrap();
        assert!(is_alive(daemon));
        // It is the last, so that it is kept.
        assert_eq!(own_groups().len(), 1);
        let signal = if round % 2 == 0 {
            libc::SIGKILL
        } else {
            libc::SIGTERM
        };
        assert_eq!(child.send_signal_to_tree(signal).unwrap().signalled, [daemon]);
        assert!(wait_until(LIMIT, || !is_alive(daemon)));
        drop(child);
        assert_eq!(own_groups(), [""; 0], "round {round}");
    }
    assert_eq!(open_descriptors(), before);
}

#[test]
fn a_group_goes_with_its_child_and_a_failed_spawn_leaves_none() {
    let Some(_alone) = alone() else { return };
    for _ in 0..10 {
        let mut child = contained("cat; ls /proc/self/fd")
            .stdin(ChildDescriptor::Pipe)
            .spawn()
            .unwrap();
        assert_eq!(own_groups().len(), 1);
        let groups = fs::read_to_string(format!("/proc/{}/cgroup", child.pid())).unwrap();
        assert!(groups.contains(&own_groups()[0]));
        drop(child.take_stdin());
        // No descriptor of the group: `ls` has one for the directory that it reads.
        assert_eq!(numbers(&mut child, 9), [0, 1, 2, 3]);
        child.wait().unwrap();
        assert_eq!(own_groups(), [""; 0]);
        let error = Command::new("/no/such/program")
            .contain(true)
            .spawn()
            .unwrap_err();
        assert_eq!(error.step, SpawnStep::Execute);
        assert_eq!(own_groups(), [""; 0]);
    }
}

#[test]
fn groups_below_it_are_reached_and_removed() {
    let Some(_alone) = alone() else { return };
    let mut child = contained("echo $$; exec sleep 60").spawn().unwrap();
    numbers(&mut child, 1);
    let below = group_of(child.pid()).join("one/two");
    fs::create_dir_all(&below).unwrap();
    fs::create_dir(below.join("empty")).unwrap();
    let moved = Command::new("sleep").arg("60").spawn().unwrap();
    fs::write(below.join("cgroup.procs"), moved.pid().to_string()).unwrap();
    let reached = child.kill_tree().unwrap().signalled;
    assert!(reached.contains(&moved.pid()) && reached.contains(&child.pid()));
    assert_eq!(moved.wait().unwrap(), ExitStatus::Signal(9));
    child.wait().unwrap();
    assert_eq!(own_groups(), [""; 0]);
}

#[test]
fn what_was_still_running_then_is_removed_by_a_later_spawn() {
    let Some(_alone) = alone() else { return };
    let mut child = contained("exec 3<&0; (sh -c 'echo $$; read line') <&3 & ")
        .stdin(ChildDescriptor::Pipe)
        .spawn()
        .unwrap();
    let input = child.take_stdin();
    let running = numbers(&mut child, 1)[0];
    child.wait().unwrap();
    drop(child);
    assert_eq!(own_groups().len(), 1);
    let group = group_of(running);
    drop(input);
    assert!(wait_until(LIMIT, || fs::read(group.join("cgroup.procs"))
        .unwrap()
        .is_empty()));
    let child = contained(":").spawn().unwrap();
    assert_eq!(own_groups().len(), 1);
    child.wait().unwrap();
    assert_eq!(own_groups(), [""; 0]);
}

#[test]
fn a_sandbox_that_refuses_the_call_costs_the_group_alone() {
    let Some(_alone) = alone() else { return };
    for errno in [Errno::NOSYS, Errno::PERM] {
        let kind = with_refused(&[always(libc::SYS_clone3, errno)], || {
            let child = contained("exec sleep 60").spawn().unwrap();
            assert_eq!(own_groups(), [""; 0]);
            assert_eq!(child.kill_tree().unwrap().signalled, [child.pid()]);
            child.wait().unwrap();
            child.containment()
        });
        assert!(kind.is_none_or(|kind| kind == Some(Containment::Session)));
    }
}
