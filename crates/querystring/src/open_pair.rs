//! A pair of a query string while a scan reads it.

/// No position.
const NONE: usize = usize::MAX;

/// The pair that a scan is reading. The scan finds the bytes that matter in blocks, as masks with
/// one bit for each byte, and ends the pair at a separator.
pub(crate) struct OpenPair {
    /// Where the pair begins.
    pub(crate) start: usize,
    /// Where the assignment is that ends its key, or [`NONE`].
    assignment: usize,
    /// Not 0 when the key or the value holds `%` or `+`.
    key_marks: u64,
    value_marks: u64,
}

/// The key or the value of a pair.
pub(crate) struct Half {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Not 0 when it holds `%` or `+`.
    pub(crate) marks: u64,
}

impl OpenPair {
    #[inline(always)]
    pub(crate) fn at(start: usize) -> Self {
        Self {
            start,
            assignment: NONE,
            key_marks: 0,
            value_marks: 0,
        }
    }

    /// Takes the bits of a block that belong to the pair; the block begins at `base`.
    #[inline(always)]
    pub(crate) fn meet(&mut self, assignments: u64, marks: u64, base: usize) {
        if self.assignment != NONE {
            self.value_marks |= marks;
        } else if assignments == 0 {
            self.key_marks |= marks;
        } else {
            self.assignment = base + assignments.trailing_zeros() as usize;
            let up_to = assignments ^ (assignments - 1);
            self.key_marks |= marks & (up_to >> 1);
            self.value_marks |= marks & !up_to;
        }
    }

    /// Whether the value is known to hold `%` or `+`.
    #[inline(always)]
    pub(crate) fn value_has_marks(&self) -> bool {
        self.value_marks != 0
    }

    /// Whether there is nothing between its start and `end`.
    #[inline(always)]
    pub(crate) fn is_empty(&self, end: usize) -> bool {
        self.assignment == NONE && self.start == end
    }

    /// Its key and value when it ends at `end`.
    #[inline(always)]
    pub(crate) fn halves(&self, end: usize) -> (Half, Half) {
        let (key_end, value_start) = if self.assignment == NONE {
            (end, end)
        } else {
            (self.assignment, self.assignment + 1)
        };
        let key = Half {
            start: self.start,
            end: key_end,
            marks: self.key_marks,
        };
        let value = Half {
            start: value_start,
            end,
            marks: self.value_marks,
        };
        (key, value)
    }
}
