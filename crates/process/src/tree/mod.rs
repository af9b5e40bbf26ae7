//! Signals to a process and all its descendants.
//!
//! A list of the tree is out of date as soon as it is made: a process may fork, or end, and its
//! number may become another's. So the tree is stopped from its root downwards before anything is
//! sent. Each process is opened (`pidfd_open(2)`), its parent is checked, it is stopped
//! (`SIGSTOP`), and its children are listed once it has stopped; from then on it can make no more.
//! When nothing new is found, the signal is sent, to the leaves first, and what can act on it goes
//! on (`SIGCONT`).

mod contained;
mod held;
mod process_file_system;

use crate::child::Child;
use held::Held;
use process_file_system as proc;
use rustix::io::Errno;
use std::collections::HashSet;
use std::io;

/// What a signal to a tree has reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reached {
    /// The processes that were signalled, in that order: children before their parents. Those that
    /// had ended already are not among them.
    pub signalled: Vec<i32>,
    /// The processes that this one may not signal (`EPERM`). They were not stopped either, so
    /// children that they made meanwhile may be missing.
    pub refused: Vec<i32>,
}

/// Sends a signal to a process and all its descendants, wherever in the tree they are; 0 sends
/// nothing, stops nothing, and lists them.
///
/// Every process is named by its pidfd, so that a number that is reused is never hit, and the tree
/// is stopped while it is looked through, so that no fork escapes. Then each gets the signal,
/// children before their parents, and goes on, unless it was a signal that stops or kills. Parents
/// may get a `SIGCHLD` for children that stop and go on.
///
/// What is not reached: descendants whose parent has ended. They are children of another process
/// then, as those of a daemon are.
///
/// ```
/// use rt_process::{Command, tree};
///
/// let shell = Command::new("sh").args(["-c", "sleep 600 & sleep 600 & wait"]).spawn()?;
/// let reached = tree::send_signal(shell.pid(), libc::SIGKILL)?;
/// assert!(reached.signalled.ends_with(&[shell.pid()]));
/// shell.wait()?;
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// `ESRCH` when there is no such process; `EINVAL` for a number that is no process's or no signal,
/// and for this process and its ancestors, which would stop themselves; `EPERM` when the process
/// itself may not be signalled, and nothing is sent then; `ENOSYS` without pidfds (before Linux
/// 5.4) or where `/proc` does not show the process; `EMFILE`, `ENFILE` or `ENOMEM` when no
/// descriptor can be had for a process: then nothing is sent, and all go on.
pub fn send_signal(pid: i32, signal: i32) -> io::Result<Reached> {
    proc::check()?;
    Ok(signal_from(Held::open(pid)?, signal)?)
}

impl Child {
    /// Ends the process and all its descendants (`SIGKILL`).
    ///
    /// # Errors
    /// As [`send_signal_to_tree`](Self::send_signal_to_tree).
    pub fn kill_tree(&self) -> io::Result<Reached> {
        self.send_signal_to_tree(libc::SIGKILL)
    }

    /// Sends a signal to the process and all its descendants: see
    /// [`tree::send_signal`](send_signal). When the process has ended, nothing is reached: its
    /// children are no longer its own. But of one that was started with
    /// [`Command::contain`](crate::Command::contain), all that it contains is reached, whether it
    /// has ended or not.
    ///
    /// # Errors
    /// As [`tree::send_signal`](send_signal), except `ESRCH`.
    pub fn send_signal_to_tree(&self, signal: i32) -> io::Result<Reached> {
        proc::check()?;
        if let Some(contained) = &self.contained {
            return Ok(contained::send_signal(self, contained, signal)?);
        }
        let Some(pidfd) = self.open_pidfd()? else {
            return Ok(Reached::default());
        };
        match signal_from(Held::new(self.pid(), pidfd), signal) {
            Err(Errno::SRCH) => Ok(Reached::default()),
            reached => Ok(reached?),
        }
    }
}

