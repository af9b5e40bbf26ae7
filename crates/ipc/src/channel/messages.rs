//! JSON values and descriptors on a channel that blocks.

use super::wait::now;
use super::{Channel, ChannelError, Handle, HandleType, json};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::os::fd::AsFd;

impl Channel {
    /// Sends a value as JSON.
    ///
    /// # Errors
    /// As [`Channel::send`]; [`ChannelError::Json`] when the value has no JSON text;
    /// [`ChannelError::NotJson`].
    pub fn send_json(&mut self, message: &(impl Serialize + ?Sized)) -> Result<(), ChannelError> {
        self.end.must_be_json()?;
        self.send(&json::to_text(message)?)
    }

    /// Waits for the next message, as a value of a type of the caller's or as a
    /// `serde_json::Value`; `None` when the peer has closed the channel.
    ///
    /// # Errors
    /// As [`Channel::recv`]; [`ChannelError::Json`] when the message is not the JSON text of a `T`,
    /// after which the next message can be received; [`ChannelError::NotJson`], before anything is.
    pub fn recv_json<T: DeserializeOwned>(&mut self) -> Result<Option<T>, ChannelError> {
        self.end.must_be_json()?;
        match self.recv()? {
            Some(text) => Ok(Some(json::from_text(text)?)),
            None => Ok(None),
        }
    }

    /// Sends a value as JSON with a descriptor, and waits until the peer has it: the peer gets one
    /// of its own, and this one may be closed then. Messages that come meanwhile are kept: those
    /// without a handle for the next `recv`, all for [`Channel::recv_with_handle`].
    ///
    /// # Errors
    /// As [`Channel::send_json`]; [`ChannelError::Io`], `BrokenPipe`, also when the peer closes
    /// before it answers, and `InvalidInput` when the descriptor is not what `handle_type` says;
    /// [`ChannelError::HandleRefused`] when it did not reach the peer in four attempts;
    /// [`ChannelError::TooMuchKept`] when too many messages come before the answer. After an error
    /// of what comes meanwhile, as [`Channel::recv`] has, the peer may have the descriptor or not.
    pub fn send_json_with_handle(
        &mut self,
        message: &(impl Serialize + ?Sized),
        handle_type: HandleType,
        descriptor: impl AsFd,
    ) -> Result<(), ChannelError> {
        now(self.end.send_with_handle(message, handle_type, descriptor))
    }

    /// Waits for the next message and the descriptor that comes with it, if one does; `None` when
    /// the peer has closed the channel. The channel acknowledges the descriptor, or asks the peer
    /// for it again when it was lost. A peer that has closed its end gets no answer: what it sent
    /// before is received all the same.
    ///
    /// A message that is not the JSON text of a `T` is lost with its descriptor, which is closed.
    /// [`Channel::recv_with_handle`] receives any.
    ///
    /// # Errors
    /// As [`Channel::recv_json`], except [`ChannelError::CameWithHandle`].
    pub fn recv_json_with_handle<T: DeserializeOwned>(
        &mut self,
    ) -> Result<Option<(T, Option<Handle>)>, ChannelError> {
        self.end.must_be_json()?;
        match now(self.end.recv_with_handle())? {
            Some((text, handle)) => Ok(Some((json::from_text(&text)?, handle))),
            None => Ok(None),
        }
    }

    /// As [`Channel::recv_json_with_handle`], with the message as its JSON text. Node.js sends
    /// texts that `serde_json` refuses to make a value of, such as those with half a surrogate
    /// pair.
    ///
    /// # Errors
    /// As [`Channel::recv`], except [`ChannelError::CameWithHandle`]; [`ChannelError::NotJson`].
    #[expect(clippy::type_complexity, reason = "a name for the pair would say less")]
    pub fn recv_with_handle(&mut self) -> Result<Option<(Vec<u8>, Option<Handle>)>, ChannelError> {
        self.end.must_be_json()?;
        now(self.end.recv_with_handle())
    }
}
