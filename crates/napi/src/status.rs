//! What a Node-API call answers.

use napi::bindgen_prelude::Result;
use napi::{Error, Status, sys};

/// The error of a Node-API call.
pub(crate) fn check(status: sys::napi_status) -> Result<()> {
    if status == sys::Status::napi_ok {
        Ok(())
    } else {
        Err(Error::from_status(Status::from(status)))
    }
}
