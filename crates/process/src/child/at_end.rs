//! What follows the end of a child.

use std::fmt;

/// Something to be done once the process has ended and was reaped: its identifier may become
/// another's from then on.
#[derive(Default)]
pub(crate) struct AtEnd(Option<Box<dyn Fn() + Send + Sync>>);

impl AtEnd {
    #[cfg(target_os = "linux")]
    pub fn new(work: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Some(Box::new(work)))
    }

    pub(super) fn run(&self) {
        if let Some(work) = &self.0 {
            work();
        }
    }
}

impl fmt::Debug for AtEnd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("AtEnd").field(&self.0.is_some()).finish()
    }
}
