//! What a guardian does: it waits, and then acts once.

use super::control_group::ControlGroup;
use super::members::Members;
use super::process_files as proc;
use super::system_calls::{self as system, Descriptor};
use super::workspace::{Plan, Workspace};
use super::{control_group, memory, shared::Shared};
use crate::process_stat::Stat;
use std::ffi::{c_int, c_void};

/// The signal of the parent's death. It is blocked, and waited for.
pub(super) const SIGNAL: i32 = libc::SIGTERM;

/// What ends a pause: the child has ended, and most children leave nothing behind.
pub(super) const WAKE: i32 = libc::SIGUSR1;

/// How long a guardian waits before it looks whether the child has ended, in milliseconds: the
/// parent may not notice that, or may not signal this process any more.
const PAUSE: i64 = 1000;

/// How long it waits before it looks whether something is left: twice as long each time.
const SHORTEST_PAUSE: i64 = 10;
const LONGEST_PAUSE: i64 = 16_000;

/// How much is kept on either side of the thread's own address, in bytes: what the compiler's
/// checks of the stack read, and where the kernel writes (`rseq(2)`).
const AROUND_THREAD: usize = 256 << 10;

/// How often to look for more when what was found is killed: a process that cannot end is not
/// waited for without end.
const MOST_ROUNDS: usize = 1000;

/// The guardian's entry: never returns.
pub(super) extern "C" fn run(workspace: *mut c_void) -> c_int {
    // SAFETY: `Guardian::start` passes a workspace that was prepared, of which this process has a
    // copy of its own.
    let workspace = unsafe { &mut *workspace.cast::<Workspace>() };
    system::set_apart(c"rt-guardian", SIGNAL);
    system::close_all();
    workspace.plan.shared().set_ready();
    let range = |start: usize, length: usize| (start, start + length);
    let own = range(std::ptr::from_ref(workspace).addr(), size_of::<Workspace>());
    let shared = range(workspace.plan.shared.addr(), size_of::<Shared>());
    let thread = workspace.plan.thread;
    let thread = (
        thread.saturating_sub(AROUND_THREAD),
        thread.saturating_add(AROUND_THREAD),
    );
    // SAFETY: from here on nothing else is used: no heap, and no other stack.
    unsafe { memory::release(&[own, shared, thread], &mut workspace.text.0) };
    watch(workspace);
    system::exit()
}

fn watch(workspace: &mut Workspace) {
    let Workspace {
        plan,
        members,
        entries,
        text,
        path,
        ..
    } = workspace;
    let mut group = ControlGroup::new(plan.group(), &mut path.0);
    let mut search = Search {
        plan,
        members,
        entries: &mut entries.0,
        text: &mut text.0,
        own: system::own_pid(),
        begun: u64::MAX,
        owns_session: false,
    };
    search.set_begun();
    let mut pause = PAUSE;
    let mut next_pause = SHORTEST_PAUSE;
    let mut sender = None;
    // The signal comes from the parent when it ends, and when it executes another program. Where it
    // may not signal this process any more (it has changed identity), there is a new parent all the
    // same. Others may send it too.
    while sender != Some(plan.parent) && system::parent() == plan.parent {
        search.look_for_child();
        if plan.shared().has_ended() {
            if !search.finds_any() {
                group.remove_if_empty(search.text, search.entries);
                return;
            }
            pause = next_pause;
            next_pause = (pause * 2).min(LONGEST_PAUSE);
        }
        sender = system::wait_for_signal(SIGNAL, WAKE, pause);
    }
    search.owns_session = search.knows_child() && !plan.shared().has_ended();
    search.signal_all(&mut group);
    for _ in 0..MOST_ROUNDS {
        let is_over = plan.signal != libc::SIGKILL || plan.group().is_empty();
        if group.remove_if_empty(search.text, search.entries) || is_over {
            return;
        }
        system::sleep(1);
    }
}

/// Looks through all processes for those that the child contains.
struct Search<'a> {
    plan: &'a Plan,
    members: &'a mut Members,
    entries: &'a mut [u8],
    text: &'a mut [u8],
    own: i32,
    /// When this process was started: what was there before is not contained, whatever else is true
    /// of it. The last line of defence against a mistake here, which could end the whole system.
    begun: u64,
    /// Whether the child was there at the last look, a moment ago, or one of its session was found:
    /// the number of the session is its own then, unless a later process has it
    /// ([`number_is_anothers`](Self::number_is_anothers)).
    owns_session: bool,
}

impl Search<'_> {
    fn set_begun(&mut self) {
        if let Some(stat) = proc::stat(self.own, self.text) {
            self.begun = stat.started;
        }
    }

    /// Whether a later process with its number is not taken for it.
    fn knows_child(&self) -> bool {
        self.plan.shared().child() > 1 && self.plan.shared().started() != 0
    }

    /// Notes that the child was reaped, if the parent has not said so: the kernel does it where the
    /// parent ignores `SIGCHLD`, and other code of the parent may.
    fn look_for_child(&mut self) {
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

    fn finds_any(&mut self) -> bool {
        let mut found = false;
        self.each(|search, pid| found = found || search.contained(pid).is_some());
        found
    }

    fn signal_all(&mut self, group: &mut ControlGroup<'_>) {
        let Plan { signal, .. } = *self.plan;
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
