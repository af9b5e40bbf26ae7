//! A guardian's search for what the child contains, and the signals to it.

use super::control_group::{self, ControlGroup};
use super::members::Members;
use super::process_files as proc;
use super::system_calls::{self as system, Descriptor};
use super::workspace::Plan;
use crate::process_stat::Stat;

/// How often to look for more when what was found is killed: a process that cannot end is not
/// waited for without end.
pub(super) const MOST_ROUNDS: usize = 1000;

/// Looks through all processes for those that the child contains.
pub(super) struct Search<'a> {
    plan: &'a Plan,
    members: &'a mut Members,
    pub entries: &'a mut [u8],
    pub text: &'a mut [u8],
    own: i32,
    /// When this process was started: what was there before is not contained, whatever else is true
    /// of it. The last line of defence against a mistake here, which could end the whole system.
    begun: u64,
    /// Whether the child was there at the last look, a moment ago, or one of its session was found:
    /// the number of the session is its own then, unless a later process has it
    /// ([`number_is_anothers`](Self::number_is_anothers)).
    owns_session: bool,
}

impl<'a> Search<'a> {
    /// A search through what was started later than this process.
    pub fn new(plan: &'a Plan, members: &'a mut Members, entries: &'a mut [u8], text: &'a mut [u8]) -> Self {
        let own = system::own_pid();
        Self {
            begun: proc::stat(own, text).map_or(u64::MAX, |stat| stat.started),
            plan,
            members,
            entries,
            text,
            own,
            owns_session: false,
        }
    }
}

impl Search<'_> {
    /// Whether a later process with its number is not taken for it.
    fn knows_child(&self) -> bool {
        self.plan.shared().child() > 1 && self.plan.shared().started() != 0
    }

    /// Notes that the child was reaped, if the parent has not said so: the kernel does it where the
    /// parent ignores `SIGCHLD`, and other code of the parent may.
    pub fn look_for_child(&mut self) {
        let shared = self.plan.shared();
        let is_reaped = self.knows_child() && (system::is_gone(shared.child()) || self.number_is_anothers());
        // When the parent has ended, so has the child, and another process reaps it: its session
        // was its own until then.
        if is_reaped && system::parent() == self.plan.parent {
            shared.set_ended();
        }
    }

    /// Whether a process that is not the child has its number. Nothing is left of the child's
    /// session then: the kernel gives the number to no other process before.
    fn number_is_anothers(&mut self) -> bool {
        let shared = self.plan.shared();
        let stat = proc::stat(shared.child(), self.text);
        stat.is_some_and(|stat| self.knows_child() && stat.started != shared.started())
    }

    /// Whether anything is there that the child contains.
    pub fn finds_any(&mut self) -> bool {
        let mut found = false;
        self.each(|search, pid| found = found || search.contained(pid).is_some());
        found
    }

    /// Signals all that the child contains, now that the parent has ended.
    pub fn signal_all(&mut self, group: &mut ControlGroup<'_>) {
        let Plan { signal, .. } = *self.plan;
        self.owns_session = self.knows_child() && !self.plan.shared().has_ended();
        for _ in 0..MOST_ROUNDS {
            let has_found = self.stop_all();
            if signal == libc::SIGKILL {
                group.kill();
            }
            if !has_found {
                return;
            }
            self.send_to_all(signal);
            if signal != libc::SIGKILL {
                return;
            }
            // They end in their own time.
            system::sleep(1);
        }
    }

    /// Stops all that is contained, until nothing new is found: what is stopped makes no more
    /// processes. Whether something was found.
    fn stop_all(&mut self) -> bool {
        let mut has_found = false;
        loop {
            let mut found = false;
            self.each(|search, pid| found |= search.stop(pid));
            if !found {
                return has_found;
            }
            has_found = true;
        }
    }

    fn stop(&mut self, pid: i32) -> bool {
        if self.members.contains(pid) || self.contained(pid).is_none() {
            return false;
        }
        let Some(process) = Descriptor::open_process(pid) else {
            return false;
        };
        // Now that it is held: the number may have become another's before.
        let Some(stat) = self.contained(pid) else {
            return false;
        };
        if !process.send(libc::SIGSTOP) {
            return false;
        }
        self.owns_session |= stat.session == self.plan.shared().child();
        self.members.insert(pid);
        true
    }

    fn send_to_all(&mut self, signal: i32) {
        let stops = matches!(
            signal,
            libc::SIGSTOP | libc::SIGTSTP | libc::SIGTTIN | libc::SIGTTOU
        );
        self.each(|search, pid| {
            if !search.members.contains(pid) {
                return;
            }
            if let Some(process) = Descriptor::open_process(pid) {
                if stops {
                    // It would take back a signal to stop that is not taken yet.
                    process.send(libc::SIGCONT);
                }
                process.send(signal);
                if !stops && signal != libc::SIGKILL {
                    process.send(libc::SIGCONT);
                }
            }
        });
    }

    fn each(&mut self, mut visit: impl FnMut(&mut Search<'_>, i32)) {
        let Self {
            plan,
            members,
            entries,
            text,
            own,
            begun,
            owns_session,
        } = self;
        let mut search = Search {
            plan,
            members,
            entries: &mut [],
            text,
            own: *own,
            begun: *begun,
            owns_session: *owns_session,
        };
        proc::each_process(entries, |pid| visit(&mut search, pid));
        *owns_session = search.owns_session;
    }

    /// What `/proc` says of a process that is contained and has not ended.
    fn contained(&mut self, pid: i32) -> Option<Stat> {
        // The first process takes over orphans: its children are anyone's.
        if pid <= 1 || pid == self.own || pid == self.plan.parent {
            return None;
        }
        let stat = proc::stat(pid, self.text).filter(|stat| !stat.has_ended())?;
        if stat.started < self.begun {
            return None;
        }
        let child = self.plan.shared().child();
        // What belongs to no session here has the number 0.
        let is_in_session =
            self.owns_session && child > 1 && stat.session == child && !self.number_is_anothers();
        let is_related = self.members.contains(stat.parent) || self.members.contains(stat.session);
        let is_contained = is_in_session
            || is_related
            || proc::is_marked(pid, self.plan.mark(), self.text)
            || control_group::has(self.plan.group(), pid, self.text);
        is_contained.then_some(stat)
    }
}