fn signal_from(root: Held, signal: i32) -> Result<Reached, Errno> {
    let own_line = proc::own_line()?;
    if own_line.contains(&root.pid) {
        return Err(Errno::INVAL);
    }
    // Whether it is a signal, and allowed.
    root.send(0)?;
    if !is_signal(signal) {
        return Err(Errno::INVAL);
    }
    match root.stat()? {
        Some(stat) if stat.has_ended() => return Ok(Reached::default()),
        Some(_) => {}
        // It was reaped, or is hidden (`hidepid`).
        None => return root.send(0).and(Err(Errno::NOSYS)),
    }
    let mut tree = Tree::new(own_line.into_iter().collect(), signal);
    tree.add(root);
    tree.signal_all(signal, |_| Ok(()))
}

fn is_signal(number: i32) -> bool {
    (0..=libc::SIGRTMAX()).contains(&number)
}

/// The processes that were found, parents before their children.
struct Tree {
    members: Vec<Held>,
    /// Their numbers, and those of processes that must not be among them.
    numbers: HashSet<i32>,
    /// Whether they are stopped.
    stops: bool,
}

impl Tree {
    fn new(spared: HashSet<i32>, signal: i32) -> Self {
        Self {
            members: Vec::new(),
            numbers: spared,
            stops: signal != 0,
        }
    }

    /// Finds and stops all descendants of the members, and what `add_others` adds, and signals
    /// them.
    fn signal_all(
        mut self,
        signal: i32,
        add_others: impl FnMut(&mut Self) -> Result<(), Errno>,
    ) -> Result<Reached, Errno> {
        if let Err(errno) = self.gather(add_others) {
            self.send_to_all(libc::SIGCONT);
            return Err(errno);
        }
        Ok(self.signal(signal))
    }

    fn gather(&mut self, mut add_others: impl FnMut(&mut Self) -> Result<(), Errno>) -> Result<(), Errno> {
        // Again from the start until nothing new appears: a process that takes orphans
        // (`PR_SET_CHILD_SUBREAPER`) gets children although it is stopped.
        loop {
            let before = self.members.len();
            let mut next = 0;
            while next < self.members.len() {
                // A level at once: its processes stop while the first are waited for.
                let level = next..self.members.len();
                for parent in level.clone() {
                    self.add_children(parent)?;
                }
                next = level.end;
            }
            add_others(self)?;
            if self.members.len() == before {
                return Ok(());
            }
        }
    }

    fn add(&mut self, mut process: Held) {
        self.numbers.insert(process.pid);
        if self.stops {
            process.freeze();
        }
        self.members.push(process);
    }

    fn add_children(&mut self, parent: usize) -> Result<(), Errno> {
        let process = &self.members[parent];
        let stat = if self.stops {
            process.frozen()?
        } else {
            process.stat()?
        };
        let Some(stat) = stat else {
            return Ok(());
        };
        let parent = process.pid;
        let children = proc::children(parent, stat)?;
        for child in children {
            if self.numbers.contains(&child) {
                continue;
            }
            let held = match Held::open(child) {
                Ok(held) => held,
                // It has ended, and was reaped.
                Err(Errno::SRCH) => continue,
                Err(errno) => return Err(errno),
            };
            // Now that it is held: the number may have become another's before.
            if held
                .stat()?
                .is_some_and(|stat| stat.parent == parent && !stat.has_ended())
            {
                self.add(held);
            }
        }
        Ok(())
    }

    fn signal(&self, signal: i32) -> Reached {
        let stops = matches!(
            signal,
            libc::SIGSTOP | libc::SIGTSTP | libc::SIGTTIN | libc::SIGTTOU
        );
        if stops {
            // Before: it would take back a signal to stop that is not taken yet.
            self.send_to_all(libc::SIGCONT);
        }
        let mut reached = Reached::default();
        for process in self.members.iter().rev() {
            match process.send(signal) {
                Ok(()) => reached.signalled.push(process.pid),
                Err(Errno::PERM) => reached.refused.push(process.pid),
                // It has ended: nothing but `SIGKILL` can have done that.
                Err(_) => {}
            }
        }
        if self.stops && !stops && signal != libc::SIGKILL {
            self.send_to_all(libc::SIGCONT);
        }
        reached
    }

    fn send_to_all(&self, signal: i32) {
        for process in self.members.iter().rev() {
            // Fails for what has ended, and for what was not stopped either.
            let _ = process.send(signal);
        }
    }
}
