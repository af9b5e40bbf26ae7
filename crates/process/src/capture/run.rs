//! A child that runs, its pipes, and what was read and written so far.

use super::pipe::CapturedPipe;
use super::traffic::{Kind, Progress};
use super::{LimitReached, Limits, Output};
use crate::child::Child;
use crate::exit_status::ExitStatus;
use rustix::io::Errno;
use rustix::process::{Pid, getpgid};
use std::io;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

/// A child that runs, its pipes, and what was read and written so far. The caller waits for its
/// descriptors.
pub(super) struct Run<'a, E> {
    pub pipes: Vec<Option<CapturedPipe<'a, E>>>,
    pub child: &'a Child,
    pub status: Option<io::Result<ExitStatus>>,
    limits: Limits,
    limit: Option<LimitReached>,
    kill_error: Option<io::Error>,
    force_killed: bool,
    is_cut: bool,
    /// What the time limits have in store next, and when.
    due: Option<(Instant, Due)>,
}

/// What is done when a time is over.
#[derive(Clone, Copy)]
enum Due {
    Timeout,
    ForceKill,
    ClosePipes,
}

impl<'a, E: AsFd> Run<'a, E> {
    /// `ends` are the pipes by the child's descriptor, `kinds` what the first are; `inputs` what it
    /// is to read from them.
    /// The terminal, if there is one, is written what standard input would be, and read as standard
    /// output.
    pub fn new(
        child: &'a Child,
        ends: Vec<Option<E>>,
        kinds: [Kind; 3],
        terminal: Option<E>,
        inputs: &[Option<&'a [u8]>],
        limits: Limits,
    ) -> Self {
        let pipes = ends.into_iter().enumerate().map(|(position, end)| {
            let given = inputs.get(position).copied().flatten();
            // Standard input is only written. The others are read, and written where there is input
            // for them.
            let input = if position == 0 { given.or(Some(&[])) } else { given };
            let kind = kinds.get(position).copied().unwrap_or(Kind::Socket);
            end.map(|end| CapturedPipe::new(end, input, position != 0, kind))
        });
        let mut pipes: Vec<_> = pipes.collect();
        if let Some((terminal, slot)) = terminal.zip(pipes.get_mut(1)) {
            let input = inputs.first().copied().flatten().or(Some(&[]));
            *slot = Some(CapturedPipe::new(terminal, input, true, Kind::Terminal));
        }
        Self {
            pipes,
            child,
            status: None,
            limits,
            limit: None,
            kill_error: None,
            force_killed: false,
            is_cut: false,
            due: due_in(limits.timeout, Due::Timeout),
        }
    }

    /// Whether the child has ended, and there is nothing more to read or write.
    pub fn is_over(&self) -> bool {
        self.status.is_some() && self.pipes.iter().flatten().all(CapturedPipe::is_finished)
    }

    /// When [`time_is_up`](Self::time_is_up) is to be called; `None`: never, as it is now.
    pub fn deadline(&self) -> Option<Instant> {
        self.due.map(|(deadline, _)| deadline)
    }

    /// Whether the end of the child counts as soon as it comes, although there is more to read.
    pub const fn needs_exit(&self) -> bool {
        self.limits.close_grace.is_some()
    }

    /// The child has ended. The time that is left for its pipes begins.
    pub fn ended(&mut self, status: io::Result<ExitStatus>) {
        self.status = Some(status);
        if self.limits.close_grace.is_some() {
            // A timeout that comes before still counts for the pipes, as it does without a grace.
            let close = due_in(self.limits.close_grace, Due::ClosePipes);
            self.due = match (self.due, close) {
                (Some(timeout @ (at, Due::Timeout)), Some((end, _))) if at < end => Some(timeout),
                (_, close) => close,
            };
        } else if self.limit.is_some() {
            self.due = None;
        }
    }

    /// The deadline has passed.
    pub fn time_is_up(&mut self) {
        match self.due.take() {
            None => {}
            Some((_, Due::Timeout)) => self.reach(LimitReached::Timeout),
            Some((_, Due::ForceKill)) => self.force_kill(),
            Some((_, Due::ClosePipes)) => self.cut(),
        }
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
        self.due = None;
        self.look_for_end();
        if self.status.is_none() {
            // One that has just ended needs no signal.
            if let Some(error) = self.send(self.limits.kill_signal).err().filter(is_not_gone) {
                self.kill_error = Some(error);
                // May fail too, without permission: then the child is waited for.
                let _ = self.send(libc::SIGKILL);
                if cfg!(target_os = "macos") {
                    // `EPERM` is what a group of processes that have all ended says there.
                    self.look_for_end();
                    self.kill_error.take_if(|_| self.status.is_some());
                }
            }
            self.due = due_in(self.limits.kill_after, Due::ForceKill);
        } else if self.limits.kills_group {
            // Others of its group may be left. Fails when none is, and before Linux 6.9: the number
            // may be another group's.
            let _ = self.child.send_signal_to_group(self.limits.kill_signal);
        }
        self.close_pipes();
    }

    /// The pipes are closed, with what has come until now.
    fn cut(&mut self) {
        // What the child wrote at last may not have been seen yet when its end was.
        for position in 0..self.pipes.len() {
            if let Some(pipe) = &mut self.pipes[position] {
                let progress = pipe.read(self.limits.max_output);
                self.note(progress);
            }
        }
        self.is_cut = !self.is_over();
        self.close_pipes();
    }

    fn force_kill(&mut self) {
        self.look_for_end();
        if self.status.is_none() {
            // Cannot fail where the first signal could be sent; where that could not, it was tried.
            self.force_killed = self.send(libc::SIGKILL).is_ok();
        }
    }

    /// Its end may not have been seen: a child that a thread waits for is checked last.
    fn look_for_end(&mut self) {
        if self.status.is_none() {
            self.status = self.child.try_wait().transpose();
        }
    }

    fn close_pipes(&mut self) {
        for pipe in self.pipes.iter_mut().flatten() {
            pipe.end = None;
        }
    }

    /// To the process, and to the group that it leads where that is asked for.
    fn send(&mut self, signal: i32) -> io::Result<()> {
        if !self.limits.kills_group {
            return self.child.send_signal(signal);
        }
        let to_group = self.child.send_signal_to_group(signal);
        if to_group.as_ref().is_err_and(is_not_gone) || to_group.is_ok() && self.is_in_own_group() {
            return to_group;
        }
        self.child.send_signal(signal)?;
        // It is there, but leads no group.
        if let Err(error) = to_group {
            self.kill_error.get_or_insert(error);
        }
        Ok(())
    }

    /// Whether the process has not left the group that it leads.
    fn is_in_own_group(&self) -> bool {
        let pid = Pid::from_raw(self.child.pid());
        getpgid(pid).ok() == pid
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
            force_killed: self.force_killed,
            is_cut: self.is_cut,
        }
    }
}

/// Whether it says something else than that there is no such process or group.
fn is_not_gone(error: &io::Error) -> bool {
    error.raw_os_error() != Some(libc::ESRCH)
}

/// `None` also when that is beyond what an `Instant` can hold.
fn due_in(delay: Option<Duration>, what: Due) -> Option<(Instant, Due)> {
    Some((Instant::now().checked_add(delay?)?, what))
}
