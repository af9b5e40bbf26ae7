//! What a guardian does: it waits, and then acts once.

use super::control_group::ControlGroup;
use super::memory;
use super::search::{MOST_ROUNDS, Search};
use super::shared::Shared;
use super::system_calls as system;
use super::workspace::Workspace;
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
    let mut search = Search::new(plan, members, &mut entries.0, &mut text.0);
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
    search.signal_all(&mut group);
    for _ in 0..MOST_ROUNDS {
        let is_over = plan.signal != libc::SIGKILL || plan.group().is_empty();
        if group.remove_if_empty(search.text, search.entries) || is_over {
            return;
        }
        system::sleep(1);
    }
}
