//! What is written as it is although it would be escaped: the joints between pairs.

use crate::lanes::WIDTH;

/// Units that are written as they are.
pub(crate) trait Kept<T> {
    /// The bits of the kept units among the first `length` of a block, which begins at `at`. Blocks come in rising order, and do not overlap.
    fn among(&mut self, block: &[T; WIDTH], at: usize, length: usize) -> u32;

    /// Whether units that need no escape anyway may be passed without a call of [`Kept::among`].
    fn may_be_skipped(&self) -> bool {
        false
    }
}

/// No unit is kept.
pub(crate) struct Nothing;

impl<T> Kept<T> for Nothing {
    #[inline(always)]
    fn among(&mut self, _block: &[T; WIDTH], _at: usize, _length: usize) -> u32 {
        0
    }

    fn may_be_skipped(&self) -> bool {
        true
    }
}
