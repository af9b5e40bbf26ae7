//! Values that JavaScript refers to by numbers.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// Values by ids, which are counted up from 1 and not used again while they are in use.
pub(crate) struct Numbered<T> {
    values: RefCell<HashMap<u32, T>>,
    last_id: Cell<u32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self {
            values: RefCell::default(),
            last_id: Cell::default(),
        }
    }
}

impl<T> Numbered<T> {
    /// The id of the next value to be inserted.
    pub fn next_id(&self) -> u32 {
        let values = self.values.borrow();
        let mut id = self.last_id.get();
        loop {
            id = id.wrapping_add(1);
            if id != 0 && !values.contains_key(&id) {
                self.last_id.set(id);
                return id;
            }
        }
    }

    /// Puts a value under an id from [`next_id`](Self::next_id).
    pub fn insert(&self, id: u32, value: T) {
        self.values.borrow_mut().insert(id, value);
    }

    /// What `look` makes of a value.
    pub fn with<R>(&self, id: u32, look: impl FnOnce(&T) -> R) -> Option<R> {
        self.values.borrow().get(&id).map(look)
    }

    /// Takes a value out.
    pub fn remove(&self, id: u32) -> Option<T> {
        self.values.borrow_mut().remove(&id)
    }

    /// Takes all values out.
    pub fn take(&self) -> impl Iterator<Item = T> {
        self.values.take().into_values()
    }
}
