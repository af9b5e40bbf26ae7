//! The numbers of libuv's types.

use std::ffi::{CStr, c_char, c_int};

/// The number of a type: these are enumerations that have grown, so it is looked up by name.
pub(super) fn type_number(
    name_of: unsafe extern "C" fn(c_int) -> *const c_char,
    type_name: &CStr,
) -> Option<c_int> {
    (1..64).find(|&number| {
        // SAFETY: takes any number; unknown ones give a null pointer, known ones a static C string.
        let name = unsafe { name_of(number) };
        // SAFETY: not null, so a static C string.
        !name.is_null() && unsafe { CStr::from_ptr(name) } == type_name
    })
}
