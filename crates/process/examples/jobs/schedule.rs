//! Which job may run next.

use crate::jobs_file::Job;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The jobs that have not ended.
pub struct Schedule {
    /// How many of its needs have not ended, by job.
    waits_for: Vec<usize>,
    needed_by: Vec<Vec<usize>>,
    /// The first of the order comes first.
    ready: BinaryHeap<Reverse<usize>>,
    running: usize,
    failed: Option<usize>,
}

/// What a worker is to do.
pub enum Next {
    Run(usize),
    /// To ask again when a job has ended.
    Wait,
    /// There is nothing more to be run.
    Leave,
}

impl Schedule {
    /// Of jobs that stand behind all that they need.
    pub fn new(jobs: &[Job]) -> Self {
        let mut needed_by = vec![Vec::new(); jobs.len()];
        for (position, job) in jobs.iter().enumerate() {
            for &need in &job.needs {
                needed_by[need].push(position);
            }
        }
        let waits_for: Vec<usize> = jobs.iter().map(|job| job.needs.len()).collect();
        let ready = (0..jobs.len()).filter(|&job| waits_for[job] == 0);
        Self {
            ready: ready.map(Reverse).collect(),
            waits_for,
            needed_by,
            running: 0,
            failed: None,
        }
    }

    pub fn next(&mut self) -> Next {
        if self.failed.is_some() {
            return Next::Leave;
        }
        match self.ready.pop() {
            Some(Reverse(job)) => {
                self.running += 1;
                Next::Run(job)
            }
            None if self.running > 0 => Next::Wait,
            None => Next::Leave,
        }
    }

    pub fn ended(&mut self, job: usize, succeeded: bool) {
        self.running -= 1;
        if !succeeded {
            self.failed.get_or_insert(job);
            return;
        }
        for &next in &self.needed_by[job] {
            self.waits_for[next] -= 1;
            if self.waits_for[next] == 0 {
                self.ready.push(Reverse(next));
            }
        }
    }

    /// The first job that failed.
    pub fn failed(&self) -> Option<usize> {
        self.failed
    }
}
