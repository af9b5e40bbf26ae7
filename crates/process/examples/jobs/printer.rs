//! What jobs have written, in the order of the jobs.

use std::collections::BTreeMap;
use std::io::{self, Write};

#[derive(Default)]
pub struct Printer {
    next: usize,
    /// What has to wait for jobs that stand before.
    waiting: BTreeMap<usize, Vec<u8>>,
}

impl Printer {
    /// Prints what a job has written as soon as everything before it is.
    pub fn add(&mut self, job: usize, written: Vec<u8>) -> io::Result<()> {
        self.waiting.insert(job, written);
        let mut output = io::stdout().lock();
        while let Some(written) = self.waiting.remove(&self.next) {
            output.write_all(&written)?;
            self.next += 1;
        }
        Ok(())
    }

    /// Prints what waits for jobs that were never run.
    pub fn finish(self) -> io::Result<()> {
        let mut output = io::stdout().lock();
        for written in self.waiting.values() {
            output.write_all(written)?;
        }
        output.flush()
    }
}
