//! Drives a whole run by `poll(2)` over the pidfd, all pipes and the time limit.

use super::LimitReached;
use super::pipe::CapturedPipe;
use super::run::Run;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::os::fd::{AsFd, OwnedFd};
use std::time::Instant;

/// Returns when the child has ended and every pipe is closed.
pub(super) fn drive(run: &mut Run<'_, OwnedFd>) {
    while !run.is_over() {
        let mut positions = Vec::with_capacity(run.pipes.len());
        let mut polled = Vec::with_capacity(run.pipes.len() + 1);
        for (position, pipe) in run.pipes.iter().enumerate() {
            if let Some(pipe @ CapturedPipe { end: Some(end), .. }) = pipe {
                positions.push(position);
                polled.push(PollFd::new(end, pipe.interest()));
            }
        }
        if run.status.is_none() {
            polled.push(PollFd::from_borrowed_fd(run.child.as_fd(), PollFlags::IN));
        }
        let timeout = time_left(run);
        let ready = poll(&mut polled, timeout.as_ref());
        let events: Vec<PollFlags> = polled.iter().map(PollFd::revents).collect();
        drop(polled);
        match ready {
            Ok(0) => run.reach(LimitReached::Timeout),
            Ok(_) => serve(run, &positions, &events),
            // A signal: what is left of the time is less now. With a profiler's signal every millisecond, waiting anew for all of it would never end.
            Err(_) => {}
        }
    }
}

fn time_left(run: &Run<'_, OwnedFd>) -> Option<Timespec> {
    Timespec::try_from(run.deadline()?.saturating_duration_since(Instant::now())).ok()
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
        // None while a debugger that traces it is to learn of its end first (`ptrace(2)`).
        run.status = run.child.try_wait().transpose();
    }
}
