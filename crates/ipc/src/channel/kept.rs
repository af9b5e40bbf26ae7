//! Messages that were read before their reader asked for them.

use std::collections::VecDeque;

use super::ChannelError;
use super::handles::Handle;

/// A message, with the descriptor that came with it.
pub(crate) type Message = (Vec<u8>, Option<Handle>);

/// What a channel may always keep, in bytes: a limit for short frames is not one for their number.
const LEAST: usize = 1024 * 1024;

/// What came while the answer to a handle was waited for, and what a call that was given up had
/// already acknowledged.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    messages: VecDeque<Message>,
    bytes: usize,
}

impl Kept {
    pub fn push(&mut self, message: Message) {
        self.bytes += size(&message);
        self.messages.push_back(message);
    }

    /// The oldest message.
    pub fn take(&mut self) -> Option<Message> {
        let message = self.messages.pop_front()?;
        self.bytes -= size(&message);
        Some(message)
    }

    /// The oldest message, for a caller who has no use for a handle: its sender knows that it was
    /// received, so it must not be closed unseen.
    pub fn take_payload(&mut self) -> Result<Option<Vec<u8>>, ChannelError> {
        match self.messages.front() {
            Some((_, Some(_))) => Err(ChannelError::CameWithHandle),
            _ => Ok(self.take().map(|(payload, _)| payload)),
        }
    }

    /// The newest message.
    pub fn take_last(&mut self) -> Option<Message> {
        let message = self.messages.pop_back()?;
        self.bytes -= size(&message);
        Some(message)
    }

    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Whether a channel whose longest frame has `limit` bytes may keep this much.
    pub fn check(&self, limit: usize) -> Result<(), ChannelError> {
        let limit = limit.max(LEAST);
        if self.bytes > limit {
            return Err(ChannelError::TooMuchKept { limit });
        }
        Ok(())
    }
}

/// What a message counts for: a short one is not free.
fn size((payload, _): &Message) -> usize {
    payload.len() + size_of::<Message>()
}
