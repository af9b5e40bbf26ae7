//! What is done with a child that is dropped before it has ended.

use super::{Child, ExitDescriptor};
use crate::command::OnDrop;
use std::sync::Arc;

impl Child {
    /// A child that is dropped: reaps it if it has ended, and otherwise kills it, as its command
    /// asks for. Returns what is left to reap.
    pub(crate) fn left_when_dropped(&mut self) -> Option<Self> {
        let OnDrop { kill, reap } = self.on_drop;
        if !(kill || reap) || !matches!(self.try_wait(), Ok(None)) {
            return None;
        }
        if kill {
            let _ = self.kill();
        }
        let exit = std::mem::replace(&mut self.exit, ExitDescriptor::Thread(Arc::default()));
        let mut left = Self::new(self.pid, exit);
        left.at_end = std::mem::take(&mut self.at_end);
        Some(left)
    }
}
