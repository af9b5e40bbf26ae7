//! Every older way to make, watch and signal a process, forced by refusing the newer ones. A test
//! program of its own: it counts what the process has open.
#![cfg(target_os = "linux")]

mod ending;
#[path = "../support/errno.rs"]
mod errno;
#[path = "../support/left_behind.rs"]
mod left_behind;
#[path = "../support/open_descriptors.rs"]
mod open_descriptors;
mod programs;
#[path = "../support/refused_calls.rs"]
mod refused_calls;
mod starting;
mod systems;

use ending::{
    a_group_is_signalled, children_are_watched_and_signalled, the_reaper_takes_children,
    whole_runs_keep_their_limits,
};
use left_behind::assert_nothing_left;
use open_descriptors::open_descriptors;
use programs::sleeper;
use refused_calls::with_refused;
use rt_process::reaper;
use starting::{
    children_are_set_up, children_get_their_plan, children_have_terminals, failures_are_reported,
    signals_are_default_again,
};
use std::sync::mpsc;
use systems::{System, systems};

#[test]
fn children_are_the_same_on_every_system() {
    // The reaper and its descriptor stay.
    let first = sleeper().spawn().unwrap();
    first.send_signal(9).unwrap();
    let (sender, receiver) = mpsc::channel();
    reaper::adopt(first, Box::new(move |_| sender.send(()).unwrap())).unwrap();
    receiver.recv().unwrap();

    let before = open_descriptors();
    for System {
        name,
        refused,
        watched_by,
        posix_spawn,
    } in systems()
    {
        with_refused(&refused, || {
            // The thread ends with this.
            #[cfg(all(feature = "posix-spawn", target_env = "gnu"))]
            rt_process::force_posix_spawn(posix_spawn);
            let _ = posix_spawn;
            children_get_their_plan(name);
            failures_are_reported(name);
            children_are_watched_and_signalled(name, watched_by);
            a_group_is_signalled(name);
            signals_are_default_again(name);
            children_are_set_up(name);
            children_have_terminals(name);
            whole_runs_keep_their_limits(name);
            the_reaper_takes_children(name);
        });
        assert_nothing_left(&before, name);
    }
}
