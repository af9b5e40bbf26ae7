//! A slice as arrays of one length: `as_chunks` of the standard library, which came with Rust 1.88.

/// The arrays; what is left behind the last one is left out.
#[inline(always)]
pub(crate) fn chunks<T, const N: usize>(slice: &[T]) -> &[[T; N]] {
    let count = slice.len() / N;
    // SAFETY: an array lies in memory as its elements do, `count` of them are within the slice, and
    // the borrow is the same.
    unsafe { core::slice::from_raw_parts(slice.as_ptr().cast(), count) }
}

/// [`chunks`], to be written.
#[inline(always)]
pub(crate) fn chunks_mut<T, const N: usize>(slice: &mut [T]) -> &mut [[T; N]] {
    let count = slice.len() / N;
    // SAFETY: as above; the slice is borrowed mutably as long as the arrays are.
    unsafe { core::slice::from_raw_parts_mut(slice.as_mut_ptr().cast(), count) }
}

#[cfg(test)]
mod tests {
    use super::{chunks, chunks_mut};

    #[test]
    fn what_is_left_is_left_out() {
        assert_eq!(chunks::<_, 2>(&[1, 2, 3, 4, 5]), [[1, 2], [3, 4]]);
        assert_eq!(chunks::<u8, 2>(&[1]), <[[u8; 2]; 0]>::default());
        let mut numbers = [1, 2, 3];
        chunks_mut::<_, 1>(&mut numbers)[2] = [7];
        assert_eq!(numbers, [1, 2, 7]);
    }
}
