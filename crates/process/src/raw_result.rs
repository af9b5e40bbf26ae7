//! What a system call returns that is made without the C library.

/// The number of its error, if it failed.
pub(crate) fn errno_of(result: usize) -> Option<i32> {
    // The kernel returns errors as -4095 to -1; all of them fit.
    let errno = result.wrapping_neg();
    (1..=4095)
        .contains(&errno)
        .then(|| i32::try_from(errno).unwrap_or(libc::EINVAL))
}

/// The result, unless it says that the call failed.
pub(crate) fn unless_failed(result: usize) -> Option<usize> {
    errno_of(result).is_none().then_some(result)
}

#[cfg(test)]
mod tests {
    use super::{errno_of, unless_failed};

    #[test]
    fn errors_are_the_last_numbers_below_zero() {
        for (result, errno) in [(usize::MAX, Some(1)), (usize::MAX - 4094, Some(4095))] {
            assert_eq!((errno_of(result), unless_failed(result)), (errno, None));
        }
        for result in [0, 1, usize::MAX / 2, usize::MAX - 4095] {
            assert_eq!((errno_of(result), unless_failed(result)), (None, Some(result)));
        }
    }
}
