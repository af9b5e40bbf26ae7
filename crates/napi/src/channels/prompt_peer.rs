//! Whether the peer of a channel answers at once, in which case it pays to keep the event loop
//! awake.
//!
//! Where a processor that has nothing to do must be woken, that takes several times as long as
//! handling a small message: in a conversation of one message at a time, both processes wait for
//! each other's processor. So while the peer has just shown that it answers at once, the event loop
//! looks for its next answer for a moment before it sleeps. If no answer comes in time, as on a
//! busy machine, it backs off.

use crate::environment::Environment;
use crate::event_loop::TurnHandle;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

/// Who answers within this time is expected to do so again, and is waited for as long: an answer
/// takes about 100 µs when both processors have to be woken.
const PROMPT: Duration = Duration::from_micros(150);

/// How long to back off after the first time that no answer came. Each further time doubles the
/// pause, up to [`LONGEST_PAUSE`].
const SHORTEST_PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_millis(128);

/// How soon the messages of a peer come.
pub(super) struct PromptPeer {
    /// When the last message was sent that the peer may answer.
    sent_at: Cell<Option<Instant>>,
    /// The last time, something came within [`PROMPT`].
    is_prompt: Cell<bool>,
    /// Not before this time is it tried again.
    not_before: Cell<Option<Instant>>,
    next_pause: Cell<Duration>,
    /// The loop is kept awake.
    is_awake: Cell<bool>,
    /// Keeps the loop awake; made when the peer is prompt for the first time.
    idle: RefCell<Option<TurnHandle>>,
}

impl Default for PromptPeer {
    fn default() -> Self {
        Self {
            sent_at: Cell::default(),
            is_prompt: Cell::default(),
            not_before: Cell::default(),
            next_pause: Cell::new(SHORTEST_PAUSE),
            is_awake: Cell::default(),
            idle: RefCell::default(),
        }
    }
}

impl PromptPeer {
    /// Notes that all that was sent has left. From here on the loop is kept awake, if the peer is
    /// prompt.
    pub fn sent(self: &Rc<Self>, environment: &Weak<Environment>) {
        if !is_worthwhile() {
            return;
        }
        let now = Instant::now();
        self.sent_at.set(Some(now));
        if self.is_prompt.get() && self.not_before.get().is_none_or(|time| time <= now) {
            self.stay_awake(environment);
        }
    }

    /// Notes that a message came. The loop may sleep from here on.
    pub fn received(&self) {
        if let Some(at) = self.sent_at.take() {
            self.is_prompt.set(at.elapsed() < PROMPT);
            if self.is_awake.get() {
                self.next_pause.set(SHORTEST_PAUSE);
                self.sleep();
            }
        }
    }

    /// Releases the event loop, for good.
    pub fn close(&self) {
        self.is_prompt.set(false);
        self.sent_at.set(None);
        self.idle.take();
    }

    fn stay_awake(self: &Rc<Self>, environment: &Weak<Environment>) {
        let mut idle = self.idle.borrow_mut();
        if idle.is_none() {
            let weak = Rc::downgrade(self);
            let on_turn = Box::new(move || {
                if let Some(peer) = weak.upgrade() {
                    peer.on_turn();
                }
            });
            *idle = environment
                .upgrade()
                .and_then(|environment| environment.event_loop.awake(on_turn));
        }
        if let Some(idle) = idle.as_ref() {
            idle.start();
            self.is_awake.set(true);
        }
    }

    /// In each turn of the loop that is kept awake.
    fn on_turn(&self) {
        let now = Instant::now();
        if self.sent_at.get().is_none_or(|at| now - at >= PROMPT) {
            let pause = self.next_pause.get();
            self.not_before.set(Some(now + pause));
            self.next_pause.set(LONGEST_PAUSE.min(pause * 2));
            self.is_prompt.set(false);
            self.sleep();
        }
    }

    fn sleep(&self) {
        self.is_awake.set(false);
        if let Some(idle) = self.idle.borrow().as_ref() {
            idle.stop();
        }
    }
}

/// With one processor, the peer can only answer while this process sleeps.
fn is_worthwhile() -> bool {
    static SEVERAL: OnceLock<bool> = OnceLock::new();
    *SEVERAL.get_or_init(|| thread::available_parallelism().is_ok_and(|processors| processors.get() > 1))
}
