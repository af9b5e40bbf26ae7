//! How long the end of a child waits for what its channel still has.

use std::cell::Cell;

/// How often it waits for another turn of the loop: one for what the child has left to be read, one
/// for the end of that, and one for a descendant that was just writing.
const MOST: u8 = 3;

/// For how many turns of the loop the end of a child has waited.
#[derive(Default)]
pub(crate) struct TurnsForMessages(Cell<u8>);

impl TurnsForMessages {
    /// Whether the end is to wait for one turn more, in which what is unread is read.
    pub fn take_one(&self, has_unread: impl FnOnce() -> bool) -> bool {
        let takes = self.0.get() < MOST && has_unread();
        self.0.set(self.0.get() + u8::from(takes));
        takes
    }
}
