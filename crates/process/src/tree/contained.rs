//! Signals to all that a contained child has started, also when it has ended.

use super::held::Held;
use super::process_file_system as proc;
use super::{Reached, Tree, is_signal};
use crate::child::Child;
use crate::containment::Contained;
use crate::control_group::ControlGroup;
use crate::process_stat::Stat;
use rustix::io::Errno;
use std::collections::HashSet;

/// Sends a signal to the child, its descendants, and all other processes that it contains.
pub(super) fn send_signal(child: &Child, contained: &Contained, signal: i32) -> Result<Reached, Errno> {
    if !is_signal(signal) {
        return Err(Errno::INVAL);
    }
    let own_line: HashSet<i32> = proc::own_line()?.into_iter().collect();
    let mut tree = Tree::new(own_line.clone(), signal);
    if let Some(pidfd) = child.open_pidfd()? {
        let root = Held::new(child.pid(), pidfd);
        match root.send(0) {
            Ok(()) => {
                if root.stat()?.is_some_and(|stat| !stat.has_ended()) {
                    tree.add(root);
                }
            }
            Err(Errno::SRCH) => {}
            Err(errno) => return Err(errno),
        }
    }
    let mut scan = Scan {
        child,
        contained,
        own_line,
        holds_session: false,
    };
    let mut reached = tree.signal_all(signal, |tree| scan.add_others(tree))?;
    if signal == libc::SIGKILL {
        if let Some(group) = contained.group() {
            kill_group(group, &mut reached);
        }
    }
    Ok(reached)
}

/// Kills what may not be signalled, or was not found, in the control group, and removes it.
fn kill_group(group: &ControlGroup, reached: &mut Reached) {
    let is_in_group = |pid: i32| proc::control_groups(pid).is_ok_and(|lines| group.has(&lines));
    // A process may have been moved there: this one goes on. So it does where that cannot be known.
    let may_hold = |pid: i32| proc::control_groups(pid).map_or(true, |lines| group.has(&lines));
    if proc::own_line().map_or(true, |line| line.into_iter().any(may_hold)) {
        return;
    }
    let (killed, refused) = reached.refused.iter().partition(|&&pid| is_in_group(pid));
    if group.kill() {
        reached.signalled.extend::<Vec<i32>>(killed);
        reached.refused = refused;
    }
    group.remove_soon();
}

/// Looks through all processes.
struct Scan<'a> {
    child: &'a Child,
    contained: &'a Contained,
    own_line: HashSet<i32>,
    /// Whether a process is held that is in the child's session: nobody else gets its number then.
    holds_session: bool,
}

impl Scan<'_> {
    fn add_others(&mut self, tree: &mut Tree) -> Result<(), Errno> {
        for pid in proc::all()? {
            if tree.numbers.contains(&pid) {
                continue;
            }
            let Some(stat) = proc::stat(pid)? else {
                continue;
            };
            if !self.contains(tree, pid, stat)? {
                continue;
            }
            let held = match Held::open(pid) {
                Ok(held) => held,
                Err(Errno::SRCH) => continue,
                Err(errno) => return Err(errno),
            };
            // Now that it is held: the number may have become another's before.
            if let Some(stat) = held.stat()? {
                if self.contains(tree, pid, stat)? {
                    self.holds_session |= stat.session == self.child.pid();
                    tree.add(held);
                }
            }
        }
        Ok(())
    }

    fn contains(&self, tree: &Tree, pid: i32, stat: Stat) -> Result<bool, Errno> {
        if stat.has_ended() {
            return Ok(false);
        }
        if stat.session == self.child.pid() && (self.holds_session || self.child.owns_number()) {
            return Ok(true);
        }
        // A session that one of those leads that were found.
        let leader_is_found = tree.numbers.contains(&stat.session) && !self.own_line.contains(&stat.session);
        if leader_is_found || self.contained.marks(&proc::environment(pid)?) {
            return Ok(true);
        }
        match self.contained.group() {
            Some(group) => Ok(group.has(&proc::control_groups(pid)?)),
            None => Ok(false),
        }
    }
}
