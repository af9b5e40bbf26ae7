//! A child that runs, its pipes, and what was read and written so far.

use super::pipe::{CapturedPipe, Progress};
use super::{LimitReached, Limits, Output};
use crate::child::Child;
use crate::exit_status::ExitStatus;
use rustix::io::Errno;
use std::io;
use std::os::fd::AsFd;
use std::time::Instant;

/// A child that runs, its pipes, and what was read and written so far. The caller waits for its
/// descriptors.
pub(super) struct Run<'a, E> {
    pub pipes: Vec<Option<CapturedPipe<'a, E>>>,
    pub child: &'a Child,
    pub status: Option<io::Result<ExitStatus>>,
    limits: Limits,
    limit: Option<LimitReached>,
    kill_error: Option<io::Error>,
    deadline: Option<Instant>,
}

impl<'a, E: AsFd> Run<'a, E> {
    /// `ends` are the pipes by the child's descriptor; `inputs` what it is to read from them.
    pub fn new(child: &'a Child, ends: Vec<Option<E>>, inputs: &[Option<&'a [u8]>], limits: Limits) -> Self {
        let pipes = ends.into_iter().enumerate().map(|(position, end)| {
            let given = inputs.get(position).copied().flatten();
            // Standard input is only written. The others are read, and written where there is input
            // for them.
            let input = if position == 0 { given.or(Some(&[])) } else { given };
            end.map(|end| CapturedPipe::new(end, input, position != 0))
        });
        Self {
            pipes: pipes.collect(),
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

    /// Whether the child has ended, and there is nothing more to read or write.
    pub fn is_over(&self) -> bool {
        self.status.is_some() && self.pipes.iter().flatten().all(CapturedPipe::is_finished)
    }

    /// When the time limit is reached; `None` without one, and when a limit was reached before.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline.filter(|_| self.limit.is_none())
    }

    pub const fn max_output(&self) -> Option<usize> {
        self.limits.max_output
    }

    /// A limit is reached: the signal is sent, and nothing more is read or written.
    pub fn reach(&mut self, limit: LimitReached) {
        if self.limit.is_some() {
            return;
        }
        self.limit = Some(limit);
        if self.status.is_none() {
            // Its end may not have been seen: a child that a thread waits for is checked last.
            self.status = self.child.try_wait().transpose();
        }
        if self.status.is_none() {
            // One that has just ended needs no signal.
            self.kill_error = self
                .send(self.limits.kill_signal)
                .err()
                .filter(|error| error.raw_os_error() != Some(libc::ESRCH));
            if self.kill_error.is_some() {
                // May fail too, without permission: then the child is waited for.
                let _ = self.send(libc::SIGKILL);
            }
        }
        for pipe in self.pipes.iter_mut().flatten() {
            pipe.end = None;
        }
    }

    fn send(&self, signal: i32) -> io::Result<()> {
        if self.limits.kills_group {
            self.child.send_signal_to_group(signal)
        } else {
            self.child.send_signal(signal)
        }
    }

    /// What a pipe's event brought.
    pub fn note(&mut self, progress: Progress) {
        if progress == Progress::LimitPassed {
            self.reach(LimitReached::Output);
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
                .find_map(CapturedPipe::error)
                .map(io::Error::from),
            output: self
                .pipes
                .into_iter()
                .map(|pipe| pipe.and_then(CapturedPipe::into_output))
                .collect(),
            usage: self.child.resource_usage(),
            limit: self.limit,
            kill_error: self.kill_error,
        }
    }
}
