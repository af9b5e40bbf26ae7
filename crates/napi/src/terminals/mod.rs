//! The open terminals of one environment, known by ids.
//!
//! They are read and written here and not by a stream of the runtime: libuv takes a read that
//! brings less than was asked for, with a hang-up behind it, for the last one, and the kernel gives
//! 4,095 bytes of a terminal at a time. What was written at last would be lost.

mod open_terminal;

use crate::environment::Environment;
use crate::numbered::Numbered;
pub(crate) use open_terminal::{Listeners, OpenTerminal};
use rt_process::Terminal;
use std::io;
use std::rc::Rc;

/// The open terminals of one environment. JavaScript holds their ids.
pub(crate) struct Terminals {
    environment: Rc<Environment>,
    open: Numbered<Rc<OpenTerminal>>,
}

impl Terminals {
    pub fn new(environment: &Rc<Environment>) -> Self {
        Self {
            environment: Rc::clone(environment),
            open: Numbered::default(),
        }
    }

    /// Takes a terminal, which nothing is read from before [`listen`](Self::listen), and returns
    /// its id.
    ///
    /// # Errors
    /// What registering it with the event loop says.
    pub fn add(&self, terminal: Terminal) -> io::Result<u32> {
        let terminal = OpenTerminal::open(&self.environment, terminal)?;
        let id = self.open.next_id();
        self.open.insert(id, terminal);
        Ok(id)
    }

    /// An open terminal.
    pub fn find(&self, id: u32) -> Option<Rc<OpenTerminal>> {
        self.open.with(id, Rc::clone)
    }

    /// Closes a terminal, which hangs up its child's session.
    pub fn close(&self, id: u32) {
        if let Some(terminal) = self.open.remove(id) {
            terminal.close();
        }
    }

    /// Closes every terminal.
    pub fn close_all(&self) {
        for terminal in self.open.take() {
            terminal.close();
        }
    }
}
