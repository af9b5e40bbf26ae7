//! Runs jobs, so many at a time.

use crate::jobs_file::Job;
use crate::printer::Printer;
use crate::runners::{Ran, With};
use crate::schedule::{Next, Schedule};
use std::io;
use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use tokio::task::JoinSet;

/// What the workers share.
struct Build {
    jobs: Vec<Job>,
    progress: Mutex<Progress>,
    /// A job has ended.
    changed: Condvar,
}

struct Progress {
    schedule: Schedule,
    printer: Printer,
    /// Why printing has failed.
    error: Option<io::Error>,
}

/// Runs the jobs. Returns the name of the one that failed first.
pub fn run(jobs: Vec<Job>, at_a_time: NonZero<usize>, with: With) -> io::Result<Option<String>> {
    let build = Arc::new(Build {
        progress: Mutex::new(Progress {
            schedule: Schedule::new(&jobs),
            printer: Printer::default(),
            error: None,
        }),
        jobs,
        changed: Condvar::new(),
    });
    if with.is_async() {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_io().build()?;
        runtime.block_on(by_tasks(&build, at_a_time, with))?;
    } else {
        std::thread::scope(|scope| {
            for _ in 0..at_a_time.get() {
                scope.spawn(|| by_thread(&build, with));
            }
        });
    }
    let mut progress = build.lock();
    if let Some(error) = progress.error.take() {
        return Err(error);
    }
    std::mem::take(&mut progress.printer).finish()?;
    Ok(progress.schedule.failed().map(|job| build.jobs[job].name.clone()))
}

/// One of the threads that run jobs.
fn by_thread(build: &Build, with: With) {
    let mut progress = build.lock();
    loop {
        progress = match progress.schedule.next() {
            Next::Leave => return,
            Next::Wait => build
                .changed
                .wait(progress)
                .unwrap_or_else(PoisonError::into_inner),
            Next::Run(job) => {
                drop(progress);
                let ran = with.run(&build.jobs[job].commands);
                let mut progress = build.lock();
                progress.ended(job, ran);
                build.changed.notify_all();
                progress
            }
        };
    }
}

/// Runs each job as a task.
async fn by_tasks(build: &Arc<Build>, at_a_time: NonZero<usize>, with: With) -> io::Result<()> {
    let mut running = JoinSet::new();
    loop {
        while running.len() < at_a_time.get() {
            let Next::Run(job) = build.lock().schedule.next() else {
                break;
            };
            let build = Arc::clone(build);
            running.spawn(async move { (job, with.run_async(&build.jobs[job].commands).await) });
        }
        match running.join_next().await {
            Some(ended) => {
                let (job, ran) = ended?;
                build.lock().ended(job, ran);
            }
            None => return Ok(()),
        }
    }
}

impl Build {
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Progress {
    fn ended(&mut self, job: usize, ran: Ran) {
        // Without its output, a job has not done what it was to do.
        let printed = self.printer.add(job, ran.written);
        self.schedule.ended(job, ran.succeeded && printed.is_ok());
        self.error = self.error.take().or(printed.err());
    }
}
