//! Outcomes as JavaScript gets them.

use crate::errno;
use std::io;

/// A number for JavaScript: how many, or a negative error number.
pub(crate) fn or_errno(outcome: io::Result<usize>) -> i64 {
    match outcome {
        Ok(count) => i64::try_from(count).unwrap_or(i64::MAX),
        Err(error) => errno::negative(&error).into(),
    }
}
