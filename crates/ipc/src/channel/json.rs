//! Values to JSON texts and back.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::{ChannelError, JsonError};

pub(crate) fn to_text(value: &(impl Serialize + ?Sized)) -> Result<Vec<u8>, ChannelError> {
    serde_json::to_vec(value).map_err(|error| ChannelError::Json(JsonError(error)))
}

pub(crate) fn from_text<T: DeserializeOwned>(text: &[u8]) -> Result<T, ChannelError> {
    serde_json::from_slice(text).map_err(|error| ChannelError::Json(JsonError(error)))
}
