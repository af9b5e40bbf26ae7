//! Drives a whole run by `poll(2)` over the pidfd, all pipes and the time limit.

use super::pipe::CapturedPipe;
use super::run::Run;
use crate::child::{TRIES_AGAIN, poll_timeout};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::os::fd::OwnedFd;
use std::thread;
use std::time::{Duration, Instant};

/// How long to sleep between two tries where `poll(2)` fails.
const WITHOUT_POLL: Duration = Duration::from_millis(1);

/// How long to sleep between two looks at a child that has neither a pidfd nor a descriptor in its
/// place.
const WITHOUT_DESCRIPTOR: Duration = Duration::from_millis(10);

/// Returns when the child has ended, and every pipe is finished or closed.
pub(super) fn drive(run: &mut Run<'_, OwnedFd>) {
    while !run.is_over() {
        let mut positions = Vec::with_capacity(run.pipes.len());
        let mut polled = Vec::with_capacity(run.pipes.len() + 1);
        let mut looks_for_exit = false;
        for (position, pipe) in run.pipes.iter().enumerate() {
            // A finished pipe is not polled: the end of the other side would be reported again and
            // again.
            if let Some(pipe @ CapturedPipe { end: Some(end), .. }) =
                pipe.as_ref().filter(|pipe| !pipe.is_finished())
            {
                positions.push(position);
                polled.push(PollFd::new(end, pipe.interest()));
            }
        }
        if run.status.is_none() {
            match run.child.pidfd() {
                Some(pidfd) => polled.push(PollFd::from_borrowed_fd(pidfd, PollFlags::IN)),
                // A thread waits for the child: whether it has ended is checked once its pipes are
                // closed, when the run may be over.
                None if polled.is_empty() => {
                    wait_for_child(run);
                    continue;
                }
                None if run.needs_exit() => match run.child.exit_descriptor() {
                    Ok(exit) => polled.push(PollFd::from_borrowed_fd(exit, PollFlags::IN)),
                    Err(_) => looks_for_exit = true,
                },
                None => {}
            }
        }
        let timeout = if looks_for_exit {
            WITHOUT_DESCRIPTOR.try_into().ok()
        } else {
            time_left(run)
        };
        let ready = poll(&mut polled, timeout.as_ref());
        let mut events: Vec<PollFlags> = polled.iter().map(PollFd::revents).collect();
        drop(polled);
        match ready {
            // A signal: what is left of the time is less now. With a profiler's signal every
            // millisecond, waiting again for all of it would never end.
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => serve(run, &positions, &events),
            // No memory, or a filter of system calls. Nothing here blocks: every descriptor can be
            // tried.
            Err(_) => {
                thread::sleep(WITHOUT_POLL);
                events.fill(PollFlags::IN | PollFlags::OUT);
                serve(run, &positions, &events);
            }
        }
        if looks_for_exit {
            look_for_exit(run);
        }
        // Also after other events: a child that writes all the time leaves no moment without one.
        if !run.is_over() && run.deadline().is_some_and(|deadline| deadline <= Instant::now()) {
            run.time_is_up();
        }
    }
}

fn wait_for_child(run: &mut Run<'_, OwnedFd>) {
    let left = run
        .deadline()
        .map(|deadline| deadline.saturating_duration_since(Instant::now()));
    match run.child.wait_timeout(left.unwrap_or(Duration::MAX)) {
        Ok(None) => run.time_is_up(),
        Ok(Some(status)) => run.ended(Ok(status)),
        Err(error) => run.ended(Err(error)),
    }
}

fn time_left(run: &Run<'_, OwnedFd>) -> Option<Timespec> {
    poll_timeout(run.deadline()?.saturating_duration_since(Instant::now()))
}

fn serve(run: &mut Run<'_, OwnedFd>, positions: &[usize], events: &[PollFlags]) {
    let max_output = run.max_output();
    for (&position, &event) in positions.iter().zip(events) {
        let Some(pipe) = &mut run.pipes[position] else {
            continue;
        };
        if event.intersects(PollFlags::OUT | PollFlags::HUP | PollFlags::ERR) {
            pipe.write();
        }
        if event.intersects(PollFlags::IN | PollFlags::HUP | PollFlags::ERR) {
            let progress = pipe.read(max_output);
            run.note(progress);
        }
    }
    let child_ended = events.get(positions.len()).is_some_and(|event| !event.is_empty());
    if child_ended && run.status.is_none() {
        look_for_exit(run);
        if run.status.is_none() {
            // Its pidfd stays readable.
            thread::sleep(TRIES_AGAIN);
        }
    }
}

/// Finds nothing while a debugger traces the child, which reaps it first (`ptrace(2)`).
fn look_for_exit(run: &mut Run<'_, OwnedFd>) {
    if let Some(status) = run.child.try_wait().transpose() {
        run.ended(status);
    }
}
