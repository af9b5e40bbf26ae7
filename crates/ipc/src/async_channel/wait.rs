//! A socket that a task waits for.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;

use tokio::io::unix::AsyncFd;

use crate::ChannelError;
use crate::channel::wait::Wait;

impl Wait for AsyncFd<Arc<OwnedFd>> {
    fn socket(&self) -> BorrowedFd<'_> {
        self.as_fd()
    }

    async fn readable<R: Send>(
        &self,
        mut attempt: impl FnMut(BorrowedFd<'_>) -> Result<Option<R>, ChannelError> + Send,
    ) -> Result<R, ChannelError> {
        loop {
            let mut ready = self.readable().await.map_err(ChannelError::Io)?;
            if let Some(result) = attempt(self.as_fd())? {
                return Ok(result);
            }
            ready.clear_ready();
        }
    }

    async fn writable<R: Send>(
        &self,
        mut attempt: impl FnMut(BorrowedFd<'_>) -> Result<Option<R>, ChannelError> + Send,
    ) -> Result<R, ChannelError> {
        loop {
            let mut ready = self.writable().await.map_err(ChannelError::Io)?;
            if let Some(result) = attempt(self.as_fd())? {
                return Ok(result);
            }
            ready.clear_ready();
        }
    }
}
