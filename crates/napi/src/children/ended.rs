//! From the end of a child to its exit listener.

use super::Children;
use crate::event_loop::Notifier;
use crate::exit_arguments::ExitArguments;
use std::rc::Weak;
use std::sync::Arc;
use std::task::Wake;

/// What a child without a pidfd wakes at its end: its environment, which it names by an id that may
/// be out of use by then.
pub(super) struct Ending {
    pub id: u32,
    pub notifier: Arc<Notifier>,
}

impl Wake for Ending {
    fn wake(self: Arc<Self>) {
        self.notifier.notify(self.id);
    }
}

/// Called by the loop, or the thread in its place, when it has found that a child has ended.
pub(super) fn ended(children: &Weak<Children>, id: u32) {
    let Some(children) = children.upgrade() else {
        return;
    };
    if !children.environment.event_loop.polls_itself() {
        children.channels.deliver_what_has_come(id);
    }
    if let Some(behind_events) = &*children.behind_events.borrow() {
        children.ended.borrow_mut().push(id);
        behind_events.start();
        return;
    }
    if let Some(on_exit) = children.exit_listener(id) {
        children
            .environment
            .call(&on_exit, ExitArguments { id, end: None });
    }
}

/// Reaps the children that have ended in this turn, each right before its exit is reported.
pub(super) fn report_ended(children: &Weak<Children>) {
    let Some(children) = children.upgrade() else {
        return;
    };
    if let Some(behind_events) = &*children.behind_events.borrow() {
        behind_events.stop();
    }
    for id in children.ended.take() {
        // Not there any more where a listener of another one has let go of it.
        let Some(on_exit) = children.exit_listener(id) else {
            continue;
        };
        let end = if children.has_pipes(id) {
            // JavaScript reaps it, when the loop has gone round if there is more to be read.
            None
        } else {
            match children.reap_now(id) {
                None => continue,
                end => end,
            }
        };
        children.environment.call(&on_exit, ExitArguments { id, end });
    }
}
