//! Which frame a received descriptor belongs to.

use std::collections::VecDeque;

/// Descriptors that have come and wait for their frame.
///
/// A descriptor travels with the first byte of its frame, but one read may bring the end of earlier
/// frames before that byte. What is known is the position where the read began: the descriptor's
/// frame ends after it. Dropping a `D` closes it.
#[derive(Debug)]
pub struct Arrivals<D> {
    /// In the order of the stream: where the read began that brought the descriptors, and these.
    waiting: VecDeque<(u64, Vec<D>)>,
}

impl<D> Default for Arrivals<D> {
    fn default() -> Self {
        Self {
            waiting: VecDeque::new(),
        }
    }
}

impl<D> Arrivals<D> {
    /// Keeps `descriptors` that came with a read which began at `position` of the stream.
    pub fn record(&mut self, position: u64, descriptors: Vec<D>) {
        if !descriptors.is_empty() {
            self.waiting.push_back((position, descriptors));
        }
    }

    /// Whether no descriptor waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// How many reads have brought descriptors that wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// The oldest descriptors whose frame may be the one that ends at `frame_end`: those that a
    /// single read brought. The caller asks in the order of the stream, and only for frames that
    /// say that they carry descriptors.
    ///
    /// ```
    /// let mut arrivals = rt_ipc::Arrivals::default();
    /// arrivals.record(10, vec!["socket"]);
    /// assert_eq!(arrivals.take(10), None);
    /// assert_eq!(arrivals.take(25), Some(vec!["socket"]));
    /// ```
    pub fn take(&mut self, frame_end: u64) -> Option<Vec<D>> {
        if self.waiting.front()?.0 >= frame_end {
            return None;
        }
        self.waiting.pop_front().map(|(_, descriptors)| descriptors)
    }

    /// Drops what nobody took and no later frame can claim, when all frames up to `position`, where
    /// a frame ends, were looked at and `received` bytes have come. The kernel ends a read behind
    /// descriptors, so their frame holds the last byte of that read; and a read ended, at the
    /// latest, where the next began. A read that began behind `position`, within a frame that has
    /// not ended, brought none of a frame's first byte: a peer may send such descriptors without
    /// end, and they are not kept.
    pub fn discard(&mut self, position: u64, received: u64) {
        if position == received {
            self.waiting.clear();
        } else {
            while self.waiting.len() > 1 && self.waiting[1].0 <= position {
                self.waiting.pop_front();
            }
            self.waiting.retain(|&(start, _)| start <= position);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Arrivals;

    #[test]
    fn descriptors_of_several_reads_keep_their_order() {
        let mut arrivals = Arrivals::default();
        arrivals.record(0, vec![3, 4]);
        arrivals.record(100, vec![5]);
        arrivals.record(100, Vec::new());
        assert_eq!(arrivals.take(50), Some(vec![3, 4]));
        assert_eq!(arrivals.take(100), None);
        assert_eq!(arrivals.take(101), Some(vec![5]));
        assert!(arrivals.is_empty());
    }

    #[test]
    fn what_an_incomplete_frame_may_claim_is_kept() {
        let mut arrivals = Arrivals::default();
        arrivals.record(0, vec![3]);
        arrivals.record(100, vec![4]);
        arrivals.discard(150, 200);
        assert_eq!(arrivals.take(300), Some(vec![4]));
        arrivals.record(300, vec![5]);
        arrivals.discard(400, 400);
        assert!(arrivals.is_empty());
    }

    #[test]
    fn what_comes_within_a_frame_is_not_kept() {
        let mut arrivals = Arrivals::default();
        arrivals.record(90, vec![3]);
        for position in 110..120 {
            arrivals.record(position, vec![4]);
            arrivals.discard(100, position + 1);
            assert_eq!(arrivals.len(), 1);
        }
        assert_eq!(arrivals.take(200), Some(vec![3]));
        arrivals.record(120, vec![5]);
        arrivals.discard(100, 121);
        assert!(arrivals.is_empty());
    }
}
