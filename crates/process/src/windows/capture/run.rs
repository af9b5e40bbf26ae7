//! A child that runs, its pipes, and what was read and written so far.

use super::super::child::{Child, milliseconds_until};
use super::captured_pipe::CapturedPipe;
use super::port::{Event, Port};
use super::{LimitReached, Limits, Output};
use crate::ExitStatus;
use std::io;
use std::os::windows::io::AsHandle;
use std::sync::Arc;
use std::time::{Duration, Instant};
use windows_sys::Win32::System::IO::OVERLAPPED;

/// How many ends of operations on a pipe may be in the port when it is cut: of reading what the
/// pipe holds, which is not much more than one operation reads, of its end, and of writing.
const MOST_LEFT: usize = 8;

/// The pipes, and the port to which their operations' ends come. It is not dropped before all of
/// them have come: until then the system uses the pipes' memory.
struct Transfers<'a> {
    port: Arc<Port>,
    pipes: Vec<Option<CapturedPipe<'a>>>,
}

impl Transfers<'_> {
    fn close(&mut self) {
        for pipe in self.pipes.iter_mut().flatten() {
            pipe.close();
        }
    }

    fn done(&mut self, overlapped: *const OVERLAPPED, result: &io::Result<usize>) {
        let mut pipes = self.pipes.iter_mut().flatten();
        pipes.find_map(|pipe| pipe.done(overlapped, result).then_some(()));
    }

    /// Whether nothing is going on, nor will be.
    fn is_over(&self) -> bool {
        !self.pipes.iter().flatten().any(CapturedPipe::is_pending)
    }

    /// Takes the ends of all operations that were cancelled.
    fn settle(&mut self) {
        self.close();
        while !self.is_over() {
            match self.port.next(u32::MAX) {
                Ok(Event::Done(overlapped, result)) => self.done(overlapped, &result),
                Ok(Event::Exit | Event::Time) => {}
                // Memory that the system may write to must not be freed.
                Err(_) => std::process::abort(),
            }
        }
    }
}

impl Drop for Transfers<'_> {
    fn drop(&mut self) {
        self.settle();
    }
}

/// Runs a child to its end.
pub(super) fn run(mut child: Child, inputs: &[Option<&[u8]>], limits: Limits) -> io::Result<Output> {
    let port = Arc::new(Port::new()?);
    let ends = child.take_pipes().into_iter().enumerate().map(|(position, end)| {
        let input = inputs.get(position).copied().flatten();
        // A pipe cannot be closed in one direction, and a child reads to the end of its input.
        let is_read = position != 0 && input.is_none();
        end.map(|end| CapturedPipe::new(end, input.unwrap_or_default(), is_read))
    });
    let pipes: Vec<_> = ends.collect();
    for end in pipes.iter().flatten().filter_map(CapturedPipe::pipe) {
        port.add(end.as_handle())?;
    }
    let mut transfers = Transfers { port, pipes };
    child.wake_at_exit(&Arc::clone(&transfers.port).into())?;
    for pipe in transfers.pipes.iter_mut().flatten() {
        pipe.start();
    }
    let mut state = State {
        child: &child,
        limits,
        due: due_in(limits.timeout, Due::Timeout),
        status: None,
        limit: None,
        is_cut: false,
        kill_error: None,
    };
    state.drive(&mut transfers)?;
    transfers.settle();
    let mut pipes = std::mem::take(&mut transfers.pipes);
    Ok(Output {
        pid: child.pid(),
        status: state.status.unwrap_or_else(|| child.wait()),
        pipe_error: pipes.iter_mut().flatten().find_map(|pipe| pipe.error.take()),
        output: pipes.into_iter().map(|pipe| pipe?.output).collect(),
        limit: state.limit,
        is_cut: state.is_cut,
        kill_error: state.kill_error,
    })
}

/// What is done when a time is over.
#[derive(Clone, Copy)]
enum Due {
    Timeout,
    ClosePipes,
}

fn due_in(limit: Option<Duration>, due: Due) -> Option<(Instant, Due)> {
    Some((Instant::now().checked_add(limit?)?, due))
}

struct State<'a> {
    child: &'a Child,
    limits: Limits,
    /// What the time limits have in store next, and when.
    due: Option<(Instant, Due)>,
    status: Option<io::Result<ExitStatus>>,
    limit: Option<LimitReached>,
    is_cut: bool,
    kill_error: Option<io::Error>,
}

impl State<'_> {
    fn drive(&mut self, transfers: &mut Transfers<'_>) -> io::Result<()> {
        while self.status.is_none() || !transfers.is_over() {
            let event = transfers
                .port
                .next(milliseconds_until(self.due.map(|(at, _)| at)))?;
            self.take(&event, transfers);
            match self.due {
                Some((at, Due::Timeout)) if at <= Instant::now() => {
                    self.reach(LimitReached::Timeout, transfers);
                }
                Some((at, Due::ClosePipes)) if at <= Instant::now() => {
                    self.due = None;
                    self.cut(transfers)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn take(&mut self, event: &Event, transfers: &mut Transfers<'_>) {
        match event {
            Event::Done(overlapped, result) => {
                transfers.done(*overlapped, result);
                let mut pipes = transfers.pipes.iter().flatten();
                if pipes.any(|pipe| self.is_too_much(pipe)) {
                    self.reach(LimitReached::Output, transfers);
                }
            }
            Event::Exit => self.ended(),
            Event::Time => {}
        }
    }

    /// The pipes are closed, with what has come until now.
    fn cut(&mut self, transfers: &mut Transfers<'_>) -> io::Result<()> {
        // What the child wrote at last, and the ends of its pipes, may be in the port behind its
        // end. A descendant that goes on writing is not waited for.
        for _ in 0..transfers.pipes.len() * MOST_LEFT {
            let event = transfers.port.next(0)?;
            if matches!(event, Event::Time) {
                break;
            }
            self.take(&event, transfers);
        }
        // A limit that was reached meanwhile has closed them: then that is what is said.
        self.is_cut = self.limit.is_none() && !transfers.is_over();
        transfers.close();
        Ok(())
    }

    fn is_too_much(&self, pipe: &CapturedPipe<'_>) -> bool {
        let length = pipe.output.as_ref().map_or(0, Vec::len);
        self.limits.max_output.is_some_and(|most| length > most)
    }

    /// The process has ended. The time that is left for its pipes begins, unless the timeout, which
    /// counts for them too, comes before it is over.
    fn ended(&mut self) {
        self.status = Some(self.child.wait());
        if let Some(close) = due_in(self.limits.close_grace, Due::ClosePipes) {
            self.due = Some(self.due.filter(|due| due.0 < close.0).unwrap_or(close));
        }
    }

    /// A limit is reached: the process is ended, and nothing more is read or written.
    fn reach(&mut self, limit: LimitReached, transfers: &mut Transfers<'_>) {
        if self.limit.is_some() {
            return;
        }
        self.limit = Some(limit);
        self.due = None;
        let is_gone = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
        let sent = self.child.send_signal(self.limits.kill_signal);
        self.kill_error = sent.err().filter(|error| !is_gone(error));
        if self.kill_error.is_some() {
            let _ = self.child.kill();
        }
        transfers.close();
    }
}
