//! A parallel runner in the way of `make -j`: many commands, so many at a time, with their output captured; by threads and by tasks of tokio, each beside the
//! same on the standard library's and tokio's own processes.
//!
//! `cargo run --release -p rt-process --example jobs -- [jobs] [at a time]`; default: 5,000 jobs, 32 at a time.

use rt_process::ChildDescriptor;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use tokio::io::AsyncReadExt;
use tokio::task::JoinSet;

const PROGRAM: &str = "/bin/echo";

/// The jobs that nobody has begun.
struct Jobs {
    next: AtomicUsize,
    count: usize,
}

impl Jobs {
    fn take(&self) -> Option<usize> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number < self.count).then_some(number)
    }
}

/// Whether a job did what it was to do: to write its number.
fn check(number: usize, succeeded: bool, written: &[u8]) -> io::Result<()> {
    if succeeded && written == format!("{number}\n").as_bytes() {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "job {number} wrote {}",
        written.escape_ascii()
    )))
}

fn by_rt_process(jobs: &Jobs) -> io::Result<()> {
    while let Some(number) = jobs.take() {
        let output = rt_process::Command::new(PROGRAM)
            .arg(number.to_string())
            .output()?;
        check(number, output.success(), output.stdout())?;
    }
    Ok(())
}

fn by_the_standard_library(jobs: &Jobs) -> io::Result<()> {
    while let Some(number) = jobs.take() {
        let output = std::process::Command::new(PROGRAM)
            .arg(number.to_string())
            .output()?;
        check(number, output.status.success(), &output.stdout)?;
    }
    Ok(())
}

async fn by_async_child(jobs: &Jobs) -> io::Result<()> {
    while let Some(number) = jobs.take() {
        let mut child = rt_process::Command::new(PROGRAM)
            .arg(number.to_string())
            .stdin(ChildDescriptor::NullDevice)
            .stdout(ChildDescriptor::Pipe)
            .spawn_async()?;
        let mut written = Vec::new();
        if let Some(mut output) = child.take_pipe(1) {
            output.read_to_end(&mut written).await?;
        }
        check(number, child.wait().await?.success(), &written)?;
    }
    Ok(())
}

async fn by_tokio_process(jobs: &Jobs) -> io::Result<()> {
    while let Some(number) = jobs.take() {
        let output = tokio::process::Command::new(PROGRAM)
            .arg(number.to_string())
            .output()
            .await?;
        check(number, output.status.success(), &output.stdout)?;
    }
    Ok(())
}

fn threads(at_a_time: usize, jobs: &Jobs, work: fn(&Jobs) -> io::Result<()>) -> io::Result<()> {
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..at_a_time).map(|_| scope.spawn(|| work(jobs))).collect();
        workers.into_iter().try_for_each(|worker| {
            worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })
}

fn tasks<W>(at_a_time: usize, jobs: &'static Jobs, work: fn(&'static Jobs) -> W) -> io::Result<()>
where
    W: Future<Output = io::Result<()>> + Send + 'static,
{
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    runtime.block_on(async {
        let mut workers: JoinSet<_> = (0..at_a_time).map(|_| work(jobs)).collect();
        while let Some(worker) = workers.join_next().await {
            worker??;
        }
        Ok(())
    })
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| {
        arguments
            .next()
            .map_or(Ok(default), |text| text.parse().map_err(io::Error::other))
    };
    let (count, at_a_time) = (number(5000)?, number(32)?);
    let new_jobs = || -> &'static Jobs {
        Box::leak(Box::new(Jobs {
            next: AtomicUsize::new(0),
            count,
        }))
    };
    let timed = |name, run: &dyn Fn() -> io::Result<()>| {
        let start = Instant::now();
        run()?;
        let time = start.elapsed();
        println!("{name:>24}: {count} jobs, {at_a_time} at a time: {time:.2?}");
        io::Result::Ok(())
    };
    timed("rt-process, threads", &|| {
        threads(at_a_time, new_jobs(), by_rt_process)
    })?;
    timed("std::process, threads", &|| {
        threads(at_a_time, new_jobs(), by_the_standard_library)
    })?;
    timed("rt-process, tasks", &|| {
        tasks(at_a_time, new_jobs(), by_async_child)
    })?;
    timed("tokio::process, tasks", &|| {
        tasks(at_a_time, new_jobs(), by_tokio_process)
    })
}
