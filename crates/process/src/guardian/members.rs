//! The processes that a guardian has found, by their numbers.

/// One bit for each number that the kernel can give (`PID_MAX_LIMIT`). Pages that are never written
/// take no memory.
#[repr(C)]
pub(super) struct Members([u64; MOST / 64]);

const MOST: usize = 4 * 1024 * 1024;

impl Members {
    pub fn insert(&mut self, pid: i32) {
        let Some((word, bit)) = place(pid) else {
            return;
        };
        if let Some(word) = self.0.get_mut(word) {
            *word |= bit;
        }
    }

    pub fn contains(&self, pid: i32) -> bool {
        place(pid).is_some_and(|(word, bit)| self.0.get(word).is_some_and(|word| word & bit != 0))
    }
}

fn place(pid: i32) -> Option<(usize, u64)> {
    let number = usize::try_from(pid).ok()?;
    Some((number / 64, 1 << (number % 64)))
}
