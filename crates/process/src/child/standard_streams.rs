//! The pipes of the child's standard streams, by name.

use super::Child;
use crate::Pipe;

impl Child {
    /// What the child reads as its standard input: [`take_pipe`](Self::take_pipe) of 0.
    pub fn take_stdin(&mut self) -> Option<Pipe> {
        self.take_pipe(0)
    }

    /// What the child writes to its standard output: [`take_pipe`](Self::take_pipe) of 1.
    pub fn take_stdout(&mut self) -> Option<Pipe> {
        self.take_pipe(1)
    }

    /// What the child writes to its standard error: [`take_pipe`](Self::take_pipe) of 2.
    pub fn take_stderr(&mut self) -> Option<Pipe> {
        self.take_pipe(2)
    }
}
