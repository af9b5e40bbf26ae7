//! Descriptors that a test lends to a child.

use rt_process::ChildDescriptor;

/// The tests keep what they lend open.
pub fn inherit(number: i32) -> ChildDescriptor {
    // SAFETY: as above; some tests want the error of a number that is not open.
    unsafe { ChildDescriptor::inherit(number) }
}
