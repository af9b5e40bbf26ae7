//! One `poll(2)` loop over the pidfd, all pipes and the time limit.

use super::pipe::CapturedPipe;
use super::{LimitReached, Limits, Output};
use crate::child::Child;
use crate::exit_status::ExitStatus;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::io;
use std::os::fd::AsFd;
use std::time::Instant;

/// A child that runs, its pipes, and what has come of both so far.
pub(super) struct PollLoop<'a> {
    pipes: Vec<Option<CapturedPipe<'a>>>,
    child: &'a Child,
    status: Option<io::Result<ExitStatus>>,
    limits: Limits,
    limit: Option<LimitReached>,
    kill_error: Option<io::Error>,
    deadline: Option<Instant>,
}

impl<'a> PollLoop<'a> {
    pub fn new(child: &'a Child, pipes: Vec<Option<CapturedPipe<'a>>>, limits: Limits) -> Self {
        Self {
            pipes,
            child,
            status: None,
            limits,
            limit: None,
            kill_error: None,
            deadline: limits
                .timeout
                .and_then(|timeout| Instant::now().checked_add(timeout)),
        }
    }

    /// Returns when the child has ended and every pipe is closed.
    pub fn run(&mut self) {
        loop {
            let mut positions = Vec::with_capacity(self.pipes.len());
            let mut polled = Vec::with_capacity(self.pipes.len() + 1);
            for (position, pipe) in self.pipes.iter().enumerate() {
                if let Some(CapturedPipe { end: Some(end), .. }) = pipe {
                    positions.push(position);
                    polled.push(PollFd::new(
                        end,
                        pipe.as_ref().map_or(PollFlags::empty(), CapturedPipe::interest),
                    ));
                }
            }
            if self.status.is_none() {
                polled.push(PollFd::from_borrowed_fd(self.child.as_fd(), PollFlags::IN));
            }
            if polled.is_empty() {
                return;
            }
            let timeout = self.time_left();
            let ready = poll(&mut polled, timeout.as_ref());
            let events: Vec<PollFlags> = polled.iter().map(PollFd::revents).collect();
            drop(polled);
            match ready {
                Ok(0) => self.reach(LimitReached::Timeout),
                Ok(_) => self.serve(&positions, &events),
                // A signal: what is left of the time is less now. With a profiler's signal every millisecond, waiting anew for all of it would never end.
                Err(_) => {}
            }
        }
    }

    pub fn finish(self) -> Output {
        Output {
            pid: self.child.pid(),
            status: self.status.unwrap_or_else(|| Err(Errno::CHILD.into())),
            pipe_error: self
                .pipes
                .iter()
                .flatten()
                .find_map(|pipe| pipe.error)
                .map(io::Error::from),
            output: self
                .pipes
                .into_iter()
                .map(|pipe| pipe.and_then(|pipe| pipe.output))
                .collect(),
            usage: self.child.resource_usage(),
            limit: self.limit,
            kill_error: self.kill_error,
        }
    }

    fn time_left(&self) -> Option<Timespec> {
        let deadline = self.deadline.filter(|_| self.limit.is_none())?;
        Timespec::try_from(deadline.saturating_duration_since(Instant::now())).ok()
    }

    fn serve(&mut self, positions: &[usize], events: &[PollFlags]) {
        let mut over = false;
        for (&position, &event) in positions.iter().zip(events) {
            let Some(pipe) = &mut self.pipes[position] else {
                continue;
            };
            if event.intersects(PollFlags::OUT | PollFlags::HUP | PollFlags::ERR) {
                pipe.write();
            }
            if event.intersects(PollFlags::IN | PollFlags::HUP | PollFlags::ERR) {
                over |= pipe.read(self.limits.max_output);
            }
        }
        if over {
            self.reach(LimitReached::Output);
        }
        let child_ended = events.get(positions.len()).is_some_and(|event| !event.is_empty());
        if child_ended && self.status.is_none() {
            // None while a debugger that traces it is to learn of its end first (`ptrace(2)`).
            self.status = self.child.try_wait().transpose();
        }
    }

    fn reach(&mut self, limit: LimitReached) {
        if self.limit.is_some() {
            return;
        }
        self.limit = Some(limit);
        if self.status.is_none() {
            let signal = self.limits.kill_signal;
            let sent = if self.limits.kills_group {
                self.child.send_signal_to_group(signal)
            } else {
                self.child.send_signal(signal)
            };
            // One that has just ended needs no signal.
            self.kill_error = sent
                .err()
                .filter(|error| error.raw_os_error() != Some(libc::ESRCH));
        }
        for pipe in self.pipes.iter_mut().flatten() {
            pipe.end = None;
        }
    }
}
